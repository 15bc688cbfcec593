"""The description of this service that `/openapi.json` gives: OpenAPI 3.1, written by hand.

It is checked against the real answers by a test; a status that a route can give stands here.
"""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]

_ID = {"type": "string", "pattern": "^[a-z0-9]{1,64}$"}
_DIGEST = {"type": "string", "pattern": "^sha256:[0-9a-f]{64}$"}
_KEY = {"type": "string", "minLength": 1, "maxLength": 1024}
_SIZE = {"type": "integer", "minimum": 0}
_NEXT = {"type": ["string", "null"], "description": "The cursor of the next page."}
_OF_ALL = ("400", "401", "403", "421", "429", "431", "501", "503")
"""Refusals that any request can meet: its head, token, origin or rate, or the service is busy."""


def _object(required: list[str], **properties: Any) -> Json:
    return {"type": "object", "required": required, "properties": properties}


def _page(item: str) -> Json:
    items = {"type": "array", "items": {"$ref": f"#/components/schemas/{item}"}}
    return _object(["items", "next"], items=items, next=_NEXT)


SCHEMAS: Json = {
    "Problem": {
        "description": "RFC 9457; members beyond these depend on the type.",
        **_object(
            ["type", "title", "status", "instance"],
            type={"type": "string", "pattern": "^urn:sendoff:problem:"},
            title={"type": "string"},
            status={"type": "integer"},
            instance={"type": "string", "pattern": "^urn:sendoff:request:"},
        ),
    },
    "Draft": {
        **_object(
            ["title"],
            title={"type": "string", "minLength": 1, "maxLength": 1000, "pattern": "\\S"},
            metadata={"type": "object"},
            client_ref={"type": "string", "maxLength": 255},
        ),
        "additionalProperties": False,
    },
    "Change": {
        **_object(
            [],
            title={"type": "string", "maxLength": 1000},
            metadata={"type": "object"},
            client_ref={"type": "string", "maxLength": 255},
        ),
        "additionalProperties": False,
    },
    "Record": _object(
        ["id", "title", "metadata", "client_ref", "state", "revision", "created", "links"],
        id=_ID,
        title={"type": "string"},
        metadata={"type": "object"},
        client_ref={"type": "string"},
        state={"enum": ["draft", "processing", "finalized"]},
        revision={"type": "integer", "minimum": 1},
        created={"type": "string", "format": "date-time"},
        links={"type": "object", "additionalProperties": {"type": "string"}},
    ),
    "Records": _page("Record"),
    "File": _object(
        ["key", "size", "digest", "state", "offset", "upload_url"],
        key=_KEY,
        size=_SIZE,
        digest={"oneOf": [_DIGEST, {"type": "null"}]},
        state={
            "enum": ["partial", "complete", "missing", "damaged"],
            "description": "`missing` and `damaged`: stored once, and lost since.",
        },
        offset=_SIZE,
        upload_url={"type": ["string", "null"]},
    ),
    "Files": _page("File"),
    "Manifest": {
        **_object(
            ["files"],
            files={
                "type": "array",
                "maxItems": 100_000,
                "items": {
                    **_object(["key", "size", "digest"], key=_KEY, size=_SIZE, digest=_DIGEST),
                    "additionalProperties": False,
                },
            },
        ),
        "additionalProperties": False,
    },
    "Verification": _object(
        ["items", "next", "ok"],
        items={
            "type": "array",
            "items": _object(
                ["key", "size", "digest", "found", "verdict"],
                key=_KEY,
                size=_SIZE,
                digest=_DIGEST,
                found={"oneOf": [_DIGEST, {"type": "null"}]},
                verdict={"enum": ["same", "different", "missing"]},
            ),
        },
        next=_NEXT,
        ok={"type": "boolean"},
    ),
    "Job": _object(
        ["id", "kind", "record", "state", "result"],
        id=_ID,
        kind={"enum": ["finalize", "verification"]},
        record=_ID,
        state={"enum": ["queued", "running", "done", "failed", "cancelled"]},
        result={"type": ["object", "null"]},
    ),
    "Health": _object(
        ["status", "service", "instance", "uploads_cancellable"],
        status={"const": "ok"},
        service={"const": "sendoff-local"},
        instance={"type": "string"},
        uploads_cancellable={"type": "boolean"},
        proof={"type": "string"},
    ),
}


