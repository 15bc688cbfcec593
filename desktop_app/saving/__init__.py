"""The save workflow: create record -> upload files -> finalize record.

`session` is the facade that window, command line and QA runner share; `events` says what
it publishes.
Knows services by their Protocol only, and neither Qt nor HTTP.
"""
