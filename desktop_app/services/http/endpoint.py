"""Where a service is and what opens it. The token leaves only in one header to this origin."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

import httpx

from desktop_app.core.errors import BadInputError, ErrorKind, ServiceError, info
from desktop_app.core.tokens import clean_token, is_loopback

_STEPS = frozenset({".", ".."})


@dataclass(frozen=True, slots=True)
class Endpoint:
    """The root of a service's API and the token for it.

    Attributes:
        url: `https://host[:port][/prefix]`.
        token: stripped; "" for calls without one.
    """

    url: str
    token: str = field(default="", repr=False)


Locate = Callable[[], Awaitable[Endpoint]]
"""Says where the service is now: asked at the start, after a refused connection or a 401."""


def at(url: str, token: str = "") -> Locate:
    """Return a `Locate` for a service that stays where it is."""
    endpoint = Endpoint(url, token)

    async def locate() -> Endpoint:
        return endpoint

    return locate


@dataclass(frozen=True, slots=True)
class Origin:
    """An endpoint, checked: what requests are built from."""

    root: httpx.URL
    place: str
    prefix: str
    token: str = field(repr=False)

    @property
    def host(self) -> str:
        """The host, without brackets or port."""
        return self.root.host

    def url(self, target: str) -> httpx.URL:
        """Return the URL of `target` (path and query, percent-encoded, below the prefix).

        Raises:
            ServiceError: BAD_ANSWER; a server named a target that would lead to another host, or
                (by a record or file called `..`) to something else on this one.
        """
        path = target.partition("?")[0].lower().replace("%2e", ".")
        if not target.startswith("/") or _STEPS.intersection(path.split("/")):
            raise ServiceError(info(ErrorKind.BAD_ANSWER, host=self.host, reason="target"))
        return httpx.URL(f"{self.place}{self.prefix}{target}")

    def same(self, other: httpx.URL) -> bool:
        """Return whether `other` has this scheme, host and port."""
        return place(other) == self.place


def place(url: httpx.URL) -> str:
    """Return `scheme://host[:port]`: all of an address that may be shown or compared."""
    port = url.port or {"https": 443, "http": 80}.get(url.scheme, 0)
    default = {"https": 443, "http": 80}.get(url.scheme)
    host = f"[{url.host}]" if ":" in url.host else url.host
    return f"{url.scheme}://{host}" + ("" if port == default else f":{port}")


def origin_of(endpoint: Endpoint) -> Origin:
    """Check an endpoint.

    Raises:
        BadInputError: BAD_ADDRESS, BAD_TOKEN, or PLAIN_HTTP for a token that would travel
            unencrypted to another computer.
    """
    try:
        url = httpx.URL(endpoint.url.strip())
    except (httpx.InvalidURL, UnicodeError, ValueError) as error:
        raise BadInputError(info(ErrorKind.BAD_ADDRESS)) from error
    port = url.port if url.port is not None else 1
    known = url.scheme in ("http", "https") and url.host and 0 < port < 65536
    if not known or url.userinfo or url.query:
        raise BadInputError(info(ErrorKind.BAD_ADDRESS))
    token = clean_token(endpoint.token) if endpoint.token else ""
    if token and url.scheme == "http" and not is_loopback(url.host):
        raise BadInputError(info(ErrorKind.PLAIN_HTTP, host=url.host))
    prefix = url.raw_path.decode("ascii").rstrip("/")
    root = url.copy_with(raw_path=b"/", fragment=None)
    return Origin(root, place(root), prefix, token)
