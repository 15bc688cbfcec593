"""Measures Sendoff; see docs/performance.md. Nothing here is a test: `python -m tests.bench`."""
