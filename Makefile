# Everything sets itself up in .venv, cached by the project and lock files.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
READY  := $(VENV)/.ready
PEERS  := $(VENV)/.peers
PAGE   := $(VENV)/page
GAMES  ?=

.PHONY: build test whole check site bench engine corpus sarif explore fuzz strangers mutants games areas errata oracle release installed blocks scripts browser clean
.DEFAULT_GOAL := build

$(READY): pyproject.toml requirements.lock
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --only-binary :all: --require-hashes -r requirements.lock
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

build: $(READY)
	@$(BIN)/python -m toolkit build $(GAMES)

test: $(READY)
	$(BIN)/python -m pytest -n auto --dist worksteal -m "not engine and not slow and not whole and not corpus and not browser"

# What takes long, beside a smaller sample of every day: whole games with all that may be wrong in them, hooks.
whole: $(READY)
	$(BIN)/python -m pytest -n auto --dist worksteal -m whole

check: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m tests.unused
	$(BIN)/python -m toolkit docs --check
	@$(MAKE) --no-print-directory site
	@if command -v npm >/dev/null; then $(MAKE) --no-print-directory scripts; else echo "no npm: the page's script is not checked"; fi

$(VENV)/.site: docs/requirements.lock $(READY)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --only-binary :all: --no-deps --require-hashes -r $<
	@touch $@

# The site of docs/, with a sample report that is audited anew; every link is followed, to the outside none.
site: $(VENV)/.site
	@mkdir -p build/sample
	@$(BIN)/python -m toolkit build gj47 >build/sample.log 2>&1 || { cat build/sample.log; exit 1; }
	@$(BIN)/python -m toolkit audit docs/examples/gj47_mistakes.vlog --format html -o build/sample/report.html; test $$? = 1
	$(BIN)/sphinx-build --quiet --fail-on-warning --keep-going --jobs auto --doctree-dir build/.site docs build/site
	@$(BIN)/python -m tests.docs.links build/site

# What looks at the page of an audit and is no part of it: types of its script, rules of accessibility, a browser's driver.
$(PAGE)/.ready: tests/report/package.json
	@mkdir -p $(PAGE) && cp $< $(PAGE)/
	@npm install --prefix $(PAGE) --silent --no-audit --no-fund --no-package-lock
	@touch $@

scripts: $(PAGE)/.ready
	$(PAGE)/node_modules/.bin/tsc -p tests/report/jsconfig.json

$(VENV)/.browser: $(READY)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --only-binary :all: playwright==1.65.2
	@touch $@

# Needs npm and Chromium.
browser: $(VENV)/.browser $(PAGE)/.ready
	AXE=$(abspath $(PAGE))/node_modules/axe-core/axe.min.js $(BIN)/python -m pytest -m "browser$(if $(wildcard ../shared/corpus),, and not corpus)" tests/report/browser

# What the benches are held against; a source package without an extension, so apart from the lock.
$(PEERS): $(READY)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check chess==1.11.2
	@touch $@

bench: $(PEERS)
	$(BIN)/python -m tests.bench

engine: $(READY)
	$(BIN)/python -m pytest -n 2 -m "engine and not corpus" -rs

# Real files of others, in ../shared/corpus: an extra, beside what everyday tests say of our own files.
corpus: $(READY)
	$(BIN)/python -m pytest -m "corpus and not browser"

# Property tests with cases drawn by chance: make explore MINUTES=20, or HOURS=8; PATHS for some of them.
explore: $(READY)
	$(BIN)/python -m tests.explore $(if $(HOURS),$$(( $(HOURS) * 60 )),$(or $(MINUTES),10)) $(PATHS)

# Archives: twenty runs that are killed, and a Dask cluster that loses a worker.
$(VENV)/.cluster: $(READY)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --only-binary :all: distributed==2026.8.0
	@touch $@

archives: $(VENV)/.cluster
	$(BIN)/python -m pytest -m slow tests/archive

fuzz: $(READY)
	$(BIN)/python -m tests.fuzz

# Commands that are stopped at any moment, players' ids in every output, small files that unpack to a great deal.
strangers: $(READY)
	$(BIN)/python -m pytest -m slow tests/cli
	$(BIN)/python -m tests.fuzz.bombs

areas: $(READY)
	$(BIN)/python -m pytest -n 2 -m slow tests/geometry/test_area_build.py

# SARIF_SCHEMA: a copy of the official schema, which is not ours to pass on.
sarif: $(READY)
	SARIF_SCHEMA=$(abspath $(SARIF_SCHEMA)) $(BIN)/python -m pytest -m slow tests/diagnostics

errata: $(READY)
	$(BIN)/python -m pytest -m slow tests/compare

mutants: $(READY)
	$(BIN)/python -m tests.mutants

games: $(READY)
	$(BIN)/python -m tests.games.gj47.rules.games 1000
	$(BIN)/python -m tests.games.rattenkrieg.rules.games 2000
	$(BIN)/python -m tests.games.storm.rules.games 2000
	$(BIN)/python -m tests.games.storm.rules.games --balance 200

oracle: $(READY)
	$(BIN)/python -m tests.oracle.compare $(or $(GAME),all) $(or $(SECONDS),600)

# Source and wheel into build/release, built twice to the same bytes.
release: $(READY)
	.ci/release

# The wheel in an empty environment and an empty folder, without a network.
installed: $(READY)
	$(BIN)/python -m pytest -m slow tests/installed

# Every command and program of the docs, page by page in an empty folder.
blocks: $(READY)
	$(BIN)/python -m pytest -m slow tests/docs

# What each datum of the games governs: a verdict, the map, a finding or the module; exit status 1 where it is nothing.
data: $(READY)
	$(BIN)/python -m tests.datum gj47 $(if $(ALL),,--sample)
	$(BIN)/python -m tests.datum rattenkrieg $(if $(ALL),,--sample)
	$(BIN)/python -m tests.datum storm $(if $(ALL),,--sample)

clean:
	rm -rf $(VENV) build/*
