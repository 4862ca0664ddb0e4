# The whole edition by make: `make` alone says what there is. What is program is Python: tools/figures.py knows which
# notebook is out of date, at which n it runs and what it draws. Values (NIM_N, GAME, VENV, ...) reach the commands by
# the environment, so that none needs quoting here. Any GNU make from 3.81 (macOS' own) will do.
#
#   notebooks/NN-name.py --papermill--> notebooks/NN-name.ipynb + figures/* + its rows of reproduction.csv
#
# At other sizes all that goes into build/run-NIM-COLD-LESSON/, which git does not track.

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help figures figures/ quick lab notebook check test bench long beyond solutions explore book test-book \
    test-lab pdf setup lock clean ready driver how-far always

PYTHON ?= python3
VENV ?= .venv
GAME ?= squares
N ?= 2**16
ifeq ($(ENV),current)
PY := python
else
PY := $(VENV)/bin/python
endif
export PYTHON VENV PY GAME N

BOOK := build/book/index.html
PDF := build/subtraction-games.pdf
PACKAGE := $(wildcard src/*/*.* src/*/*/*.*)
PAGES := CITATION.cff $(wildcard book/*.* book/_static/* notebooks/README.md notebooks/[0-9]*.ipynb)
SOLUTIONS := $(patsubst notebooks/%.py,%,$(wildcard notebooks/solutions/*.py))

help:
	@sed -n 's/^\([a-z%/-]*\):.*## /\1 /p' Makefile | while read -r target says; do printf 'make %-10s %s\n' "$$target" "$$says"; done

figures: ready ## run the notebooks and draw every figure: at NIM_N=2**24 COLD_N=2**30 LESSON_N=2**16, or others
	@"$$PY" tools/figures.py
figures/: figures
figures/%: always ready ## one of them: make figures/figure-1, or notebook 5 by make figures/05
	@"$$PY" tools/figures.py '$*'

quick: ready ## the same at a small size, in a minute, into build/
	@NIM_N=2**16 COLD_N=2**20 LESSON_N=2**12 "$$PY" tools/figures.py

lab: ready ## read, change and run the notebooks in JupyterLab; reading changes no file (LAB_OPTIONS="--port=9999")
	@"$$PY" tools/lab.py $(LAB_OPTIONS)

notebook: ready ## begin a notebook that is run, drawn, listed and passes the tests: NAME=18-hexagons
	@"$$PY" tools/new_notebook.py "$$NAME"
	@"$$PY" tools/figures.py "$$NAME"
	@$(MAKE) --no-print-directory "$$(grep -o 'solutions/part-[0-9]*' "notebooks/$$NAME.py" | head -n 1)"

check: ready ## check how the code is written, and its types
	"$$PY" -m ruff check .
	"$$PY" -m ruff format --check .
	"$$PY" -m mypy

test: check ## check all of it: the code, the notebooks and the build
	"$$PY" -m pytest -n "$${JOBS:-logical}"

bench: ready ## time the methods against each other, half an hour, into build/benchmarks (KEEP=1: into benchmarks/)
	@"$$PY" benchmarks

long: how-far ready ## a long run that can be stopped and goes on: COLD_N=2**34 or NIM_N=2**26, GAME="n**3", VERIFY=10000
	@test -z "$$COLD_N" || "$$PY" -m subtraction_engine run cold_positions $${VERIFY:+--verify "$$VERIFY"} -- "$$GAME" "$$COLD_N"
	@test -z "$$NIM_N" || "$$PY" -m subtraction_engine run nim_values $${VERIFY:+--verify "$$VERIFY"} -- "$$GAME" "$$NIM_N"
how-far:
	@test -n "$$COLD_N$$NIM_N" || { echo 'say how far: make long COLD_N=2**34 (cold positions) or make long NIM_N=2**26' \
	    '(nim-values)' >&2; exit 1; }

explore: ready ## everything about a game of your own, into build/: GAME="n**3" N=10**7
	@"$$PY" -m subtraction_engine explore "$$GAME" "$$N"

solutions: $(SOLUTIONS) ## execute the solutions to all exercises, or one part of them: make solutions/part-1
solutions/%: always ready
	@"$$PY" tools/run_notebook.py run 'notebooks/$@.py' build/solutions
	@mv 'build/solutions/notebooks/$*.ipynb' notebooks/solutions/
	@echo 'made: notebooks/$@.ipynb'

beyond: ready ## the small results past the paper, into data/ (after make long COLD_N=2**41 NIM_N=2**29)
	"$$PY" data/make_data.py

book: $(BOOK) ## the web edition, from the executed notebooks, into build/book
	@echo 'open $(BOOK)'
$(BOOK): $(PAGES) $(PACKAGE) | ready
	@"$$PY" book/build_book.py

test-book: $(BOOK) driver ## check every page of it in a browser (needs Chromium, or CHROMIUM=path)
	@"$$PY" tests/browser/test_pages.py -n "$${JOBS:-logical}"

test-lab: $(BOOK) driver ## check the notebooks in a real JupyterLab in that browser: board, links, nothing saved
	"$$PY" tests/browser/test_lab.py

pdf: $(PDF) ## the same as one PDF
	@echo 'open $(PDF)'
$(PDF): $(PAGES) | ready
	@"$$PY" book/build_pdf.py

setup: ready ## only make .venv (or VENV) and install into it, as every other target does; ENV=current: the active one
ready:
ifneq ($(ENV),current)
	@"$$VENV/bin/python" -S tools/set_up.py "$$VENV" ready 2>/dev/null || "$$PYTHON" tools/set_up.py "$$VENV"
endif
driver: ready # what drives the browser is large, so only one target installs it
ifneq ($(ENV),current)
	@cmp -s pyproject.toml "$$VENV/.browser" || "$$PYTHON" tools/set_up.py "$$VENV" browser
endif

lock: ## resolve the pinned versions in requirements.txt anew (needs uv)
	@command -v uv >/dev/null || { echo 'make lock needs uv (pip install uv)' >&2; exit 1; }
	uv pip compile --quiet --universal --python-version 3.11 --upgrade $(addprefix --extra ,book cluster notebooks test) \
	    --no-annotate --no-header --no-emit-index-url --no-emit-find-links pyproject.toml -o requirements.txt

clean: ## remove build/; long runs, the committed notebooks and figures stay
	rm -rf build .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find src -name '*.nb[ic]' -delete
