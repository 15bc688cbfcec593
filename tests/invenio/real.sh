#!/usr/bin/env bash
# Runs this suite against a real InvenioRDM; arguments go to pytest. `make test-invenio` calls it.
#
# The server: SENDOFF_INVENIO_URL, SENDOFF_INVENIO_TOKEN and SENDOFF_INVENIO_OTHER_TOKEN (another
# user's) name one that runs (drafts and records are left on it); else the script that
# SENDOFF_INVENIO_START names starts one (it prints URL=, TOKEN= and TOKEN2=), which the stop.sh
# beside it stops at the end.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
suite() { "$root/.venv/bin/python" -m pytest "$here" -m invenio "$@"; }

if [ -n "${SENDOFF_INVENIO_URL:-}" ]; then
  suite "$@"
  exit
fi

start=${SENDOFF_INVENIO_START:-$root/../shared/servers/invenio/start.sh}
if [ ! -x "$start" ]; then
  echo "Name a running InvenioRDM in SENDOFF_INVENIO_URL, or a script that starts one in SENDOFF_INVENIO_START." >&2
  exit 2
fi
stop=$(dirname "$start")/stop.sh

begin() { # begin LIMIT: the server with that rate limit, named by the environment
  for pause in 15 45 0; do # one of its ports may be in use for a moment, by a connection that just ended
    if printed=$(RDM_RATELIMIT=$1 nice "$start"); then break; fi
    [ "$pause" != 0 ] || exit 1
    sleep "$pause"
  done
  value() { sed -n "s/^$1=//p" <<<"$printed"; }
  SENDOFF_INVENIO_URL=$(value URL) SENDOFF_INVENIO_TOKEN=$(value TOKEN)
  SENDOFF_INVENIO_OTHER_TOKEN=$(value TOKEN2)
  export SENDOFF_INVENIO_URL SENDOFF_INVENIO_TOKEN SENDOFF_INVENIO_OTHER_TOKEN
}

"$stop" 14 >/dev/null 2>&1 || true
trap '"$stop" 14 >/dev/null 2>&1 || true' EXIT
begin "500000 per hour;20000 per minute"
suite "$@"
"$stop" 14 >/dev/null
begin "5000 per hour;60 per minute"
SENDOFF_INVENIO_LIMITED=1 suite -k limited_site
