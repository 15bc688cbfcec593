"""Thin widgets in four blocks: create, lay out, connect, retranslate. They never call a service."""