def _header(name: str, schema: Json, *, required: bool = False, text: str = "") -> Json:
    return {
        "name": name,
        "in": "header",
        "required": required,
        "description": text,
        "schema": schema,
    }


def _query(name: str, schema: Json, text: str = "") -> Json:
    return {"name": name, "in": "query", "description": text, "schema": schema}


def _path(name: str, schema: Json) -> Json:
    return {"name": name, "in": "path", "required": True, "schema": schema}


_NUMBER = {"type": "string", "pattern": "^[0-9]{1,18}$"}
_ONCE_TEXT = "One key, one effect: the same key and body again get the same answer again."
PARAMETERS: Json = {
    "record": _path("record", _ID),
    "upload": _path("upload", _ID),
    "job": _path("job", _ID),
    "key": {
        **_path("key", _KEY),
        "description": "As one percent-encoded segment; `/` may stand as it is.",
    },
    "idempotency_key": _header(
        "Idempotency-Key", {"type": "string", "pattern": "^[!-~]{1,255}$"}, text=_ONCE_TEXT
    ),
    "idempotency_key_required": _header(
        "Idempotency-Key",
        {"type": "string", "pattern": "^[!-~]{1,255}$"},
        required=True,
        text=_ONCE_TEXT,
    ),
    "deadline": _header(
        "Request-Deadline-Ms",
        {"type": "string", "pattern": "^[1-9][0-9]{3,11}$"},
        text="How long anybody waits.",
    ),
    "if_match": _header(
        "If-Match",
        {"type": "string", "pattern": '^(\\*|"[0-9]+")$'},
        required=True,
        text="The `ETag` of the record that is changed, or `*`.",
    ),
    "if_none_match": _header("If-None-Match", {"type": "string", "pattern": '^"[0-9]+"$'}),
    "range": _header("Range", {"type": "string", "pattern": "^bytes=[0-9]{0,18}-[0-9]{0,18}$"}),
    "repr_digest": _header(
        "Repr-Digest",
        {"type": "string", "pattern": "^sha-256=:[A-Za-z0-9+/]{43}=:$"},
        text="RFC 9530: the digest of the whole file; what differs is not stored.",
    ),
    "tus": _header("Tus-Resumable", {"const": "1.0.0"}, required=True),
    "upload_length": _header("Upload-Length", _NUMBER, required=True),
    "upload_offset": _header("Upload-Offset", _NUMBER, required=True),
    "upload_metadata": _header(
        "Upload-Metadata",
        {"type": "string", "pattern": "^key [A-Za-z0-9+/=]+(,digest [A-Za-z0-9+/=]+)?$"},
        required=True,
        text="`key`, and `digest` (sha256:HEX) of the whole file, in base64.",
    ),
    "limit": _query("limit", {"type": "integer", "minimum": 1, "maximum": 1000}),
    "cursor": _query("cursor", {"type": "string", "pattern": "^[0-9]{0,18}$"}),
    "file_cursor": _query("cursor", {"type": "string"}, "The last key of the page before."),
    "client_ref": _query("client_ref", {"type": "string"}),
    "state": _query("state", {"enum": ["draft", "processing", "finalized"]}),
}
_PROBLEM = {
    "application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}},
}
_REFUSALS = {
    "400": "The request is not well formed, or a field, key or digest of it is not taken.",
    "401": "No token, or not the one of this service.",
    "403": "The request comes from a page of another origin.",
    "404": "There is no such record, file, upload or job; or the file's content is lost.",
    "405": "The path takes other methods; `Allow` names them.",
    "409": "It does not fit how things stand now; `type` says how, and perhaps `Retry-After`.",
    "412": "The record has another revision, or the version of tus is not spoken here.",
    "413": "Larger than is taken.",
    "415": "Content of another type is expected.",
    "416": "There are no such bytes.",
    "421": "The request is for another host.",
    "422": "The idempotency key was used for another request or body.",
    "423": "The upload is busy with another request; `Retry-After`.",
    "428": "`If-Match` is missing.",
    "429": "Too many requests; `Retry-After`.",
    "431": "The header fields are too large.",
    "501": "The transfer coding is not known here.",
    "503": "Too busy, shutting down, or the deadline passed with nothing done; `Retry-After`.",
    "507": "The disk is full, or the quota is reached.",
}


