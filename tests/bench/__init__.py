"""Measures Sendoff; see README, Performance. Nothing here is a test: `python -m tests.bench`."""
