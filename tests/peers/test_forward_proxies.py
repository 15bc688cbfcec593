"""squid and tinyproxy between the command line and a service: it works, or says what is wrong."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from tests.peers.conftest import Site
from tests.ports import free_port
from tests.services.test_proxy_peers import needs, squid, tinyproxy

Started = Callable[[Path], AbstractContextManager[int]]
PASSWORD = "PROXYPW-55aa@#%"
each_proxy = pytest.mark.parametrize(
    "start",
    [
        pytest.param(tinyproxy, marks=[pytest.mark.peer, needs("tinyproxy")], id="tinyproxy"),
        pytest.param(squid, marks=[pytest.mark.peer, needs("squid")], id="squid"),
    ],
)


@each_proxy
def test_h23_a_proxy_with_authentication_works_or_explains_itself(
    start: Started, site: Site, tmp_path: Path
) -> None:
    (tmp_path / "proxy").mkdir()
    with start(tmp_path / "proxy") as port:
        ran = site.save(HTTPS_PROXY=f"http://user:pass@127.0.0.1:{port}")
        assert ran.code == 0, ran.out + ran.err
        assert [one["state"] for one in site.sendoff.records()] == ["finalized"]

        wrong = site.save(PASSWORD, HTTPS_PROXY=f"http://user:{PASSWORD}@127.0.0.1:{port}")
        site.settings(proxy_mode="manual", proxy_url=f"http://127.0.0.1:{port}")
        without = site.save()
        for ran in (wrong, without):
            assert ran.code == 3, ran.out + ran.err
            assert "The proxy wants a user name and a password" in ran.out, ran.out
            assert "they are not your token" in ran.out
            assert "Nothing was saved on the server" in ran.out
    gone = site.save()
    assert gone.code == 3
    assert "proxy" in gone.out
    assert len(site.sendoff.records()) == 1


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("ALL_PROXY", "socks://user:SECRETPW@127.0.0.1:1"),
        ("HTTPS_PROXY", "http://user:SECRETPW@:99999"),
        ("https_proxy", "http://user:SECRETPW@[::1"),
    ],
)
def test_h23_a_variable_that_is_no_proxy_is_named(site: Site, variable: str, value: str) -> None:
    ran = site.save("SECRETPW", **{variable: value})
    assert ran.code in (2, 3)
    assert variable.lower() in (ran.out + ran.err).lower(), ran.out + ran.err
    assert site.sendoff.records() == []
    assert site.save(**{variable: value}, url="http://127.0.0.1:1").code == 3, "loopback: no proxy"


def test_h23_a_stale_certificate_file_is_named(site: Site, tmp_path: Path) -> None:
    site.settings(ca_file=str(tmp_path / "gone.pem"))
    ran = site.save()
    assert ran.code in (2, 3)
    assert "gone.pem" in ran.out + ran.err or "certificate" in ran.out + ran.err
    assert site.sendoff.records() == []


def test_h24_certificate_name_and_refused_connection_are_three_different_things(
    site: Site,
) -> None:
    site.settings(ca_file="")
    told = [
        site.save(),
        site.save(url="https://no-such-host.invalid"),
        site.save(url=f"https://127.0.0.1:{free_port()}"),
    ]
    assert [ran.code for ran in told] == [3, 3, 3]
    certificate, name, refused = (ran.out for ran in told)
    assert "certificate" in certificate
    assert "no-such-host.invalid" in name
    assert "does not accept connections" in refused
