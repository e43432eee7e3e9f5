# Everything a person does with Bakehouse. Each target sets up what it needs, once; `make` lists them.
#   PYTHON=python3.12   another Python (3.11 or later)
#   ARGS="..."          options for the game (play) or for pytest (test, prove, ...)

PYTHON ?= python3
VENV ?= .venv
ARGS ?=

# Debian's own pygame is used where it is installed: on a Raspberry Pi only that one can draw
# without a desktop, and pip leaves alone what the system already has.
SNAKE := $(shell $(PYTHON) -c 'import sys; from importlib.util import find_spec; \
	pygame = find_spec("pygame"); \
	print("%d.%d" % sys.version_info[:2] + \
	("-system" if pygame and "dist-packages" in (pygame.origin or "") else ""))' \
	2>/dev/null)
# Another Python begins the environment anew; a changed pyproject.toml installs again.
MADE = $(VENV)/.made-$(SNAKE)
KEY := $(shell cksum < pyproject.toml | cut -d ' ' -f 1)
READY_TO_PLAY = $(VENV)/.play-$(KEY)
READY_TO_TEST = $(VENV)/.test-$(KEY)
READY_TO_COMPILE = .venv-fast/.tools-$(SNAKE)-$(KEY)
READY_WITH_CE = .venv-ce/.test-$(SNAKE)-$(KEY)
PIP_INSTALL = -m pip install --quiet --disable-pip-version-check
# A process a core; one with nothing left to do takes over tests of another.
ON_ALL_CORES = --numprocesses auto --maxprocesses 4 --dist worksteal

.DEFAULT_GOAL := help
.PHONY: help play fast test test-ce test-debian check prove bench shots words boot install uninstall clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-12s %s\n", $$1, $$2 }' Makefile

play: $(READY_TO_PLAY) ## open the game, e.g. make play ARGS="--windowed 800x480"
	@$(VENV)/bin/python -m kiosk $(ARGS)

fast: $(READY_TO_COMPILE) ## the game as it is now with the solver compiled, in .venv-fast; needs a C compiler
	@echo 'Compiling the solver; this takes a minute ...'
	@HATCH_BUILD_HOOK_ENABLE_CUSTOM=1 .venv-fast/bin/python $(PIP_INSTALL) \
		--no-build-isolation --no-deps --force-reinstall .
	@cd / && $(CURDIR)/.venv-fast/bin/python -m engine --help | grep '^solver:'
	@echo 'It is .venv-fast/bin/bakehouse; run make fast again after a change.'

test: $(READY_TO_TEST) ## run every test but the long proofs
	@$(VENV)/bin/python -m pytest $(ON_ALL_CORES) $(ARGS)

test-ce: $(READY_WITH_CE) ## the same tests on pygame-ce
	@.venv-ce/bin/python -m pytest $(ON_ALL_CORES) $(ARGS)

test-debian: ## the same tests on Debian's own Python, pygame, PyYAML and gpiozero
	@/usr/bin/python3 -c 'import pygame, yaml, gpiozero' >/dev/null || { \
		echo 'First: sudo apt install python3-pygame python3-yaml python3-gpiozero'; exit 1; }
	@$(MAKE) --no-print-directory test PYTHON=/usr/bin/python3 VENV=.venv-debian

check: $(READY_TO_TEST) ## style, types and the order of imports
	$(VENV)/bin/python -m ruff check
	$(VENV)/bin/python -m ruff format --check
	$(VENV)/bin/python -m mypy --strict engine kiosk hatch_build.py
	$(VENV)/bin/python -m pytest --quiet tests/test_architecture.py

prove: $(READY_TO_TEST) ## the long proofs, some minutes
	@$(VENV)/bin/python -m pytest -m prove --timeout 3600 $(ARGS)

bench: $(READY_TO_TEST) ## start, memory, a drag and idling against a bare pygame window; presses a move; calls a tap; hints
	@PYGAME_HIDE_SUPPORT_PROMPT=1 $(VENV)/bin/python -m tests.bench.bench_app
	@PYGAME_HIDE_SUPPORT_PROMPT=1 $(VENV)/bin/python -m tests.bench.bench_presses
	@$(VENV)/bin/python -m tests.bench.bench_flow
	@PYGAME_HIDE_SUPPORT_PROMPT=1 $(VENV)/bin/python -m tests.bench.bench_advisor
	@$(VENV)/bin/python -m tests.bench.bench_solver

shots: $(READY_TO_PLAY) ## every screen in many sizes, English and Polish, and the help for each kind of buttons, in shots/
	@mkdir -p shots
	@PYGAME_HIDE_SUPPORT_PROMPT=1 $(VENV)/bin/python -m tests.support.contact $(ARGS)
	@echo 'hardware: waveshare-lcd-hat-joystick' > shots/buttons.yaml
	@for device in screen keyboard gamepad gpio; do \
		$(VENV)/bin/python -m kiosk shot --out shots/buttons-$$device.png --size 320x240 \
			--scene buttons --device $$device --config shots/buttons.yaml || exit; \
		echo shots/buttons-$$device.png; \
	done

words: $(READY_TO_TEST) ## bring the catalogues in assets/locale up to date, and list what has no translation
	@$(VENV)/bin/python assets/locale/build.py

boot: $(READY_TO_TEST) ## the installer's Debian in QEMU, switched on, played and unplugged (as root; see tests/README)
	@PYGAME_HIDE_SUPPORT_PROMPT=1 $(VENV)/bin/python -m tests.boot $(ARGS)

install: ## make this machine an appliance that boots into the game: sudo make install
	@systemd/install

uninstall: ## take that back, all but games and records: sudo make uninstall
	@systemd/uninstall

clean: ## remove caches and pictures (the environments, .venv*, stay)
	rm -rf build dist shots boot .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find engine kiosk tests -name __pycache__ -type d -prune -exec rm -rf {} +

$(MADE):
	@echo 'Making $(VENV) ...'
	@$(PYTHON) -m venv --clear $(if $(findstring system,$(SNAKE)),--system-site-packages) $(VENV)
	@touch $@

$(READY_TO_PLAY): | $(MADE)
	@echo 'Installing the game into $(VENV), once ...'
	@$(VENV)/bin/python $(PIP_INSTALL) --editable .
	@rm -f $(VENV)/.play-* $(VENV)/.test-* && touch $@

$(READY_TO_TEST): | $(MADE)
	@echo 'Installing the game and its tools into $(VENV), once; this takes a minute ...'
	@$(VENV)/bin/python $(PIP_INSTALL) --editable '.[dev]'
	@rm -f $(VENV)/.play-* $(VENV)/.test-* && touch $(READY_TO_PLAY) $@

$(READY_TO_COMPILE):
	@echo 'Installing the game and what compiles into .venv-fast, once; this takes a minute ...'
	@$(PYTHON) -m venv --clear $(if $(findstring system,$(SNAKE)),--system-site-packages) .venv-fast
	@.venv-fast/bin/python $(PIP_INSTALL) '.[fast]'
	@touch $@

$(READY_WITH_CE):
	@echo 'Installing the game with pygame-ce into .venv-ce, once; this takes a minute ...'
	@$(PYTHON) -m venv --clear .venv-ce
	@.venv-ce/bin/python $(PIP_INSTALL) --editable '.[dev]'
	@.venv-ce/bin/python -m pip uninstall --quiet --yes pygame pygame-ce
	@.venv-ce/bin/python $(PIP_INSTALL) 'pygame-ce>=2.5.2'
	@touch $@
