"""What is kept on this computer: journal, settings, secrets in the keychain, traces of crashes.

One data folder (`paths`), private to its person. Knows values of `core`; no service, no session.
"""
