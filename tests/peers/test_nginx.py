"""nginx before the service, as the command line meets it: private authority, 413, 429."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.peers.conftest import Site
from tests.services.test_proxy_peers import needs, nginx

pytestmark = [pytest.mark.peer, needs("nginx")]


def upstream(site: Site) -> int:
    facts = json.loads((site.sendoff.home / "service" / "service.json").read_text())
    return int(facts["url"].rsplit(":", 1)[1].strip("/"))


def test_nginx_its_certificate_and_its_limit_are_told_and_what_fits_is_saved(
    site: Site, tmp_path: Path
) -> None:
    (tmp_path / "nginx").mkdir()
    with nginx(tmp_path / "nginx", upstream(site)) as (port, authority):
        url = f"https://localhost:{port}"
        unknown = site.save(url=url)
        assert unknown.code == 3
        assert "certificate" in unknown.out
        assert "choose its certificate file in the settings" in unknown.out

        site.settings(ca_file=str(authority), limits={"outage_s": 0})
        (tmp_path / "in parts.bin").write_bytes(b"p" * (9 << 20))
        site.files.append(str(tmp_path / "in parts.bin"))
        fitting = site.save(url=url)
        assert fitting.code == 0, fitting.out

        (tmp_path / "large.bin").write_bytes(b"l" * (2 << 20))
        site.files.append(str(tmp_path / "large.bin"))
        large = site.save(url=url)
        assert large.code == 3
        assert "large.bin: The file is too large for the service." in large.out
        assert "Safe on the server: 4 of 5 files." in large.out
    assert sorted(one["state"] for one in site.sendoff.records()) == ["draft", "finalized"]


def test_nginx_that_limits_the_rate_slows_a_save_and_does_not_stop_it(
    site: Site, tmp_path: Path
) -> None:
    (tmp_path / "nginx").mkdir()
    with nginx(tmp_path / "nginx", upstream(site), rate="8r/s") as (port, authority):
        limits = {"outage_s": 0, "attempts": 5}
        site.settings(ca_file=str(authority), limits=limits)
        ran = site.save(url=f"https://localhost:{port}")
    assert ran.code == 0, ran.out
    assert "The service asks for a pause" in ran.out
    assert [one["state"] for one in site.sendoff.records()] == ["finalized"]
