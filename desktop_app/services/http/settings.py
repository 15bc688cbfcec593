"""Where a service is and how it is reached: endpoint, token, proxies. Nothing here connects.

The token leaves only in one header to the endpoint's origin. A wrong setting or environment
variable never keeps the application from starting: the calls that need it raise its name.
"""

from __future__ import annotations

import ipaddress
import urllib.request
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from urllib.parse import unquote

import httpx

from desktop_app.core.errors import BadInputError, ErrorKind, ServiceError, info
from desktop_app.core.settings import ProxyMode
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


@dataclass(frozen=True, slots=True)
class Proxy:
    """A forward proxy.

    Attributes:
        url: `http://host:port` or `https://host:port`, without credentials.
        username, password: for Basic authentication, "" for none.
    """

    url: str
    username: str = ""
    password: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class HttpSettings:
    """What a person may set.

    Attributes:
        ca_file: PEM file with further authorities, "" for the system's store only.
        proxy_mode: see `ProxyMode`.
        proxy: the proxy of MANUAL.
        no_proxy: hosts (and their subdomains) that MANUAL goes round.
    """

    ca_file: str = ""
    proxy_mode: ProxyMode = ProxyMode.SYSTEM
    proxy: Proxy | None = None
    no_proxy: tuple[str, ...] = ()


def proxy_for(
    settings: HttpSettings,
    scheme: str,
    host: str,
    *,
    environment: Mapping[str, str] | None = None,
) -> Proxy | None:
    """Return the proxy for calls to `host`, or None for a direct way. Loopback never has one.

    `environment` replaces what the operating system says (`{"https": url, "all": url,
    "no": hosts}`), for tests.

    Raises:
        BadInputError: BAD_PROXY_SETTING; `variable` and `reason` say which and why.
    """
    if is_loopback(host) or settings.proxy_mode is ProxyMode.NONE:
        return None
    if settings.proxy_mode is ProxyMode.MANUAL:
        if settings.proxy is None or _listed(host, settings.no_proxy):
            return None
        found = parse_proxy(settings.proxy.url, "proxy")
        return Proxy(found.url, settings.proxy.username, settings.proxy.password)
    known = urllib.request.getproxies() if environment is None else environment
    if _listed(host, tuple(known.get("no", "").split(","))):
        return None
    if environment is None and urllib.request.proxy_bypass(host):
        return None
    name = scheme if known.get(scheme) else "all"
    address = known.get(name, "")
    return parse_proxy(address, f"{name}_proxy") if address else None


def parse_proxy(address: str, variable: str) -> Proxy:
    """Read `[scheme://][user:password@]host[:port]`; the password may hold `@`, `#`, `/`.

    Raises:
        BadInputError: BAD_PROXY_SETTING; the address itself (a secret) is not in it.
    """
    scheme, marker, rest = address.strip().partition("://")
    if not marker:
        scheme, rest = "http", address.strip()
    if scheme.lower() not in ("http", "https"):
        raise _bad(variable, "scheme")
    credentials, _, where = rest.rpartition("@")
    where = where.rstrip("/")
    host, port = _host_and_port(where, 443 if scheme.lower() == "https" else 8080)
    if not _is_host(host) or not 0 < port < 65536:
        raise _bad(variable, "address")
    user, _, password = credentials.partition(":")
    return Proxy(f"{scheme.lower()}://{host}:{port}", unquote(user), unquote(password))


def _host_and_port(where: str, default: int) -> tuple[str, int]:
    """Split `host:port` or `[v6]:port`; port 0 means nonsense."""
    host, separator, port = where.rpartition(":")
    if not separator or where.endswith("]"):
        return where, default
    return host, int(port) if port.isascii() and port.isdigit() else 0


def _is_host(text: str) -> bool:
    """Whether it can be part of a URL: a name, or an address (of version 6: in brackets)."""
    if text.startswith("[") and text.endswith("]"):
        try:
            return ipaddress.ip_address(text[1:-1]).version == 6
        except ValueError:
            return False
    return bool(text) and text.isprintable() and not any(mark in text for mark in "/?# \\[]:@%")


def _listed(host: str, entries: tuple[str, ...]) -> bool:
    for entry in entries:
        name = entry.strip().lstrip("*").lstrip(".").lower().partition(":")[0]
        if name and (host == name or host.endswith("." + name)):
            return True
        if entry.strip() == "*":
            return True
    return False


def _bad(variable: str, reason: str) -> BadInputError:
    return BadInputError(info(ErrorKind.BAD_PROXY_SETTING, name=variable, reason=reason))
