# Commands for users and developers. Each target installs what it needs, once; `make` lists them.
#   PYTHON=python3.12   another Python (3.11 or later)
#   ARGS="..."          options for the game (play) or for pytest (test, prove, ...)

PYTHON ?= python3
VENV ?= .venv
ARGS ?=

# Use Debian's own pygame if it is installed: on a Raspberry Pi only that build can draw without a
# desktop, and pip does not replace packages of the system.
PYTHON_KEY := $(shell $(PYTHON) -c 'import sys; from importlib.util import find_spec; \
	pygame = find_spec("pygame"); \
	print("%d.%d" % sys.version_info[:2] + \
	("-system" if pygame and "dist-packages" in (pygame.origin or "") else ""))' \
	2>/dev/null)
# Another Python creates a new environment; a changed pyproject.toml installs again.
ENVIRONMENT = $(VENV)/.made-$(PYTHON_KEY)
PROJECT_KEY := $(shell cksum < pyproject.toml | cut -d ' ' -f 1)
READY_TO_PLAY = $(VENV)/.play-$(PROJECT_KEY)
READY_TO_TEST = $(VENV)/.test-$(PROJECT_KEY)
READY_TO_COMPILE = .venv-fast/.tools-$(PYTHON_KEY)-$(PROJECT_KEY)
READY_WITH_CE = .venv-ce/.test-$(PYTHON_KEY)-$(PROJECT_KEY)
PIP_INSTALL = -m pip install --quiet --disable-pip-version-check
# One process per core; an idle process takes over tests of another.
ON_ALL_CORES = --numprocesses auto --maxprocesses 4 --dist worksteal

.DEFAULT_GOAL := help
.PHONY: help play fast test test-ce test-debian check prove bench shots words boot install uninstall clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-12s %s\n", $$1, $$2 }' Makefile

play: $(READY_TO_PLAY) ## open the game, e.g. make play ARGS="--windowed 800x480"
	@$(VENV)/bin/python -m kiosk $(ARGS)

fast: $(READY_TO_COMPILE) ## install the game with a compiled solver into .venv-fast; needs a C compiler
	@echo 'Compiling the solver; this takes a minute ...'
	@HATCH_BUILD_HOOK_ENABLE_CUSTOM=1 .venv-fast/bin/python $(PIP_INSTALL) \
		--no-build-isolation --no-deps --force-reinstall .
	@cd / && $(CURDIR)/.venv-fast/bin/python -m engine --help | grep -o 'Solver: .*'
	@echo 'Start .venv-fast/bin/bakehouse; run make fast again after a change.'

test: $(READY_TO_TEST) ## run every test but the long proofs
	@$(VENV)/bin/python -m pytest $(ON_ALL_CORES) $(ARGS)

test-ce: $(READY_WITH_CE) ## the same tests on pygame-ce
	@.venv-ce/bin/python -m pytest $(ON_ALL_CORES) $(ARGS)

test-debian: ## the same tests on Debian's own Python, pygame, PyYAML and gpiozero
	@/usr/bin/python3 -c 'import pygame, yaml, gpiozero' >/dev/null || { \
		echo 'First: sudo apt install python3-pygame python3-yaml python3-gpiozero'; exit 1; }
	@$(MAKE) --no-print-directory test PYTHON=/usr/bin/python3 VENV=.venv-debian

check: $(READY_TO_TEST) ## check style, types and import rules
	$(VENV)/bin/python -m ruff check
	$(VENV)/bin/python -m ruff format --check
	$(VENV)/bin/python -m mypy --strict engine kiosk hatch_build.py
	$(VENV)/bin/python -m pytest --quiet tests/test_architecture.py tests/test_names.py

prove: $(READY_TO_TEST) ## run the long proofs; takes minutes to hours
	@$(VENV)/bin/python -m pytest -m prove --timeout 3600 $(ARGS)

bench: $(READY_TO_TEST) ## benchmarks: start, memory, drag, idle, calls of a tap, presses per move, hints, solver
	@PYGAME_HIDE_SUPPORT_PROMPT=1 $(VENV)/bin/python -m tests.bench.bench_app
	@PYGAME_HIDE_SUPPORT_PROMPT=1 $(VENV)/bin/python -m tests.bench.bench_presses
	@$(VENV)/bin/python -m tests.bench.bench_flow
	@PYGAME_HIDE_SUPPORT_PROMPT=1 $(VENV)/bin/python -m tests.bench.bench_advisor
	@$(VENV)/bin/python -m tests.bench.bench_solver

shots: $(READY_TO_PLAY) ## draw every screen in many sizes into shots/
	@mkdir -p shots
	@PYGAME_HIDE_SUPPORT_PROMPT=1 $(VENV)/bin/python -m tests.support.contact $(ARGS)
	@echo 'hardware: waveshare-lcd-hat-joystick' > shots/buttons.yaml
	@for device in screen keyboard gamepad gpio; do \
		$(VENV)/bin/python -m kiosk shot --out shots/buttons-$$device.png --size 320x240 \
			--scene buttons --device $$device --config shots/buttons.yaml || exit; \
		echo shots/buttons-$$device.png; \
	done

words: $(READY_TO_TEST) ## update the catalogues in assets/locale and list missing translations
	@$(VENV)/bin/python assets/locale/build.py

boot: $(READY_TO_TEST) ## install, boot, play and unplug a Debian in QEMU (as root; see tests/README.md)
	@PYGAME_HIDE_SUPPORT_PROMPT=1 $(VENV)/bin/python -m tests.boot $(ARGS)

install: ## boot this machine into the game: sudo make install
	@systemd/install

uninstall: ## undo the installation, keep games and records: sudo make uninstall
	@systemd/uninstall

clean: ## remove caches and pictures, but not the environments .venv*
	rm -rf build dist shots boot .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find engine kiosk tests -name __pycache__ -type d -prune -exec rm -rf {} +

$(ENVIRONMENT):
	@echo 'Making $(VENV) ...'
	@$(PYTHON) -m venv --clear $(if $(findstring system,$(PYTHON_KEY)),--system-site-packages) $(VENV)
	@touch $@

$(READY_TO_PLAY): | $(ENVIRONMENT)
	@echo 'Installing the game into $(VENV), once ...'
	@$(VENV)/bin/python $(PIP_INSTALL) --editable .
	@rm -f $(VENV)/.play-* $(VENV)/.test-* && touch $@

$(READY_TO_TEST): | $(ENVIRONMENT)
	@echo 'Installing the game and its tools into $(VENV), once; this takes a minute ...'
	@$(VENV)/bin/python $(PIP_INSTALL) --editable '.[dev]'
	@rm -f $(VENV)/.play-* $(VENV)/.test-* && touch $(READY_TO_PLAY) $@

$(READY_TO_COMPILE):
	@echo 'Installing the game and what compiles into .venv-fast, once; this takes a minute ...'
	@$(PYTHON) -m venv --clear $(if $(findstring system,$(PYTHON_KEY)),--system-site-packages) .venv-fast
	@.venv-fast/bin/python $(PIP_INSTALL) '.[fast]'
	@touch $@

$(READY_WITH_CE):
	@echo 'Installing the game with pygame-ce into .venv-ce, once; this takes a minute ...'
	@$(PYTHON) -m venv --clear .venv-ce
	@.venv-ce/bin/python $(PIP_INSTALL) --editable '.[dev]'
	@.venv-ce/bin/python -m pip uninstall --quiet --yes pygame pygame-ce
	@.venv-ce/bin/python $(PIP_INSTALL) 'pygame-ce>=2.5.2'
	@touch $@
