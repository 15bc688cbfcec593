"""How to reach a host: certificates and proxies, and never a reason not to start.

What is wrong with a setting or an environment variable is named, and raised by the calls that
need it.
"""

from __future__ import annotations

import asyncio
import ipaddress
import os
import ssl
import urllib.request
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from urllib.parse import unquote

from desktop_app.core.errors import BadInputError, ErrorKind, info
from desktop_app.core.settings import ProxyMode
from desktop_app.core.tokens import is_loopback
from desktop_app.services.http.certificate import observed


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
    """Split `host:port` or `[v6]:port`; port 0 stands for nonsense."""
    host, separator, port = where.rpartition(":")
    if not separator or where.endswith("]"):
        return where, default
    return host, int(port) if port.isascii() and port.isdigit() else 0


def _is_host(text: str) -> bool:
    """Whether it can stand in a URL: a name, or an address (of version 6: in brackets)."""
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


class Trust:
    """The TLS context, built once in a thread and shared by all clients of a process."""

    def __init__(
        self, ca_file: str = "", *, build: Callable[[str], ssl.SSLContext] | None = None
    ) -> None:
        self._ca_file = ca_file
        self._build = build or _context
        self._building = asyncio.Lock()
        self._context: ssl.SSLContext | None = None

    async def context(self) -> ssl.SSLContext:
        """Return the context; never works on the loop's thread.

        Raises:
            BadInputError: CERTIFICATE with `reason`: the authority file (`ca_file`), or the one
                that a variable names (`name`), is missing, cannot be read or is not PEM. It is
                looked at again by the next call: a mended file needs no restart.
        """
        async with self._building:
            if self._context is None:
                self._context = await asyncio.to_thread(self._build, self._ca_file)
            return self._context


def _context(ca_file: str) -> ssl.SSLContext:
    import truststore  # noqa: PLC0415 - 20 ms that only TLS needs, and in a thread

    _check_variable("SSL_CERT_FILE")
    context: ssl.SSLContext = truststore.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    if ca_file and (reason := _load(context, ca_file)):
        raise BadInputError(info(ErrorKind.CERTIFICATE, ca_file=ca_file, reason=f"file_{reason}"))
    context.set_alpn_protocols(["http/1.1"])
    return observed(context)


def _check_variable(name: str) -> None:
    """Say so where the variable names a file that OpenSSL would pass over in silence.

    Raises:
        BadInputError: CERTIFICATE with `name` and `reason`.
    """
    path = os.environ.get(name, "")
    if path and (reason := _load(ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT), path)):
        reason = "missing" if reason == "missing" else "unusable"
        raise BadInputError(info(ErrorKind.CERTIFICATE, name=name, reason=f"variable_{reason}"))


def _load(context: ssl.SSLContext, path: str) -> str:
    """Trust the certificates of a file; return what is wrong with it, or ""."""
    try:
        context.load_verify_locations(cafile=path)
    except (FileNotFoundError, NotADirectoryError):
        return "missing"
    except ssl.SSLError:
        return "garbage"
    except OSError:
        return "unreadable"
    return ""
