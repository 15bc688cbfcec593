"""The built-in records service: a real HTTP service on loopback, started as a child process.

Knows nothing of the client but `core`, so that a client bug and a server bug cannot cancel out.
Nothing heavy is imported here. `serve.serve` runs it, `launcher.ServiceProcess` starts it; the
README beside this file says what it promises, and which module holds each promise.
"""
