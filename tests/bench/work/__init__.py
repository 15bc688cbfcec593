"""The measured processes: each measures one thing once and prints it as JSON."""
