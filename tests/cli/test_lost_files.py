"""Files that the built-in service loses after it confirmed them: said, and sent again."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.request import Request, urlopen

import pytest

from tests.cli.conftest import ROOT, Ran, Sendoff
from tests.server import lost

CONTENT = bytes(range(256)) * 300
"""More than the service keeps beside the file."""
Harm = Callable[[Path, bytes], None]
HARMS = [lost.remove, lost.remove_folder, lost.cut, lost.flip]


@pytest.fixture
def alone(home: Path) -> Iterator[Sendoff]:
    """The command line with a service of its own, whose content may be damaged."""
    home.mkdir(mode=0o700)
    client = Sendoff(home)
    serving = client.start("serve", "--exit-with-parent", stdin=subprocess.PIPE)
    assert serving.stdout is not None
    json.loads(serving.stdout.readline())
    yield client
    assert serving.communicate(timeout=20) == ("", "")


@pytest.fixture
def data(tmp_path: Path) -> Path:
    (tmp_path / "data.bin").write_bytes(CONTENT)
    (tmp_path / "other.txt").write_text("other")
    return tmp_path


def saved(sendoff: Sendoff, data: Path, *options: str) -> str:
    """Save two files; return the run."""
    paths = [str(data / name) for name in ("data.bin", "other.txt")]
    ran = sendoff("save", "--title", "T", "--json", *options, *paths)
    assert ran.code == 0, ran.err
    return str(ran.objects[-1]["run"])


def says_lost(ran: Ran) -> bool:
    words = ("The service has lost this file", "The service has damaged this file")
    return any(f"data.bin: {word}" in ran.out for word in words)


def in_service(sendoff: Sendoff) -> Path:
    return sendoff.home / "service" / "content"


@pytest.mark.parametrize("harm", HARMS, ids=lambda harm: harm.__name__)
def test_t10_t63_a_check_names_what_a_draft_has_lost_and_resume_sends_it_again(
    alone: Sendoff, data: Path, harm: Harm
) -> None:
    run = saved(alone, data, "--no-finalize")
    harm(in_service(alone), CONTENT)

    checked = alone("check", run)

    assert checked.code == 3
    assert "The service has lost files." in checked.out
    assert says_lost(checked)
    assert "Verified" not in checked.out
    safe = 0 if harm is lost.remove_folder else 1
    assert (f"Safe on the server: {safe} of 2 files" in checked.out) == (safe == 1)
    assert f"sendoff resume {run}" in checked.out
    (listed,) = alone("runs", "--json").objects
    assert listed["confirmed"] == safe

    resumed = alone("resume", run, "--json")

    assert resumed.code == 0, resumed.out + resumed.err
    sent = {event["key"] for event in resumed.events("file_confirmed")}
    assert sent == ({"data.bin", "other.txt"} if safe == 0 else {"data.bin"})
    (record,) = alone.records()
    assert alone.content(record["id"], "data.bin") == CONTENT
    assert alone("resume", run).code == 0
    assert alone.records()[0]["state"] == "finalized"


@pytest.mark.parametrize("harm", HARMS, ids=lambda harm: harm.__name__)
def test_t10_t63_resume_without_a_check_publishes_nothing_that_is_lost(
    alone: Sendoff, data: Path, harm: Harm
) -> None:
    run = saved(alone, data, "--no-finalize")
    harm(in_service(alone), CONTENT)

    resumed = alone("resume", run)

    assert resumed.code == 3
    assert says_lost(resumed), resumed.out
    assert "Verified" not in resumed.out
    assert alone.records()[0]["state"] == "draft"
    codes = [alone("resume", run).code for _ in range(2)]
    assert codes[-1] == 0
    (record,) = alone.records()
    assert alone.content(record["id"], "data.bin") == CONTENT


@pytest.mark.parametrize("harm", HARMS, ids=lambda harm: harm.__name__)
def test_t63_a_check_of_a_finished_save_says_what_was_lost_and_that_it_cannot_be_sent_again(
    alone: Sendoff, data: Path, harm: Harm
) -> None:
    run = saved(alone, data)
    assert alone("check", run).code == 0
    harm(in_service(alone), CONTENT)

    checked = alone("check", run)

    assert checked.code == 3
    assert "The service has lost files." in checked.out
    assert "data.bin" in checked.out
    assert "A finalized record takes no files" in checked.out
    assert "Verified" not in checked.out
    assert "Finalizing the record" not in checked.out, "nothing was finalized just now"
    assert alone("check", run).code == 3, "for as long as it is so"


def test_a_bare_resume_names_a_published_record_that_no_attempt_can_change(
    alone: Sendoff, data: Path
) -> None:
    """It ended with 3 for ever, and wrote nothing."""
    run = saved(alone, data)
    lost.remove(in_service(alone), CONTENT)
    assert alone("check", run).code == 3
    unfinished = saved(alone, data, "--no-finalize")

    ran = alone("resume")

    assert ran.code == 0
    lines = ran.out.splitlines()
    (about,) = [line for line in lines if run in line]
    assert about.startswith("The service has lost files, and nothing can be sent to it: ")
    assert f"See: sendoff check {run}" in about
    assert any(unfinished in line for line in lines), "the others are heard of as before"
    assert alone("resume", run).code == 3, "asked for by name it says how it stands"


def test_t63_doctor_hashes_again_and_names_what_is_lost(alone: Sendoff, data: Path) -> None:
    saved(alone, data)
    fine = alone("doctor").out
    assert "ok       Stored files: fine" in fine
    lost.flip(in_service(alone), CONTENT, keep_time=True)

    examined = alone("doctor")

    assert examined.code == 1
    record = alone.records()[0]["id"]
    line = f"PROBLEM  Stored files: Lost or damaged: data.bin (record {record})"
    assert line in examined.out.splitlines()


@pytest.fixture
def with_jobs(home: Path) -> Iterator[Sendoff]:
    """As `alone`, by a service to which everything is large: it answers 202 and a job."""
    home.mkdir(mode=0o700)
    client = Sendoff(home)
    limits = ["--limit", "verify_job_above=1000", "--qa"]
    command = [sys.executable, "-m", "desktop_app.server", "--data", str(home / "service")]
    with subprocess.Popen(
        [*command, *limits, "--exit-with-parent"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as serving:
        assert serving.stdout is not None
        facts = json.loads(serving.stdout.readline())
        rule = {"what": "slow_job", "route": "finalize", "seconds": 0.1, "times": 0}
        with urlopen(
            Request(
                f"{facts['url']}/qa/rules",
                json.dumps(rule).encode(),
                {"Authorization": f"Bearer {Path(facts['qa_token_file']).read_text().strip()}"},
            ),
            timeout=20,
        ) as answer:
            assert answer.status == 201
        yield client
        serving.communicate(timeout=20)


def test_t63_what_is_large_is_hashed_again_as_a_job(with_jobs: Sendoff, data: Path) -> None:
    run = saved(with_jobs, data, "--no-finalize")
    assert "ok       Stored files: fine" in with_jobs("doctor").out
    lost.flip(in_service(with_jobs), CONTENT, keep_time=True)

    checked = with_jobs("check", run)

    assert checked.code == 3
    assert says_lost(checked)
    assert "Lost or damaged: data.bin" in with_jobs("doctor").out


def test_t63_a_finalize_that_fails_as_a_job_names_the_file(with_jobs: Sendoff, data: Path) -> None:
    run = saved(with_jobs, data, "--no-finalize")
    lost.flip(in_service(with_jobs), CONTENT)

    resumed = with_jobs("resume", run)

    assert resumed.code == 3
    assert says_lost(resumed), resumed.out
    assert [with_jobs("resume", run).code for _ in range(2)][-1] == 0
    (record,) = with_jobs.records()
    assert with_jobs.content(record["id"], "data.bin") == CONTENT
