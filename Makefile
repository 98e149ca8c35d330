# Everything happens in .venv; `make help` lists the targets.
PYTHON ?= $(firstword $(foreach p,python3 python3.13 python3.12 python3.11,$(shell \
            $(p) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $(p))))
CORES := $(shell nproc 2>/dev/null || echo 2)
# Tests mostly wait for servers and pages: more of them at once than there are cores.
JOBS ?= $(shell expr 2 \* $(CORES))
ARGS ?=
# Sources are compiled once, not again by each of the hundreds of processes that tests start.
export PYTHONDONTWRITEBYTECODE :=

VENV := .venv
BIN := $(VENV)/bin
KERNEL := $(wildcard src/openkub/solver/kernel/*.py src/openkub/solver/kernel/*.pxd)
PAGE := src/openkub/server/page/index.html
# Folders too: they change when a file goes.
WEB := $(shell find web -name node_modules -prune -o ! -name '*.test.ts' ! -name '*.md' ! -name '*.py' ! -path web -print)
NPM := $(BIN)/python web/npm.py
# $(call quietly,COMMAND): what it says is of interest only if it fails
quietly = told=$$($(1) 2>&1) || { echo "$$told" >&2; exit 1; }
PIP := PIP_DISABLE_PIP_VERSION_CHECK=1 $(BIN)/python -m pip install --quiet --quiet --no-build-isolation
# A lock is complete: nothing is resolved, and so a newer release of something that is pinned changes nothing.
LOCKED := $(PIP) --no-deps --require-hashes -r
SUDO := $(if $(filter 0,$(shell id -u)),,sudo)
# $(call apt,PACKAGES): install system packages where that is possible; $(call have,PROGRAMS): whether one of them is there
have = (for program in $(1); do command -v $$program >/dev/null && exit; done; exit 1)
apt = command -v apt-get >/dev/null && echo "installing $(1) ..." && $(SUDO) apt-get update -qq && \
      $(SUDO) env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq $(1) >/dev/null

# The rules core, which must be covered to the last branch: notation, pieces, law and play, the rule cases
# and the pictures.
CORE := --include='src/openkub/*.py,src/openkub/notation/*.py,src/openkub/pieces/*.py,src/openkub/law/*.py,src/openkub/play/*.py,src/openkub/conformance/*.py,src/openkub/svg/*.py' --omit='src/openkub/__main__.py'
# Its own tests and examples cover it; whoever watches every line makes the others wait.
CORE_TESTS := $(wildcard tests/test_*.py) src README.md docs
OTHER_TESTS := $(filter-out tests/__pycache__/,$(wildcard tests/*/))
# Nothing but heavy tests, whose collection alone takes seconds.
HEAVY := tests/page tests/server/test_schemathesis.py tests/arena/test_cluster.py tests/solver/test_interpreted.py
PYTEST := $(BIN)/pytest -n $(JOBS) --dist worksteal --benchmark-disable

.PHONY: help play test quick check format types docs release bench strength lock lowest clean python compiler browser postgres
.NOTPARALLEL:
.DELETE_ON_ERROR:

help: ## list the targets
	@sed -n 's/^\([a-z]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 9

play: $(VENV)/.package $(PAGE) ## play in the browser (ARGS="..." are passed on to `openkub serve`)
	@$(BIN)/openkub serve --open $(ARGS)

test: compiler browser postgres check $(PAGE) ## check, then all tests but the slow ones
	$(PYTEST) --cov --cov-report= $(CORE_TESTS) $(ARGS)
	$(BIN)/coverage report $(CORE) --fail-under=100
	$(PYTEST) $(OTHER_TESTS) $(ARGS)

quick: $(VENV)/.dev $(VENV)/.package $(PAGE) ## ruff, and the tests that need no browser, no PostgreSQL and little time
	$(BIN)/ruff check
	$(PYTEST) -m 'not slow and not heavy' $(HEAVY:%=--ignore=%) $(ARGS)

check: $(VENV)/.dev $(VENV)/.package web/node_modules/.package-lock.json ## lint, formatting, types; of the page too, with its unit tests
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy --strict
	$(BIN)/python web/scripts/editions.py --check
	$(NPM) run --silent check
	$(NPM) run --silent test
	@$(BIN)/python scripts/count_lines.py

format: $(VENV)/.dev ## format the code and repair what the linter can
	$(BIN)/ruff check --fix-only
	$(BIN)/ruff format

types: $(VENV)/.package ## write docs/openapi.json, the page's types of the wire, its list of editions and its puzzles anew
	$(BIN)/python web/scripts/wire.py
	$(BIN)/python web/scripts/editions.py
	$(BIN)/python web/scripts/puzzles.py

docs: $(VENV)/.docs ## build the documentation as a site, into build/site; a broken link is an error
	@$(call quietly,NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict)
	@echo "the site is in build/site"

bench: compiler $(VENV)/.dev $(VENV)/.package ## print the speed figures beside those of named peers
	$(BIN)/python bench/run.py $(ARGS)

strength: $(VENV)/.dev $(VENV)/.package ## play what the tables of docs/bots.md show, and write them there
	$(BIN)/python bench/strength.py $(ARGS)

