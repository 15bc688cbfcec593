#!/usr/bin/env bash
# Runs the contract suite of buckets against a real store; arguments go to pytest. `make test-s3` calls it.
#
# The store: SENDOFF_S3_URL, SENDOFF_S3_KEYS (KEY-ID:SECRET) and SENDOFF_S3_BUCKET name one that runs (objects
# under tests/ are left in it); else the script that SENDOFF_S3_START names starts one.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
python="$root/.venv/bin/python"
suite() { cd "$root" && "$python" -m pytest tests/s3 tests/contract -k s3 "$@"; }

if [ -n "${SENDOFF_S3_URL:-}" ]; then
  suite "$@"
  exit
fi
start=${SENDOFF_S3_START:-$root/../shared/servers/s3/start.sh}
if [ ! -x "$start" ]; then
  echo "Name a running store in SENDOFF_S3_URL, or a script that starts one in SENDOFF_S3_START." >&2
  exit 2
fi
trap '"$(dirname "$start")/stop.sh" >/dev/null 2>&1 || true' EXIT
printed=$("$start")
value() { sed -n "s/^$1=\([^ ]*\).*/\1/p" <<<"$printed"; }
SENDOFF_S3_URL=$(value S3) SENDOFF_S3_KEYS=$(value KEY):$(value SECRET) SENDOFF_S3_BUCKET=$(value BUCKET)
export SENDOFF_S3_URL SENDOFF_S3_KEYS SENDOFF_S3_BUCKET
cd "$root" && "$python" -m tests.s3.make_bucket
suite "$@"
