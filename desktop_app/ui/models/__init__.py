"""Lists as Qt models: one row object, roles, an id -> row map; no widget per row."""
