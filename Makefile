# Every target does its own set-up, on a bare machine too (Python 3.11 to 3.13 with venv and pip, make, git).
# `make help` lists the targets.

PYTHON ?= $(firstword $(foreach name,python3.11 python3.12 python3.13 python3,$(shell command -v $(name))))
VENV := .venv
BIN := $(VENV)/bin
ARGS ?=

# Tests run on every core, on two at least: much of the suite waits for processes that it started.
# `ARGS="-n 0"` runs them in one process, as a debugger wants it.
CORES := $(shell n=$$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2); [ $$n -gt 2 ] && echo $$n || echo 2)
unexport PYTHONDONTWRITEBYTECODE # else each worker and each child compiles everything anew
PYTEST := $(BIN)/python -m pytest -n $(CORES) --dist=worksteal
QUICK := tests/core tests/workflow tests/files tests/saving tests/storage tests/contract

# What Qt and its tools load, a window on X11, and letters (Latin and Chinese) to draw.
QT_LIBRARIES := libegl1 libgl1 libdbus-1-3 libfontconfig1 libglib2.0-0 libgssapi-krb5-2 libbrotli1 \
	libxkbcommon0 libxkbcommon-x11-0 libx11-xcb1 libxcb-cursor0 libxcb-icccm4 libxcb-image0 libxcb-keysyms1 \
	libxcb-randr0 libxcb-render-util0 libxcb-shape0 libxcb-xinerama0 libxcb-xkb1 \
	libwayland-cursor0 libwayland-egl1
FONTS := fonts-dejavu-core fonts-droid-fallback

# Set-up is done again exactly when the content of what it reads has changed, or the checkout has moved.
INPUTS := Makefile pyproject.toml constraints.txt README.md LICENSE desktop_app resources translations
FINGERPRINT := $(shell { pwd; find $(INPUTS) -type f ! -name '*.pyc' -exec cksum {} + | sort; } | cksum | tr ' ' '-')
STAMPS := $(VENV)/.stamps
FOR_USE := $(STAMPS)/use-$(FINGERPRINT)
FOR_WORK := $(STAMPS)/work-$(FINGERPRINT)

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:
.PHONY: help run test quick check format system-libraries setup-use setup-work translations peers bench soak qa \
	screenshots test-invenio test-s3 bundle audit clean

help: ## list the targets
	@sed -n 's/^\([a-z0-9-]*\):.*## \(.*\)/make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 20

run: setup-use ## set up, then open Sendoff with sample files (in the terminal where there is no display)
	$(BIN)/sendoff --demo $(ARGS)

test: setup-work translations ## set up, then run the whole test suite
	$(PYTEST) $(ARGS)

quick: setup-work ## the tests of a save's own logic, without windows and command lines: under a minute
	$(PYTEST) $(QUICK) $(ARGS)

check: setup-work translations ## format, lint, types, layer contracts, translations
	$(BIN)/python -m ruff format --check .
	$(BIN)/python -m ruff check .
	$(BIN)/python -m mypy
	$(BIN)/python -m pytest -q tests/test_architecture.py
	$(BIN)/python translations/build.py check

format: setup-work ## let ruff format and mend what it can
	$(BIN)/python -m ruff format .
	$(BIN)/python -m ruff check --fix .

translations: setup-work ## compile the translations for the checkout
	@$(BIN)/python translations/build.py release

peers: setup-work ## tests against servers and clients that others wrote (installs what it needs)
	$(BIN)/python -m tests.peers $(ARGS)

test-invenio: setup-work ## tests against a real InvenioRDM (see docs/CONTRIBUTING.md)
	@bash tests/invenio/real.sh $(ARGS)

test-s3: setup-work ## contract tests of buckets against a real S3 store (SeaweedFS)
	@bash tests/s3/real.sh $(ARGS)

qa: setup-work translations ## every QA scenario, through the command line and through the window
	$(BIN)/sendoff qa run --all --through cli
	$(PYTEST) -m qa $(ARGS)

bench: setup-work ## measure; figures in build/bench/
	$(BIN)/python -m tests.bench $(ARGS)

soak: setup-work ## cuts and pauses of real seconds, saves through kills, and every claim compared
	$(BIN)/python -m tests.soak_seconds
	$(BIN)/python -m tests.soak $(ARGS)
	$(BIN)/python -m tests.soak --world invenio

screenshots: setup-work translations ## a gallery of all screens in build/screenshots/
	$(BIN)/python -m tests.screenshots $(ARGS)

bundle: QT_LIBRARIES += binutils libpython3.11
bundle: setup-work translations ## build and try a folder that runs without Python: dist/sendoff
	$(BIN)/python -m pip install -q -c constraints.txt --no-build-isolation ".[bundle]"
	$(BIN)/python resources/packaging/bundle.py
	$(BIN)/python -m pytest tests/test_bundle.py

audit: setup-work ## known vulnerabilities of the pinned packages (OSV=FOLDER of advisories: without a network)
ifdef OSV
	$(BIN)/python -m tests.audit $(OSV)
else
	$(PYTHON) -m venv build/audit
	build/audit/bin/python -m pip install -q pip-audit
	build/audit/bin/pip-audit --no-deps --disable-pip -r constraints.txt
endif

clean: ## remove what the other targets made, .venv included
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find desktop_app tests translations resources -name __pycache__ -type d -prune -exec rm -rf {} +

# Installed when root on Debian and its kin; else one line names what is missing and set-up goes on.
system-libraries:
	@command -v dpkg-query >/dev/null || { [ "$$(uname)" != Linux ] \
	  || echo "Qt needs the system libraries that Debian calls: $(QT_LIBRARIES) $(FONTS)"; exit 0; }; \
	missing=; for name in $(QT_LIBRARIES) $(FONTS); do \
	  dpkg-query -W -f='$${Status}' $$name 2>/dev/null | grep -q 'install ok installed' || missing="$$missing $$name"; \
	done; \
	if [ -z "$$missing" ]; then :; \
	elif [ "$$(id -u)" = 0 ]; then \
	  echo "Installing system libraries:$$missing"; \
	  export DEBIAN_FRONTEND=noninteractive; \
	  apt-get update -qq && apt-get install -y -qq --no-install-recommends $$missing >/dev/null; \
	else echo "Missing system libraries; install them with: sudo apt-get install$$missing"; fi

$(BIN)/python:
	@[ -n "$(PYTHON)" ] && $(PYTHON) -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] < (3, 14))' \
	  || { echo "Sendoff needs Python 3.11, 3.12 or 3.13: make PYTHON=/path/to/python"; exit 1; }
	$(PYTHON) -m venv $(VENV)

setup-use: system-libraries $(FOR_USE)
setup-work: system-libraries $(FOR_WORK)

# The wheel is built with the tools of this environment: quicker than in an isolated one, and pinned.
# For use everything is installed, never linked: an editable install has no icons and no translations.
$(FOR_USE) $(FOR_WORK): | $(BIN)/python
	@rm -rf $(STAMPS)
	$(BIN)/python -m pip install -q -c constraints.txt hatchling PySide6-Essentials
	$(BIN)/python -m pip install -q -c constraints.txt --no-build-isolation "$(if $(findstring work-,$@),.[dev],.)"
	@$(BIN)/python -m compileall -q desktop_app $(if $(findstring work-,$@),tests translations)
	@mkdir -p $(STAMPS) && touch $(FOR_USE) $@
