# What a fresh clone can do with nothing but Python >= 3.11 and make.
#
#   make demo    see the daemon answer questions about a small vault
#   make test    run the tests
#   make check   formatter, linter, type checker, then the tests
#   make docs    write what the code knows into the documents
#   make lock    make the hashed lock files again from pyproject.toml
#   make wheel   build the wheel into dist/
#   make bench   print the sizes and speeds (minutes)
#   make clean   take the virtual environment and the build out again

VENV   ?= .venv
BIN    := $(VENV)/bin
# The first interpreter that is new enough; PYTHON=/path/to/python names another.
ENOUGH := import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))
PYTHON ?= $(shell for each in python3 python3.13 python3.12 python3.11 python; do \
	"$$each" -c '$(ENOUGH)' >/dev/null 2>&1 && echo "$$each" && break; done)
PIP    := $(BIN)/python -m pip --disable-pip-version-check --quiet
LOCKED := --require-hashes --only-binary :all:
MYPY   := $(BIN)/mypy
ARGS   ?=

.PHONY: help demo test check format lint types docs lock wheel bench clean setup setup-dev compiled

help:
	@sed -n '3,10s/^# *//p' Makefile

setup: $(VENV)/.installed compiled
setup-dev: $(VENV)/.installed-dev compiled

# Where Python is told to write no bytecode (PYTHONDONTWRITEBYTECODE, as in many containers), each process would compile
# all it imports again: twice the instructions of a start.
compiled: $(VENV)/.installed
	@$(BIN)/python -m compileall -q daemon plugins

$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "No Python 3.11 or newer with venv was found. Name one: make PYTHON=/path/to/python3"; exit 1; }
	@echo "Making $(VENV) with $(PYTHON)"
	@"$(PYTHON)" -m venv $(VENV)

$(VENV)/.installed: requirements.lock pyproject.toml | $(BIN)/python
	@echo "Installing what Diurnal runs on"
	@$(PIP) install $(LOCKED) -r requirements.lock
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/.installed-dev: requirements-dev.lock $(VENV)/.installed
	@echo "Installing what its tests need"
	@$(PIP) install $(LOCKED) -r requirements-dev.lock
	@touch $@

demo: setup
	@$(BIN)/python bench/demo.py

test: setup-dev
	@$(BIN)/python -m pytest $(ARGS)

check: format lint types test

format: setup-dev
	@$(BIN)/ruff format --check

lint: setup-dev
	@$(BIN)/ruff check

types: setup-dev
	@$(MYPY)

docs: setup-dev
	@$(BIN)/python bench/tables/documents.py

# pip-tools is no part of the locks: it is only needed here.
COMPILE = $(BIN)/pip-compile --quiet --generate-hashes --allow-unsafe --strip-extras --no-header --all-build-deps \
	--no-emit-index-url --no-emit-find-links --no-emit-trusted-host
lock: $(BIN)/python
	@$(PIP) install pip-tools
	@$(COMPILE) $(ARGS) --extra meaning --extra openai --output-file requirements.lock pyproject.toml
	@$(COMPILE) $(ARGS) --extra meaning --extra openai --extra dev --constraint requirements.lock --output-file requirements-dev.lock pyproject.toml

wheel: setup-dev
	@$(BIN)/python -m hatchling build -t wheel

bench: setup-dev
	@$(BIN)/python bench/scale.py $(ARGS)

clean:
	rm -rf $(VENV) build dist
