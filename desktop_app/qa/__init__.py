"""Quality assurance for people: what can go wrong, made to happen, and the client judged by it.

    catalogue (data) --> runner --> driver (session, command line, window)
                           |            |
                         bench: service behind the fault proxy --> verdict, honesty, report

Knows the session and the built-in service, but no widget: only `window` (above `ui`, loaded with
`--qa`) and `testing` (robots and fakes, imported by tests) use Qt.
"""
