"""The window. Knows the save session and its events; no service, no journal, no HTTP."""
