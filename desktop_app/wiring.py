"""The composition root that window and command line share: everything below them, put together.

Building reads the settings file and nothing else: the journal is opened by its first use, the
keychain asked for its first token, the built-in service started and HTTP imported when the first
service is opened, in a thread.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

from desktop_app import __version__
from desktop_app.core.errors import (
    BadInputError,
    ErrorInfo,
    ErrorKind,
    SendoffError,
    ServiceError,
    info,
)
from desktop_app.core.log import Redactor, log_to_file
from desktop_app.core.model import Account, SaveLimits
from desktop_app.core.paths import Paths, default_home
from desktop_app.core.run import RunFile
from desktop_app.core.settings import ProxyMode, Settings
from desktop_app.core.threads import in_thread
from desktop_app.files.own_data import OwnData
from desktop_app.files.reading import FileReading
from desktop_app.saving.accounts import Accounts
from desktop_app.saving.preferences import PROXY_PASSWORD, Preferences
from desktop_app.saving.repair import DraftRepair
from desktop_app.saving.session import SaveSession, ServiceProvider
from desktop_app.saving.support_report import SupportReport
from desktop_app.services.base import RecordService, UploadSource
from desktop_app.services.kinds import Kinds
from desktop_app.storage.credentials import Credentials, Keychain
from desktop_app.storage.journal import Journal
from desktop_app.storage.paths import make_home
from desktop_app.storage.repair_marks import RepairMarks
from desktop_app.storage.settings import SettingsFile

if TYPE_CHECKING:
    from desktop_app.server.launcher import ServiceProcess
    from desktop_app.services.http import Endpoint, HttpSettings, Locate, Trust

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Wiring:
    """What was built. `close` ends it; nothing of it is used afterwards."""

    paths: Paths
    own: OwnData
    redact: Redactor
    preferences: Preferences
    credentials: Credentials
    accounts: Accounts
    session: SaveSession
    provider: ServiceProvider
    process: LocalProcess
    support_report: SupportReport
    repair: DraftRepair

    async def check_certificates(self) -> ErrorInfo | None:
        """Build the TLS context as services do; return what is wrong with it, or None."""
        await in_thread(_load)
        from desktop_app.services.http import Trust  # noqa: PLC0415 - loaded in a thread before

        try:
            await Trust(self.preferences.settings.ca_file).context()
        except SendoffError as error:
            return error.info
        return None

    async def close(self, within_s: float) -> None:
        """Stop what is abortable, journal the rest, end the service that we started."""
        try:
            await self.session.close(within_s)
        finally:
            await self.process.stop()


def build(
    home: str | None = None,
    *,
    service: RecordService | None = None,
    keychain: Keychain | None = None,
    interactive: bool = True,
    qa: bool = False,
) -> Wiring:
    """Build everything below the window and the command line.

    Args:
        home: the data folder; None means SENDOFF_HOME or the platform's.
        service: opened for every account instead of real ones: then no process is started and no
            keychain is touched.
        keychain: a stand-in for the operating system's.
        interactive: whether somebody can be asked for a new token while a save runs.
        qa: whether the built-in service, if this process starts it, takes faults.

    Raises:
        OSError: the data folder cannot be made or the log in it not written.
    """
    paths = Paths(home or default_home())
    make_home(paths)
    own = OwnData.of(paths.home)
    redact = Redactor()
    log_to_file(paths.log, redact)
    preferences = Preferences(SettingsFile(paths.settings))
    credentials = Credentials(redact, keychain=NoKeychain() if service else keychain)
    process = LocalProcess(paths.service, qa=qa)
    reading = FileReading(own.fingerprint_of)
    kinds = Kinds()
    provider: ServiceProvider = (
        OneService(service)
        if service
        else Services(preferences, credentials, process, reading, kinds)
    )
    session = SaveSession(
        journal=Journal(paths.home),
        provider=provider,
        source_factory=_sources(reading),
        limits=preferences.settings.limits,
        interactive=interactive,
        fingerprint=own.fingerprint_of,
        version=__version__,
        redact=redact,
    )
    preferences.on_change(lambda settings: session.use_limits(settings.limits))
    accounts = Accounts(preferences, credentials, provider, kinds)
    return Wiring(
        paths=paths,
        own=own,
        redact=redact,
        preferences=preferences,
        credentials=credentials,
        accounts=accounts,
        session=session,
        provider=provider,
        process=process,
        support_report=SupportReport(session, preferences, redact, paths.logs, __version__),
        repair=DraftRepair(
            session, provider, _sources(reading), kinds.lists_drafts, RepairMarks(paths.repairs)
        ),
    )


def _sources(reading: FileReading) -> Callable[[RunFile], UploadSource]:
    def source(file: RunFile) -> UploadSource:
        return reading.source(file)

    return source


class Services:
    """Opens services of all kinds; implements `ServiceProvider`.

    Settings are read anew for each: a change holds from the next save on.
    """

    def __init__(
        self,
        preferences: Preferences,
        credentials: Credentials,
        process: LocalProcess,
        reading: FileReading,
        kinds: Kinds,
    ) -> None:
        self._preferences = preferences
        self._credentials = credentials
        self._process = process
        self._reading = reading
        self._kinds = kinds
        self._loaded: set[str] = set()
        self._trusts: dict[str, Trust] = {}
        self._shared: dict[tuple[str, str], Any] = {}

    async def open(self, account: Account) -> RecordService:
        """Return a service with fresh connections; the caller closes it.

        Raises:
            BadInputError: NO_ACCOUNT: no package that is installed brings its kind.
            ServiceError: SIGN_IN where a token is needed and none is there, KEYCHAIN where it
                cannot be learnt whether one is.
        """
        kind = self._kinds.get(account.kind)
        if kind is None:
            name = account.label or account.id
            raise BadInputError(
                info(ErrorKind.NO_ACCOUNT, account=name, service=account.kind, reason="no_kind")
            )
        if kind.name not in self._loaded:
            await in_thread(_load, kind.module)
            self._loaded.add(kind.name)
        settings = await self._http_settings()
        service = await kind.open(account, OpenedWith(self, kind.name, settings))
        self._reading.expected = service.capabilities.checksum or "sha256"
        return service

    @property
    def built_in(self) -> Locate:
        """Where the service on this computer is."""
        return self._process.locate

    def shared(self, kind: str, name: str, make: Callable[[], Any]) -> Any:
        """Return what services of a kind share."""
        if (kind, name) not in self._shared:
            self._shared[kind, name] = make()
        return self._shared[kind, name]

    @property
    def limits(self) -> SaveLimits:
        """Limits of calls as they are set now."""
        return self._settings.limits

    @property
    def _settings(self) -> Settings:
        return self._preferences.settings

    async def token(self, account: Account) -> str:
        """Return the secret of an account.

        Raises:
            ServiceError: SIGN_IN, KEYCHAIN.
        """
        name = account.label or account.id
        token = await self._secret(account.id)
        if not token:
            raise ServiceError(info(ErrorKind.SIGN_IN, account=name, reason="no_token"))
        return token

    async def _secret(self, name: str) -> str:
        """Return what the keychain holds under `name`, "" if nothing.

        Raises:
            ServiceError: KEYCHAIN: it cannot be asked, so that nobody knows.
        """
        secret = await self._credentials.token(name)
        problem = self._credentials.problem
        reason = problem.get("reason") if problem is not None and not secret else ""
        if reason in ("silent", "locked", "refused"):
            raise ServiceError(info(ErrorKind.KEYCHAIN, reason=f"{reason}_read"))
        return secret

    async def _http_settings(self) -> HttpSettings:
        from desktop_app.services import http  # noqa: PLC0415 - loaded in a thread before

        chosen = self._settings
        proxy = None
        if chosen.proxy_mode is ProxyMode.MANUAL:
            password = ""
            if chosen.proxy_user:
                password = await self._secret(PROXY_PASSWORD)
            proxy = http.Proxy(chosen.proxy_url, chosen.proxy_user, password)
        return http.HttpSettings(chosen.ca_file, chosen.proxy_mode, proxy)

    def trust(self, settings: HttpSettings) -> Trust:
        """Return the TLS context for these settings, built once."""
        from desktop_app.services.http import Trust  # noqa: PLC0415 - loaded in a thread before

        if settings.ca_file not in self._trusts:
            self._trusts[settings.ca_file] = Trust(settings.ca_file)
        return self._trusts[settings.ca_file]


class OpenedWith:
    """What one service is opened with; implements `OpenContext`."""

    def __init__(self, services: Services, kind: str, settings: HttpSettings) -> None:
        self._services = services
        self._kind = kind
        self.settings = settings
        self.trust = services.trust(settings)
        self.limits = services.limits
        self.built_in = services.built_in
        self.token = services.token

    def shared(self, name: str, make: Callable[[], Any]) -> Any:
        """Return what services of this kind share under `name`."""
        return self._services.shared(self._kind, name, make)


class OneService:
    """Opens the one service that was handed in, again and again: closing must not end it."""

    def __init__(self, service: RecordService) -> None:
        self._service = service

    async def open(self, _account: Account) -> RecordService:
        """Return the service."""
        return self._service


class LocalProcess:
    """The built-in service's process: found or started when it is first needed."""

    def __init__(self, folder: str, *, qa: bool = False) -> None:
        self._folder = folder
        self._qa = qa
        self._process: ServiceProcess | None = None

    async def locate(self) -> Endpoint:
        """Return where it listens now and its token; start it where nobody answers.

        Raises:
            ServiceError: LOCAL_SERVICE: it cannot be started; `reason` says why.
        """
        from desktop_app.server.launcher import ServiceProcess  # noqa: PLC0415 - the same
        from desktop_app.server.serve import why  # noqa: PLC0415 - only now
        from desktop_app.services.http import Endpoint  # noqa: PLC0415 - the same

        if self._process is None:
            self._process = ServiceProcess(self._folder, qa=self._qa)
        try:
            address = await self._process.ensure()
            token = await in_thread(_read_text, address.token_file)
        except OSError as error:
            _log.warning("the built-in service cannot be used: %s", error.strerror)
            raise ServiceError(info(ErrorKind.LOCAL_SERVICE, reason=why(error))) from error
        return Endpoint(address.url, token)

    async def stop(self) -> None:
        """End the process if it is ours; safe to repeat."""
        process, self._process = self._process, None
        if process is not None:
            await process.stop()


class NoKeychain:
    """Keeps nothing: for a process that was handed its service."""

    def get_password(self, service_name: str, username: str) -> str | None:  # noqa: ARG002 - the names of the protocol
        """Return None."""
        return None

    def set_password(self, service_name: str, username: str, password: str) -> None:
        """Keep nothing."""

    def delete_password(self, service_name: str, username: str) -> None:
        """Remove nothing."""


def _load(module: str = "") -> None:
    """Import what talks HTTP (100 ms and more): called in a thread, so that the loop goes on."""
    from desktop_app.services.http import warm_up  # noqa: PLC0415 - that is the point

    if module:
        import_module(module)
    warm_up()


def _read_text(path: str) -> str:
    with open(path, encoding="utf-8-sig") as file:
        return file.read().strip()
