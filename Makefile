# Everything sets itself up in .venv, cached by the project and lock files.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
READY  := $(VENV)/.ready
PEERS  := $(VENV)/.peers
GAMES  ?=

.PHONY: build test check bench engine corpus sarif explore fuzz mutants games areas errata oracle release installed clean
.DEFAULT_GOAL := build

$(READY): pyproject.toml requirements.lock
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --only-binary :all: --require-hashes -r requirements.lock
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

build: $(READY)
	@$(BIN)/python -m toolkit build $(GAMES)

test: $(READY)
	$(BIN)/python -m pytest -n auto --dist worksteal -m "not engine and not slow and not corpus"

check: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m toolkit docs --check

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
	$(BIN)/python -m pytest -m corpus

# Property tests with cases drawn by chance: make explore MINUTES=20, or HOURS=8; PATHS for some of them.
explore: $(READY)
	$(BIN)/python -m tests.explore $(if $(HOURS),$$(( $(HOURS) * 60 )),$(or $(MINUTES),10)) $(PATHS)

fuzz: $(READY)
	$(BIN)/python -m tests.fuzz

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

clean:
	rm -rf $(VENV) build/*