lock: ## resolve the locks again (ARGS=--upgrade for newer versions)
	@tmp=$$(mktemp -d) && trap 'rm -rf "$$tmp"' EXIT && $(PYTHON) -m venv "$$tmp" && \
	"$$tmp/bin/pip" install --quiet --quiet uv && \
	lock() { out=$$1; shift; "$$tmp/bin/uv" pip compile "$$@" --universal --python-version 3.11 --generate-hashes \
	    --no-emit-index-url --no-emit-find-links --no-header --quiet $(ARGS) -o $$out; } && \
	lock requirements.lock pyproject.toml --group build --extra server && \
	lock requirements-dev.lock pyproject.toml --group build --extra dev --extra arena --extra env --extra server -c requirements.lock && \
	lock requirements-docs.lock --group docs -c requirements-dev.lock && \
	lock requirements-node.lock --group node -c requirements-dev.lock

lowest: postgres compiler ## play with the lowest versions that pyproject.toml allows (ARGS=server for one extra)
	@for python in python3.11 $(PYTHON); do $$python -c '' 2>/dev/null && exec $$python scripts/lowest $(ARGS); done

release: test docs ## build what a release consists of, check it and tag it; nothing is uploaded (ARGS=--dry-run tags nothing)
	scripts/release $(ARGS)

clean: ## remove the virtual environment and everything built
	rm -rf $(VENV) build dist .coverage .coverage.* .benchmarks .hypothesis .mypy_cache .pytest_cache .ruff_cache
	rm -rf src/openkub/solver/kernel/*.so $(dir $(PAGE)) web/node_modules
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# --- set-up, each step once until what it depends on changes ---

# Looked for when the environment is made, and fetched if it may be; what PYTHON names is then asked again.
python:
	@test -n "$(PYTHON)" || { $(call apt,python3 python3-venv); } || true

$(BIN)/python: | python
	@test -n "$(PYTHON)" || { echo "openkub needs Python 3.11 or newer; name one with PYTHON=..." >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { $(call apt,python3-venv); } || \
	{ echo "this Python has no venv module; on Debian it is the package python3-venv" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/.runtime: requirements.lock | $(BIN)/python
	@echo "installing what openkub runs on ..."
	@$(LOCKED) requirements.lock
	@touch $@

$(VENV)/.dev: requirements-dev.lock $(VENV)/.runtime
	@echo "installing the development tools ..."
	@$(LOCKED) requirements-dev.lock
	@touch $@

$(VENV)/.docs: requirements-docs.lock $(VENV)/.runtime
	@echo "installing what builds the documentation ..."
	@$(LOCKED) requirements-docs.lock
	@touch $@

$(VENV)/.package: pyproject.toml hatch_build.py $(KERNEL) $(VENV)/.runtime
	@echo "installing openkub ..."
	@$(PIP) --no-deps --editable .
	@test -z "$(KERNEL)" || { ls src/openkub/solver/kernel/search.*.so >/dev/null 2>&1 && echo "solver kernel: compiled"; } || \
	echo "solver kernel: NOT compiled, runs as plain Python"
	@touch $@

# The page is built on its own: a change of the kernel does not concern it, nor the other way round.
$(PAGE): $(WEB) web/node_modules/.package-lock.json
	@echo "building the page ..."
	@$(call quietly,$(NPM) run --silent build)
	@touch $@

web/node_modules/.package-lock.json: web/package-lock.json $(VENV)/.node
	@echo "installing what builds the page ..."
	@$(call quietly,$(NPM) ci)
	@touch $@

$(VENV)/.node: requirements-node.lock web/npm.py | $(BIN)/python
	@$(NPM) --version >/dev/null 2>&1 || { echo "installing node ..." && $(LOCKED) requirements-node.lock; }
	@touch $@

# Playing does without a compiler; tests and benchmarks want the compiled kernel, so they fetch one if they may.
compiler: | $(BIN)/python
	@{ command -v $${CC:-cc} && \
	   $(BIN)/python -c 'import os, sysconfig as s; os.stat(s.get_path("include") + "/Python.h")'; } >/dev/null 2>&1 || \
	{ $(call apt,gcc libc6-dev python3-dev) && rm -f $(VENV)/.package; } || \
	echo "no C compiler: the solver kernel will run as plain Python" >&2

# The tests look at the page in Chromium, play a short game in Firefox and WebKit, and start a PostgreSQL of their own.
# Without a window of its own Chromium takes two thirds of the time.
browser:
	@$(call have,chromium-headless-shell) || { $(call apt,chromium-headless-shell); } || \
	$(call have,chromium chromium-browser google-chrome) || { $(call apt,chromium); } || echo "there is no Chromium" >&2
	@{ $(call have,firefox-esr firefox) && $(call have,WebKitWebDriver) && $(call have,Xvfb); } || \
	{ $(call apt,firefox-esr webkit2gtk-driver xvfb --no-install-recommends); } || echo "there is no Firefox, or no WebKit" >&2

postgres:
	@$(call have,initdb /usr/lib/postgresql/*/bin/initdb) || { $(call apt,postgresql); } || echo "there is no PostgreSQL" >&2
