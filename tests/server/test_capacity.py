"""Overload: bounded waiting, clear refusals, recovery; and numbers a Prometheus parser reads."""

from __future__ import annotations

import http.client
import threading
from typing import Any

from prometheus_client.parser import text_string_to_metric_families

from tests.server.service_process import Answer, Client, ServiceUnderTest, eventually

AN_HOUR = 3600.0
"""How long work that must not be waited for would take: an answer at all shows that it was not."""


def test_ten_times_more_than_it_admits(start: Any) -> None:
    service: ServiceUnderTest = start("in_flight=4", "waiting_room=12", "longest_wait_s=2")
    watcher = service.client()
    resident = watcher.metric("resident_bytes")
    service.rule("slow", route="list_records", when="during", seconds=0.05, times=0)
    answers: list[Answer] = []

    def ask() -> None:
        client = Client(service.url, service.token)
        answers.extend(client("GET", "/records", Request_Deadline_Ms="5000") for _ in range(5))
        client.close()

    threads = [threading.Thread(target=ask) for _ in range(40)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    statuses = [answer.status for answer in answers]
    assert len(statuses) == 200
    assert set(statuses) == {200, 503}
    refused = [answer for answer in answers if answer.status == 503]
    assert {answer.kind for answer in refused} == {"overloaded"}
    assert all(int(answer.headers["retry-after"]) >= 1 for answer in refused)
    assert 0 < watcher.metric("waiting_peak") <= 12
    assert watcher.metric("resident_bytes") - resident < 32 << 20
    service.qa("DELETE", "/qa/rules")
    assert watcher("GET", "/records").status == 200
    assert (watcher.metric("in_flight"), watcher.metric("waiting")) == (0, 0)


def test_a_wait_ends_with_the_request_deadline(start: Any) -> None:
    service = start("in_flight=1")
    client = service.client()
    service.rule("slow", route="list_records", when="during", seconds=2.0)
    blocker = threading.Thread(target=lambda: service.client()("GET", "/records"))
    blocker.start()
    assert eventually(lambda: client.metric("in_flight") == 1)
    late = client("GET", "/records", Request_Deadline_Ms="50")
    assert (late.status, late.kind) == (503, "overloaded")
    blocker.join()


def test_the_rate_limit_says_when_to_come_again(start: Any) -> None:
    client = start("rate_per_s=1").client()
    answers = [client("GET", "/records") for _ in range(5)]
    assert [answer.status for answer in answers[:3]] == [200, 200, 200]
    refused = answers[-1]
    assert (refused.status, refused.kind) == (429, "rate-limited")
    assert int(refused.headers["retry-after"]) >= 1
    assert refused.headers["ratelimit-policy"] == '"burst";q=3;w=3'
    assert refused.headers["ratelimit"].startswith('"burst";r=0;t=')
    assert client("GET", "/healthz").status == 200


def test_a_deadline_stops_cancellable_work_and_is_counted(client: Client, shared: Any) -> None:
    shared.rule("slow", route="list_records", when="during", seconds=AN_HOUR)
    late = client("GET", "/records", Request_Deadline_Ms="100")
    assert (late.status, late.kind) == (503, "deadline")
    assert client.metric("cancelled_total", route="list_records", reason="deadline") == 1


def test_finalize_past_its_deadline_answers_202_with_a_job_that_finishes(start: Any) -> None:
    service = start()
    client = service.client()
    record = client.record()
    client.put(record, "f", b"x")
    service.rule("slow_job", route="finalize", seconds=0.2)
    begun = client.finalize(record)
    assert (begun.status, begun.json["state"]) == (202, "queued")
    job = begun.headers["location"]
    assert client("GET", record["links"]["self"]).json["state"] == "processing"
    assert client.put(record, "g", b"y").kind == "record-busy"
    assert client.finalize(record, "other").kind == "record-busy"
    again = client.finalize(record)
    assert (again.status, again.headers["location"]) == (202, job)
    assert eventually(lambda: client("GET", job).json["state"] == "done")
    assert client("GET", record["links"]["self"]).json["state"] == "finalized"
    assert client("DELETE", job).kind == "job-not-queued"


def test_a_running_finalize_past_its_deadline_goes_on_as_a_job(start: Any) -> None:
    service = start()
    client = service.client()
    record = client.record()
    client.put(record, "f", b"x")
    service.rule("slow_job", route="finalize", when="during", seconds=0.6)
    late = client.finalize(record, Request_Deadline_Ms="200")
    assert (late.status, late.json["state"]) == (202, "running")
    job = late.headers["location"]
    assert client("DELETE", job).kind == "job-not-queued"
    assert eventually(lambda: client("GET", job).json["state"] == "done")
    again = client.finalize(record)
    assert (again.status, again.body) == (202, late.body)
    assert client.finalize(record, "new").json["state"] == "finalized"


def test_a_finalize_in_progress_answers_409_and_a_kill_settles_it(start: Any) -> None:
    service = start()
    client = service.client()
    record = client.record()
    service.rule("slow_job", route="finalize", when="during", seconds=20.0)

    def finalize() -> None:
        try:
            service.client().finalize(record)
        except OSError:
            return

    thread = threading.Thread(target=finalize)
    thread.start()
    assert eventually(lambda: client.metric("jobs", state="running") == 1)
    busy = client.finalize(record)
    assert (busy.status, busy.kind, busy.headers["retry-after"]) == (409, "in-progress", "1")
    service.kill()
    thread.join()
    service.start()
    client = service.client()
    assert service.qa("GET", "/qa/state").json["settled"]["finalize_undone"] == 1
    assert client("GET", record["links"]["self"]).json["state"] == "draft"
    assert client.finalize(record).status == 200


def test_a_queued_job_can_be_cancelled_and_survives_a_restart(start: Any) -> None:
    service = start()
    client = service.client()
    record = client.record()
    service.rule("slow_job", route="finalize", seconds=600.0)
    job = client.finalize(record).headers["location"]
    service.restart()
    client = service.client()
    assert client("GET", job).json["state"] == "queued"
    assert client("DELETE", job).status == 204
    assert client("GET", job).json["state"] == "cancelled"
    assert client("GET", record["links"]["self"]).json["state"] == "draft"
    assert client.finalize(record).status == 200


def test_a_failed_job_leaves_a_draft_and_a_free_key(start: Any) -> None:
    service = start()
    client = service.client()
    record = client.record()
    service.rule("failing_job", route="finalize")
    job = client.finalize(record).headers["location"]
    assert eventually(lambda: client("GET", job).json["state"] == "failed")
    assert client("GET", record["links"]["self"]).json["state"] == "draft"
    assert client.finalize(record).status == 200


def test_a_prometheus_parser_reads_every_family(shared: Any, client: Client) -> None:
    record = client.record("prom")
    client.put(record, "f", b"x")
    answer = client("GET", "/metrics")
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    families = {f.name: f for f in text_string_to_metric_families(answer.body.decode())}
    expected = {
        "in_flight", "waiting", "requests", "cancelled", "client_gone", "work_after_gone",
        "work_after_gone_seconds", "replays", "retries_seen", "jobs", "orphans_removed",
        "event_loop_lag_seconds", "open_handles", "request_seconds", "wait_seconds",
        "database_connections_in_use", "database_waiting", "resident_bytes",
    }  # fmt: skip
    assert {f"sendoff_{name}" for name in expected} <= set(families)
    buckets = [
        s.value
        for s in families["sendoff_request_seconds"].samples
        if s.name.endswith("_bucket") and s.labels["route"] == "put_file"
    ]
    assert buckets == sorted(buckets)
    assert {s.labels["state"] for s in families["sendoff_jobs"].samples} == {
        "queued", "running", "done", "failed", "cancelled",
    }  # fmt: skip


def test_replays_and_retries_are_counted(start: Any) -> None:
    client = start().client()
    client.record("r")
    client.record("r")
    client("POST", "/records", {"title": "other"}, Idempotency_Key="r")
    assert client.metric("replays_total", route="create_record") == 1
    assert client.metric("retries_seen_total", route="create_record") == 2


def test_a_listing_never_waits_behind_slow_uploads(start: Any) -> None:
    """What a client asks after a cancel is answered while the uploads it gave up still linger."""
    service: ServiceUnderTest = start()
    client = service.client()
    record = client.record()
    service.rule("slow", route="put_file", when="before", seconds=AN_HOUR, times=0)
    uploads = [http.client.HTTPConnection(client.host) for _ in range(12)]
    for number, upload in enumerate(uploads):
        headers = {"Authorization": f"Bearer {service.token}"}
        upload.request("PUT", f"{record['links']['files']}/f{number}", b"x", headers)

    def held() -> int:
        return int(service.qa("GET", "/qa/state").json["rules"][0]["fired"])

    assert eventually(lambda: held() == len(uploads))
    assert client("GET", record["links"]["files"]).status == 200
    for upload in uploads:
        upload.close()
