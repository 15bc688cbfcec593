"""The composition root builds quickly, starts nothing, and opens what each account needs."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any, cast

import pytest

from desktop_app.core.errors import BadInputError, ErrorKind, ServiceError
from desktop_app.core.model import LOCAL_ACCOUNT, Account, SaveStage
from desktop_app.services.base import RecordService
from desktop_app.wiring import LocalProcess, build


class Chain:
    def __init__(self) -> None:
        self.asked: list[str] = []
        self.secrets = {"acct-1": "tok-1"}

    def get_password(self, service_name: str, username: str) -> str | None:
        self.asked.append(username)
        return self.secrets.get(username)

    def set_password(self, service_name: str, username: str, password: str) -> None:
        self.secrets[username] = password

    def delete_password(self, service_name: str, username: str) -> None:
        del self.secrets[username]


def test_building_imports_nothing_heavy_and_opens_nothing(tmp_path: Path) -> None:
    script = (
        "import sys; from desktop_app.wiring import build; build(sys.argv[1])\n"
        "heavy = {'httpx', 'keyring', 'rich', 'starlette', 'truststore', 'uvicorn', 'PySide6'}\n"
        "print(*sorted(heavy & set(sys.modules)))"
    )
    command = [sys.executable, "-c", script, str(tmp_path / "home")]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)

    assert ran.stdout.strip() == ""
    assert sorted(path.name for path in (tmp_path / "home").iterdir()) == ["logs"]


def test_an_injected_service_means_no_process_and_no_keychain(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def started(_self: LocalProcess) -> Any:
        raise AssertionError("the process was asked for")

    monkeypatch.setattr(LocalProcess, "locate", started)
    service = cast(RecordService, object())
    built = build(str(tmp_path), service=service)

    async def main() -> None:
        for account in (LOCAL_ACCOUNT, Account("acct-1", "invenio", "", "https://h.example")):
            assert await built.provider.open(account) is service
        assert await built.credentials.token("acct-1") == ""
        await built.close(0.1)

    asyncio.run(main())
    assert "keyring" not in sys.modules or built.credentials.problem is None


def test_an_account_s_service_gets_the_token_of_the_keychain(tmp_path: Path) -> None:
    chain = Chain()
    built = build(str(tmp_path), keychain=chain)
    assert chain.asked == []

    async def main() -> None:
        service = await built.provider.open(
            Account("acct-1", "invenio", "Lab", "https://data.example")
        )
        assert service.capabilities.kind == "invenio"
        assert SaveStage.FINALIZE_RECORD not in service.capabilities.abortable
        await service.aclose()
        await built.close(0.1)

    asyncio.run(main())
    assert chain.asked == ["acct-1"]


def test_without_a_token_or_a_back_end_it_says_which(tmp_path: Path) -> None:
    built = build(str(tmp_path), keychain=Chain())

    async def main() -> None:
        with pytest.raises(ServiceError) as signed_out:
            await built.provider.open(Account("acct-2", "invenio", "Lab", "https://h.example"))
        assert signed_out.value.kind is ErrorKind.SIGN_IN
        assert signed_out.value.info.get("account") == "Lab"
        with pytest.raises(BadInputError) as unknown:
            await built.provider.open(Account("acct-3", "fax", "Lab"))
        assert unknown.value.kind is ErrorKind.NO_ACCOUNT
        await built.close(0.1)

    asyncio.run(main())


def test_changed_limits_hold_for_the_next_save(tmp_path: Path) -> None:
    built = build(str(tmp_path), keychain=Chain())

    asyncio.run(built.preferences.change(parallel_files=2, stall_s=7))

    assert built.session._tools.limits.parallel_files == 2
    assert built.session._tools.limits.stall_s == 7


def test_the_loop_goes_on_while_services_are_imported(tmp_path: Path) -> None:
    built = build(str(tmp_path), keychain=Chain())
    loaders: list[str] = []

    from desktop_app import wiring

    real = wiring._load

    def load(module: str = "") -> None:
        loaders.append(threading.current_thread().name)
        real(module)

    async def main() -> None:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(wiring, "_load", load)
            service = await built.provider.open(
                Account("acct-1", "invenio", "Lab", "https://data.example")
            )
            await service.aclose()
        await built.close(0.1)

    asyncio.run(main())
    assert loaders
    assert threading.main_thread().name not in loaders
