# The same verbs people and CI use. `make hello` and `make test` start from nothing but Python 3.11 and a C compiler.

PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin
JOBS   ?= $(shell nproc)
INPUTS ?= 20000
SECONDS ?= 600
OUT    ?= fuzz-report
INSTALLED := $(VENV)/.ember-installed
CHATTING  := $(VENV)/.ember-chatting
TESTABLE  := $(VENV)/.ember-testable
TORCHED   := $(VENV)/.ember-torch

# The tests of PyTorch need it (155 MB; several GB where only a build with CUDA is to be had). TORCH=no leaves them out.
ifeq ($(TORCH),no)
WITH_TORCH := without_torch
TESTS      := --ignore tests/pytorch tests
else
WITH_TORCH := $(TORCHED)
TESTS      := tests
endif

# The files of tests are UTF-8 in every locale.
export PYTHONUTF8 := 1

.PHONY: setup library hello demo test quick without_torch lint format doc fuzz bench clean

# Bytecode is written here, since processes of the compiler start often and some environments forbid Python to keep it.
define install
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '$(1)'
	$(BIN)/python -m compileall -q ember
	$(BIN)/python -m ember.tools.pack_functions
	touch $@
endef

$(INSTALLED): pyproject.toml    # what running programs needs: LLVM and the standard library
	$(call install,.)

$(CHATTING): pyproject.toml     # what language models need besides: NumPy, Jinja2
	$(call install,.[llm])
	touch $(INSTALLED)

$(TESTABLE): pyproject.toml     # what tests, benchmarks and checks of style need besides
	$(call install,.[dev])
	touch $(INSTALLED)

$(TORCHED): $(TESTABLE) tests/pytorch/install.py
	$(BIN)/python tests/pytorch/install.py
	touch $@

without_torch:
	@echo "the tests of PyTorch are left out: TORCH=no"

setup: $(TESTABLE)    ## an environment with everything

library: setup        ## lower and elaborate the standard library again, as setup did: first builds then need not
	$(BIN)/python -m ember.tools.pack_library
	$(BIN)/python -m ember.tools.pack_functions

hello: $(INSTALLED)   ## install what running needs, and run a first program
	$(BIN)/ember run examples/hello.mojo

demo: $(CHATTING)     ## a first program, then a language model, fetched once (93 MB) and compiled by us
	$(BIN)/ember run examples/hello.mojo
	$(BIN)/ember generate --yes --stats --max-tokens 120 "Why is the sky blue?"

test: setup $(WITH_TORCH)    ## install the rest, run all tests, check style and types; TORCH=no: without those of PyTorch
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal $(TESTS)
	@$(MAKE) --no-print-directory lint

quick: setup $(WITH_TORCH)    ## the tests without the programs
	$(BIN)/python -m pytest -n $(JOBS) --ignore tests/test_programs.py $(TESTS)

lint: setup           ## style and types
	$(BIN)/ruff check ember tests
	$(BIN)/ruff format --check ember tests
	$(BIN)/mypy

format: setup         ## rewrite the style
	$(BIN)/ruff format ember tests
	$(BIN)/ruff check --fix ember tests

fuzz: setup           ## random inputs for every stage; INPUTS and SECONDS bound the run, OUT gets the report and goes on where it ended, SEEDS adds folders of programs
	$(BIN)/python -m tests.fuzz run --inputs $(INPUTS) --seconds $(SECONDS) --jobs $(JOBS) --out $(OUT) --resume $(SEEDS:%=--seeds %)

doc: setup            ## the reference of the standard library, in build/reference/index.html
	$(BIN)/ember doc --std -o build/reference

bench: setup          ## the benchmarks; they compare with mojo and cc where those are installed
	$(BIN)/python bench/compile_time.py
	$(BIN)/python bench/run_time.py
	$(BIN)/python bench/library.py
	$(BIN)/python bench/math_functions.py

clean:
	rm -rf $(VENV) build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache ember/lib/std.lit
