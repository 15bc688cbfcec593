"""Values, errors, words and clocks that every layer shares. Knows no layer above it."""
