"""Figures of the built-in service on this machine: `python -m tests.server.figures`.

Overload (ten times more requests than it admits) and small files; large files against nginx are
measured by `make peers`.
"""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
import threading
import time
from urllib.parse import urlsplit

from tests.server.service_process import Client, ServiceUnderTest


def overload(requests: int = 40, each: int = 10) -> dict[str, float]:
    """Ask with `requests` clients at once a service that admits 4 and lets 12 wait."""
    limits = ["in_flight=4", "waiting_room=12", "longest_wait_s=2"]
    with tempfile.TemporaryDirectory() as folder:
        options = [word for limit in limits for word in ("--limit", limit)]
        service = ServiceUnderTest(folder, *options)
        watcher = service.client()
        idle = watcher.metric("resident_bytes")
        service.rule("slow", route="list_records", when="during", seconds=0.02, times=0)
        seen: list[tuple[int, float]] = []

        def ask() -> None:
            client = Client(service.url, service.token)
            for _ in range(each):
                begun = time.monotonic()
                status = client("GET", "/records").status
                seen.append((status, time.monotonic() - begun))
            client.close()

        threads = [threading.Thread(target=ask) for _ in range(requests)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        admitted = sorted(seconds for status, seconds in seen if status == 200)
        found = {
            "asked": float(len(seen)),
            "admitted": float(len(admitted)),
            "refused_503": float(sum(status == 503 for status, _ in seen)),
            "admitted_p99_s": admitted[int(len(admitted) * 0.99)],
            "waiting_peak": watcher.metric("waiting_peak"),
            "memory_growth_mib": (watcher.metric("resident_bytes") - idle) / 2**20,
        }
        service.close()
    return found


async def _put_all(service: ServiceUnderTest, path: str, names: list[int]) -> None:
    address = urlsplit(service.url)
    reader, writer = await asyncio.open_connection(address.hostname, address.port)
    while names:
        writer.write(
            f"PUT {path}/{names.pop()} HTTP/1.1\r\nHost: {address.netloc}\r\n"
            f"Authorization: Bearer {service.token}\r\nContent-Length: 1000\r\n\r\n".encode()
            + b"x" * 1000
        )
        head = await reader.readuntil(b"\r\n\r\n")
        if b" 201 " not in head:
            raise AssertionError(head)
        length = int(head.lower().split(b"content-length: ")[1].split(b"\r\n")[0])
        await reader.readexactly(length)
    writer.close()


def small_files(count: int = 3000, connections: int = 8) -> dict[str, float]:
    """Put `count` files of 1,000 bytes over some connections."""
    with tempfile.TemporaryDirectory() as folder:
        service = ServiceUnderTest(folder)
        path = service.client().record()["links"]["files"]

        async def run() -> float:
            names = list(range(count))
            begun = time.monotonic()
            await asyncio.gather(*(_put_all(service, path, names) for _ in range(connections)))
            return time.monotonic() - begun

        seconds = asyncio.run(run())
        service.close()
    return {"files_per_s": count / seconds}


if __name__ == "__main__":
    sys.stdout.write(f"{json.dumps({'overload': overload(), 'small_files': small_files()})}\n")
