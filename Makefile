# Both set-up commands work on a bare machine with Python 3.11 or newer: they create .venv first.
PYTHON ?= python3
EXTRAS = dev,explorer,lsp,mcp,sweep
VENV ?= .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
# Other versions of Python that are supported: what makes the tools start soon depends on them.
PYTHONS ?= python3.12 python3.13

# Tests of a file run in one process: they share what the file builds once, such as a compiled model.
# Files start in the order of collection: the slow ones first.
PYTEST := bin/pytest -n 2 --dist loadfile --no-loadscope-reorder

.PHONY: demo test checks unit test-fast test-thorough versions check types style lit compiled format benchmark generated docs coverage site dist playground playground-numpy clean

demo: compiled
	$(BIN)/python examples/digits/run.py

# Tests wait for browsers and compilers: three processes at a time keep two cores busy.
test: style
	$(MAKE) --no-print-directory -j 2 checks unit

checks:
	$(MAKE) --no-print-directory check
	$(MAKE) --no-print-directory lit

# Tests call make, which must not find this one's job server.
unit: compiled
	env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL $(VENV)/$(PYTEST)

# What to run for each commit: no test files with the mark slow.
test-fast: check lit
	TTMLIR_TESTS=fast $(VENV)/$(PYTEST)

# Pyright's strict rules, and every generated case with many more examples of each property. It
# takes hours.
test-thorough: compiled types
	TTMLIR_TESTS=thorough $(VENV)/$(PYTEST)

versions:
	set -e; for python in $(PYTHONS); do \
	  venv=out/$$(basename $$python); $(MAKE) lit PYTHON=$$python VENV=$$venv; $$venv/$(PYTEST); \
	done

lit: compiled
	TTMLIR_LIT_IN_PROCESS=1 $(BIN)/lit -q -j 2 .

check: style
	$(BIN)/pyrefly check
	$(BIN)/python test/prose_lint.py

types: $(STAMP)
	# Without room for short-lived objects, the collector takes a third of the type checker's time.
	NODE_OPTIONS=--max-semi-space-size=128 $(BIN)/pyright

style: $(STAMP)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

format: $(STAMP)
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

benchmark: compiled
	$(BIN)/python benchmarks/table.py

# Files of the package that are written from its sources: parsed schemas, passes, C++ functions.
generated: $(STAMP)
	$(BIN)/python -m ttmlir_py.schemas.parsing
	$(BIN)/python -m ttmlir_py.documentation.pass_catalogue
	$(BIN)/python -m ttmlir_py.documentation.host_functions
	$(BIN)/python -m ttmlir_py.documentation.type_stubs
	$(BIN)/python -m ttmlir_py.documentation.binding_stubs
	$(BIN)/python site/public_names.py test/public_names.txt

docs: generated
	$(BIN)/python test/architecture_picture.py
	$(BIN)/python -m ttmlir_py.documentation.dialect_reference docs/dialects
	$(BIN)/python -m ttmlir_py.documentation.pass_reference docs/pass_reference.md
	$(BIN)/python -m ttmlir_py.documentation.accuracy_atlas docs/accuracy

# The site in out/site/html. Warnings and dead links are errors.
site: $(STAMP)
	$(BIN)/python -c 'import furo, myst_parser' 2>/dev/null || \
	  $(BIN)/pip install --quiet --disable-pip-version-check -e '.[site]'
	$(BIN)/python site/build.py out/site

# Static files that compile in a browser: docs/playground.md. It needs Node.js and npm.
PARTS := out/playground-parts
playground: $(STAMP) $(PARTS)/node_modules
	$(BIN)/python playground/build.py out/playground --pyodide $(PARTS)/node_modules/pyodide

# The same with NumPy, from packages of npm and PyPI only. It needs Emscripten, and a Python 3.12.
PYTHON312 ?= python3.12
playground-numpy: $(STAMP) $(PARTS)/node_modules
	$(BIN)/python playground/wheels.py $(PARTS)/wheels --python $(PYTHON312)
	$(BIN)/python playground/build.py out/playground --pyodide $(PARTS)/node_modules/pyodide-0.27 \
	  --packages $(PARTS)/wheels

$(PARTS)/node_modules: playground/package.json playground/package-lock.json
	mkdir -p $(PARTS) && cp playground/package*.json $(PARTS)
	cd $(PARTS) && npm ci --silent --ignore-scripts && touch node_modules

# Wheels and source archive in dist/, built twice and tried in each Python that DIST_PYTHONS names.
DIST_PYTHONS ?= python3.11 python3.12 python3.13 python3.14

dist: $(STAMP)
	$(BIN)/python -c 'import hatchling, packaging' 2>/dev/null || \
	  $(BIN)/pip install --quiet --disable-pip-version-check -e '.[dist]'
	$(BIN)/python tools/release/dist.py dist $(DIST_PYTHONS)

# The tables of docs/coverage, measured. SOURCES may also name torch and onnx, which take minutes.
SOURCES ?= dialects
coverage: $(STAMP)
	$(BIN)/python tools/coverage/measure.py docs/coverage $(SOURCES)

$(STAMP): pyproject.toml hatch_build.py $(wildcard scripts/*)
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check -e '.[$(EXTRAS)]'
	touch $@

# Every tool that a test starts reads compiled files, also where Python does not write them itself.
compiled: $(STAMP)
	$(BIN)/python -m compileall -q ttmlir_py
	PYTHONDONTWRITEBYTECODE= $(BIN)/ttopt examples/digits/digits_f32.mlir -o /dev/null
	PYTHONDONTWRITEBYTECODE= $(BIN)/ttopt --ttir-to-ttnn-backend-pipeline examples/digits/digits_f32.mlir -o /dev/null

clean:
	rm -rf .venv out dist .pytest_cache .ruff_cache .hypothesis
