"""Makes the bucket that the environment names, where it is not there yet."""

from __future__ import annotations

import os
from datetime import UTC, datetime

import httpx

from desktop_app.services.s3.bucket import Place
from desktop_app.services.s3.signing import KeyPair, signed_headers


def main() -> None:
    url, bucket = os.environ["SENDOFF_S3_URL"], os.environ["SENDOFF_S3_BUCKET"]
    place, pair = Place.read(f"{url}/{bucket}"), KeyPair.read(os.environ["SENDOFF_S3_KEYS"])
    now = datetime.now(UTC)
    headers = signed_headers(pair, place.region, now, "PUT", place.host, f"/{bucket}", {})
    answer = httpx.put(f"{url}/{bucket}", headers=headers, trust_env=False)
    if answer.status_code not in (200, 409):
        raise SystemExit(answer.text)


if __name__ == "__main__":
    main()