def _json(schema: str, text: str = "Done.") -> Json:
    content = {"application/json": {"schema": {"$ref": f"#/components/schemas/{schema}"}}}
    return {"description": text, "content": content}


def _empty(text: str = "Done.") -> Json:
    return {"description": text}


def _bytes(text: str) -> Json:
    return {"description": text, "content": {"application/octet-stream": {}}}


def _takes(media: str, schema: Json, *, required: bool = True) -> Json:
    return {"required": required, "content": {media: {"schema": schema}}}


def _ref(schema: str) -> Json:
    return {"$ref": f"#/components/schemas/{schema}"}


def _operation(
    name: str,
    summary: str,
    parameters: str,
    answers: Json,
    refusals: str = "",
    body: Json | None = None,
) -> Json:
    """Return an operation; `parameters` and `refusals` are names in one text."""
    found: Json = {
        "operationId": name,
        "summary": summary,
        "parameters": [
            {"$ref": f"#/components/parameters/{one}"} for one in (*parameters.split(), "deadline")
        ],
        "responses": {
            **answers,
            **{
                status: {"$ref": f"#/components/responses/{status}"}
                for status in sorted({*refusals.split(), *_OF_ALL})
            },
        },
    }
    return found if body is None else {**found, "requestBody": body}


_CHUNK = "application/offset+octet-stream"
_CONTENT: Json = {"type": "string", "format": "binary"}
PATHS: Json = {
    "/records": {
        "post": _operation(
            "create_record",
            "Create a draft, once for each key.",
            "idempotency_key_required",
            {"201": _json("Record", "The draft.")},
            "409 413 422 507",
            _takes("application/json", _ref("Draft")),
        ),
        "get": _operation(
            "list_records",
            "List records, newest first.",
            "client_ref state limit cursor",
            {"200": _json("Records")},
        ),
    },
    "/records/{record}": {
        "get": _operation(
            "get_record",
            "Read a record.",
            "record if_none_match",
            {"200": _json("Record"), "304": _empty("It is as `If-None-Match` says.")},
            "404",
        ),
        "patch": _operation(
            "patch_record",
            "Change title, metadata or client reference of a draft.",
            "record if_match idempotency_key",
            {"200": _json("Record")},
            "404 409 412 413 422 428 507",
            _takes("application/json", _ref("Change")),
        ),
        "delete": _operation(
            "delete_record",
            "Delete a draft; one that is not there is deleted already.",
            "record idempotency_key",
            {"204": _empty()},
            "404 409 422 507",
        ),
    },
    "/records/{record}/files": {
        "get": _operation(
            "list_files",
            "List stored files and uploads under way, by key.",
            "record limit file_cursor",
            {"200": _json("Files")},
            "404",
        ),
    },
    "/records/{record}/files/{key}": {
        "put": _operation(
            "put_file",
            "Store a whole file.",
            "record key idempotency_key repr_digest",
            {"200": _json("File", "It was stored already."), "201": _json("File")},
            "404 409 413 422 507",
            _takes("application/octet-stream", _CONTENT, required=False),
        ),
        "get": _operation(
            "get_file",
            "Read a file, or one range of it.",
            "record key range",
            {"200": _bytes("The file."), "206": _bytes("The range.")},
            "404 416",
        ),
        "delete": _operation(
            "delete_file",
            "Delete a file of a draft, and its uploads; what is not there is deleted already.",
            "record key idempotency_key",
            {"204": _empty()},
            "404 409 422 507",
        ),
    },
    "/records/{record}/verification": {
        "get": _operation(
            "verify",
            "Hash again what is stored.",
            "record",
            {"200": _json("Verification"), "202": _json("Job", "It takes longer; see `Location`.")},
            "404 507",
        ),
    },
    "/records/{record}/finalize": {
        "post": _operation(
            "finalize",
            "Seal a record that holds exactly what the manifest says.",
            "record idempotency_key_required",
            {"200": _json("Record"), "202": _json("Job", "It takes longer; see `Location`.")},
            "404 409 413 422 507",
            _takes("application/json", _ref("Manifest")),
        ),
    },
    "/records/{record}/uploads": {
        "post": _operation(
            "create_upload",
            "Begin a tus upload; a body is its first content.",
            "record tus upload_length upload_metadata idempotency_key repr_digest",
            {"201": _empty("`Location` and `Upload-Offset` say where it goes on.")},
            "404 409 412 413 415 422 423 507",
            _takes(_CHUNK, _CONTENT, required=False),
        ),
        "options": _operation(
            "tus_options", "What this end of tus can do.", "record", {"204": _empty()}, "404"
        ),
    },
    "/uploads/{upload}": {
        "head": _operation(
            "head_upload",
            "Ask at which offset an upload goes on.",
            "upload tus",
            {"200": _empty("`Upload-Offset` is durable.")},
            "404 409 412 423 507",
        ),
        "patch": _operation(
            "patch_upload",
            "Append to an upload.",
            "upload tus upload_offset repr_digest",
            {"204": _empty("`Upload-Offset` is durable.")},
            "404 409 412 413 415 423 507",
            _takes(_CHUNK, _CONTENT),
        ),
        "delete": _operation(
            "delete_upload",
            "End an upload and drop what it brought.",
            "upload tus idempotency_key",
            {"204": _empty()},
            "404 412 422 423 507",
        ),
    },
    "/jobs/{job}": {
        "get": _operation("get_job", "Ask how a job stands.", "job", {"200": _json("Job")}, "404"),
        "delete": _operation(
            "cancel_job",
            "Cancel a job that has not begun.",
            "job",
            {"204": _empty()},
            "404 409 507",
        ),
    },
    "/healthz": {
        "get": {
            **_operation(
                "healthz", "Say who answers. Needs no token.", "", {"200": _json("Health")}
            ),
            "security": [],
        },
    },
    "/metrics": {
        "get": _operation(
            "metrics",
            "Figures in the Prometheus text format.",
            "",
            {"200": {"description": "Figures.", "content": {"text/plain": {}}}},
        ),
    },
    "/openapi.json": {
        "get": {
            **_operation(
                "openapi",
                "This description. Needs no token.",
                "",
                {
                    "200": {
                        "description": "OpenAPI 3.1",
                        "content": {"application/json": {"schema": {"type": "object"}}},
                    }
                },
            ),
            "security": [],
        },
    },
}
DOCUMENT: Json = {
    "openapi": "3.1.0",
    "info": {
        "title": "Sendoff's built-in records service",
        "version": "1",
        "description": "Records with files in three steps: create, upload, finalize.",
        "license": {"name": "Apache License 2.0", "identifier": "Apache-2.0"},
    },
    "servers": [{"url": "/"}],
    "security": [{"token": []}],
    "paths": PATHS,
    "components": {
        "schemas": SCHEMAS,
        "parameters": PARAMETERS,
        "responses": {
            status: {"description": text, "content": _PROBLEM} for status, text in _REFUSALS.items()
        },
        "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
    },
}
