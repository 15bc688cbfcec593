"""One intent, one effect: replays, races of processes, kill -9 and restart in a loop."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from functools import partial
from typing import Any

import pytest

from tests.server.service_process import ROOT, Client, ServiceUnderTest, eventually

BODY = {"title": "One", "metadata": {"n": 1}, "client_ref": "raced"}
RACER = """
import sys, time
from tests.server.service_process import Client
url, token_file, path, key, body = sys.argv[1:]
until = time.monotonic() + 60
while time.monotonic() < until:
    client = Client(url, open(token_file).read())
    try:
        answer = client("POST", path, body.encode(), Idempotency_Key=key)
    except OSError:
        time.sleep(0.02)
        continue
    except Exception as error:
        if type(error).__module__ != "http.client":
            raise
        continue
    finally:
        client.close()
    if answer.status in (200, 201):
        sys.stdout.write(answer.body.decode())
        sys.exit(0)
    if answer.status not in (409, 503):
        sys.exit(f"{answer.status} {answer.body!r}")
    time.sleep(0.02)
sys.exit("no answer")
"""


def race(service: ServiceUnderTest, path: str, key: str, body: Any, n: int = 16) -> list[Any]:
    return [
        subprocess.Popen(
            [
                sys.executable,
                "-c",
                RACER,
                service.url,
                service.facts["token_file"],
                path,
                key,
                json.dumps(body),
            ],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        for _ in range(n)
    ]


def bodies(racers: list[Any]) -> list[bytes]:
    found = []
    for racer in racers:
        out, errors = racer.communicate(timeout=80)
        if racer.returncode:
            raise AssertionError(errors.decode())
        found.append(out)
    return found


def under_way(racers: list[Any], client: Client) -> bool:
    """Whether this incarnation of the service has answered a racer, or all have ended."""
    if all(racer.poll() is not None for racer in racers):
        return True
    return client.metric("requests_total", route="create_record") >= 1


def test_replay_other_body_missing_key(client: Client) -> None:
    first = client("POST", "/records", BODY, Idempotency_Key="i1")
    again = client("POST", "/records", BODY, Idempotency_Key="i1")
    assert (again.status, again.body) == (201, first.body)
    assert again.headers["idempotency-replayed"] == "true"
    assert again.headers["location"] == first.headers["location"]
    other = client("POST", "/records", {**BODY, "title": "Two"}, Idempotency_Key="i1")
    assert (other.status, other.kind) == (422, "idempotency-key-reused")
    assert client("POST", "/records", BODY).kind == "idempotency-key-missing"
    assert client("POST", "/records", BODY, Idempotency_Key="a b").kind == "bad-header"


def test_a_refusal_leaves_the_key_free(client: Client) -> None:
    assert client("POST", "/records", {"title": ""}, Idempotency_Key="i2").status == 400
    assert client("POST", "/records", {"title": "ok"}, Idempotency_Key="i2").status == 201


def test_keys_survive_kill_9(start: Any) -> None:
    service = start()
    client = service.client()
    record = client.record("k1")
    client.put(record, "f", b"x")
    sealed = client.finalize(record, "k2")
    service.restart()
    again = service.client()
    assert again.record("k1") == record
    replayed = again.finalize(record, "k2")
    assert (replayed.status, replayed.body) == (200, sealed.body)
    assert replayed.headers["idempotency-replayed"] == "true"


def test_sixteen_processes_race_one_key(shared: ServiceUnderTest, client: Client) -> None:
    answers = bodies(race(shared, "/records", "race-1", BODY))
    assert len(answers) == 16
    assert len(set(answers)) == 1
    ids = [i["id"] for i in client("GET", "/records?client_ref=raced").json["items"]]
    assert ids.count(json.loads(answers[0])["id"]) == 1


def test_sixteen_processes_race_while_the_service_is_killed_and_restarted(start: Any) -> None:
    service = start()
    racers = race(service, "/records", "race-2", BODY)
    for _ in range(4):
        eventually(partial(under_way, racers, service.client()))
        service.restart()
    answers = bodies(racers)
    assert len(set(answers)) == 1
    client = service.client()
    assert len(client("GET", "/records?client_ref=raced").json["items"]) == 1

    record = json.loads(answers[0])
    client.put(record, "f", b"content")
    items = client("GET", record["links"]["files"]).json["items"]
    manifest = {"files": [{n: i[n] for n in ("key", "size", "digest")} for i in items]}
    racers = race(service, record["links"]["finalize"], "race-3", manifest)
    service.restart()
    sealed = bodies(racers)
    assert len(set(sealed)) == 1
    assert json.loads(sealed[0])["state"] == "finalized"


@pytest.mark.parametrize("what", ["crash_before_commit", "crash_after_commit"])
def test_a_crash_in_create_is_settled_by_what_was_written(start: Any, what: str) -> None:
    service = start()
    service.rule(what, route="create_record")
    with pytest.raises(ConnectionError):
        service.client()("POST", "/records", BODY, Idempotency_Key="c")
    assert service.wait_for_end() == 137
    service.start()
    client = service.client()
    existing = client("GET", "/records?client_ref=raced").json["items"]
    assert len(existing) == (1 if what == "crash_after_commit" else 0)
    made = client("POST", "/records", BODY, Idempotency_Key="c")
    assert made.status == 201
    assert [i["id"] for i in client("GET", "/records").json["items"]] == [made.json["id"]]


@pytest.mark.parametrize("what", ["crash_before_commit", "crash_after_commit"])
@pytest.mark.parametrize("size", [100, 300_000])
def test_a_crash_in_put_never_doubles_and_never_lies(start: Any, what: str, size: int) -> None:
    service = start()
    record = service.client().record()
    service.rule(what, route="put_file")
    content = b"z" * size
    with pytest.raises(ConnectionError):
        service.client().put(record, "f", content, Idempotency_Key="p")
    assert service.wait_for_end() == 137
    service.start()
    client = service.client()
    items = client("GET", record["links"]["files"]).json["items"]
    assert len(items) == (1 if what == "crash_after_commit" else 0)
    assert client.put(record, "f", content, Idempotency_Key="p").status in {200, 201}
    assert client("GET", f"{record['links']['files']}/f").body == content


@pytest.mark.parametrize("what", ["crash_before_commit", "crash_after_commit"])
def test_a_crash_in_finalize_leaves_no_key_stuck(start: Any, what: str) -> None:
    service = start()
    client = service.client()
    record = client.record()
    client.put(record, "f", b"x")
    service.rule(what, route="finalize")
    with pytest.raises(ConnectionError):
        client.finalize(record)
    assert service.wait_for_end() == 137
    service.start()
    done = service.client().finalize(record)
    assert (done.status, done.json["state"]) == (200, "finalized")
    replayed = service.client().finalize(record)
    assert replayed.body == done.body


def test_small_files_survive_the_loss_of_what_was_not_synced(start: Any) -> None:
    service = start()
    client = service.client()
    record = client.record()
    client.put(record, "f", b"precious")
    service.kill()
    lose_contents(service, record)
    service.start()
    assert service.client()("GET", f"{record['links']['files']}/f").body == b"precious"


def lose_contents(service: ServiceUnderTest, record: dict[str, Any]) -> None:
    """Do what a power cut may do to a file that was never synced: its bytes are gone."""
    folder = os.path.join(service.folder, "content", record["id"])
    for name in os.listdir(folder):
        with open(os.path.join(folder, name), "wb"):
            pass
