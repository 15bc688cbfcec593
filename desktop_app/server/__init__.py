"""The built-in records service: a real HTTP service on loopback, started as a child process.

Knows nothing of the client but `core`, so that a client bug and a server bug cannot cancel out.
Nothing heavy is imported here. `server.serve` runs it, `launcher.ServiceProcess` starts it.

Every refusal is `application/problem+json` (RFC 9457) with the stable type
`urn:sendoff:problem:<kind>`; the kinds are the members of `problems.Kind`:

    unauthorized token-expired bad-host bad-origin not-found method-not-allowed bad-json
    bad-field bad-header bad-key bad-digest digest-mismatch length-mismatch too-large
    headers-too-large if-match-missing if-match-stale idempotency-key-missing
    idempotency-key-reused in-progress different-content manifest-mismatch finalized
    record-busy job-not-queued offset-mismatch upload-busy wrong-content-type tus-version
    bad-range rate-limited overloaded deadline client-gone shutting-down database-busy
    quota disk-full internal

Durability: a file or chunk is acknowledged after its bytes are on disk (`fsync` of the content,
then a commit with `synchronous=FULL`); commits that arrive together share one transaction.
"""
