# The targets of the whole edition; `make` alone lists them. The programs are written in Python: tools/reproduce.py knows
# which notebooks are out of date, at which n they run and what they draw. Values (NIM_N, GAME, VENV, ...) reach the
# commands through the environment, so they need no quotes here. Any GNU make from 3.81 (macOS' own) will do.
#
#   notebooks/NN-name.py --papermill--> notebooks/NN-name.ipynb + figures/* + its rows of reproduction.csv
#
# The paper is in the project's own folder; engine/ and beyond/ contain such notebooks, figures, sources and tests, too.
#
# With other sizes or another METHOD, all of these go into build/run-NIM-COLD-LESSON-METHOD/, which git does not track.
# Each target first installs what it needs. The target `ready-EXTRA` installs an extra of pyproject.toml in the versions
# that tools/requirements.txt pins, and leaves the file $(VENV)/.ready-EXTRA as a sign that it has done so.

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL: # two targets must not set up one environment at the same time; some commands use several cores themselves
EXTRAS := engine notebooks lab article book browser test # extras of pyproject.toml that targets need
.PHONY: help figures figures/ all quick lab notebook check test bench long beyond solutions game book slides workbook \
    test-book test-lab pdf article setup lock clean how-far always $(EXTRAS:%=ready-%)

PYTHON ?= python3
VENV ?= .venv
$(if $(filter-out 1,$(words $(VENV))),$(error VENV must be a path without a space, not '$(VENV)'))
GAME ?= squares
PY := $(if $(filter current,$(ENV)),python,$(VENV)/bin/python)
export ENV PYTHON VENV PY GAME
# What a target computes depends on this folder, the pinned versions and the sizes that are named, and on nothing else. So
# the commands see none of the reader's variables that change how Python starts (with ENV=current, the environment may
# need its PYTHONPATH), where pip installs, how Matplotlib draws, or which kernels and templates Jupyter finds first. For
# kernels, tools/run_notebook.py does the rest: they run this Python, without a profile of IPython. Figures begin from
# Matplotlib's defaults wherever they are drawn (figures.use_style).
unexport PIP_TARGET PIP_PREFIX PIP_ROOT PIP_PYTHON JUPYTER_PATH \
    $(filter-out PYTHON $(if $(filter current,$(ENV)),PYTHONPATH PYTHONHOME),$(filter PYTHON%,$(.VARIABLES)))
export PIP_USER := 0
export JUPYTER_PREFER_ENV_PATH := 1
export MATPLOTLIBRC := /dev/null
# A size that the target would ignore is refused.
SIZES := $(foreach name,NIM_N COLD_N LESSON_N N,$(if $(filter command,$(origin $(name))),$(name)))
$(if $(and $(filter N,$(SIZES)),$(filter figures% all quick,$(MAKECMDGOALS))),$(error NIM_N, COLD_N and LESSON_N \
    set the sizes of figures, not N))
$(if $(and $(filter %_N,$(SIZES)),$(filter mine% game,$(MAKECMDGOALS))),$(error N sets the size of your own \
    game or notebook, not NIM_N, COLD_N or LESSON_N))
quoted = '$(subst ','\'',$(1))'

BOOK := build/book/index.html
PDF := build/subtraction-games.pdf
RINGS := . engine beyond
PACKAGE := $(wildcard src/*/*.py src/*/pages/*.* $(foreach ring,engine beyond,$(ring)/src/*/*.py $(ring)/src/*/*/*.py))
PAGES := CITATION.cff README.md pyproject.toml $(addprefix tools/,rings.py run_notebook.py workbook.py) $(wildcard book/*.* book/_static/* book/run/*.* beyond/article/*.* engine/benchmarks/*.csv \
    beyond/data/*.csv beyond/data/*.npz notebooks/README.md $(foreach ring,$(RINGS),$(ring)/figures/*.svg \
    $(ring)/figures/*.csv $(ring)/notebooks/[0-9]*.* $(ring)/notebooks/solutions/*.*))
SOLUTIONS := $(sort $(foreach ring,$(RINGS),$(patsubst $(ring)/notebooks/%.py,%,$(wildcard $(ring)/notebooks/solutions/*.py))))

help:
	@: && echo 'make figures reproduces the paper, and make test checks it; every target sets up what it needs.' && sed -n -e 's/^# --- /- /p' -e 's/^\([a-z%/-]*\):.*## /\1 /p' Makefile | while read -r target says; do \
	    case "$$target" in -) printf '\n%s\n' "$$says" ;; *) printf 'make %-10s %s\n' "$$target" "$$says" ;; esac; done

# --- read
figures: ready-engine ready-notebooks ## run notebooks 1 to 7 and draw the paper's figures, at NIM_N=2**24 COLD_N=2**30 LESSON_N=2**16
	@"$$PY" tools reproduce
figures/: figures
figures/%: always ready-engine ready-notebooks ## draw one figure (make figures/figure-1), or all figures of one notebook (make figures/5)
	@"$$PY" tools reproduce $(call quoted,$*)
$(filter-out $(MAKECMDGOALS),$(wildcard figures/*.*)): ; # the book takes committed figures as they are

quick: ready-notebooks ## run notebooks 1 to 7 at a small size, in half a minute and without the engine, into build/
	@NIM_N=2**14 COLD_N=2**20 LESSON_N=2**12 "$$PY" tools reproduce

lab: ready-lab ## read, change and run the notebooks in JupyterLab; reading changes no file
	@"$$PY" tools/lab.py $(LAB_OPTIONS)

book: $(BOOK) ## build the web edition from the executed notebooks, into build/book (PYODIDE=address: its cells can be run)
	@echo 'open $(BOOK)'
$(BOOK): $(PAGES) $(PACKAGE) $(if $(filter x$(PYODIDE),x$(shell cat build/pyodide 2>/dev/null)),,always) | ready-book
	@"$$PY" book/build_book.py

pdf: $(PDF) ## make one PDF of the book
	@echo 'open $(PDF)'
$(PDF): $(PAGES) | ready-book
	@"$$PY" book/build_pdf.py

slides: ready-book ## turn notebooks 1 to 7 into slides that need no network, in build/slides
	@"$$PY" book/build_slides.py

workbook: ready-notebooks ## copy notebooks 1 to 7 for a class, with fourteen functions left to write, into a new folder build/workbook
	@"$$PY" tools workbook
	@echo 'made: build/workbook; hand it out, or open it with make lab'

article: ready-article ## make the article on the new results, as a PDF and for LaTeX, in seconds, into build/
	@"$$PY" beyond/article/build_article.py

# --- run
all: ready-engine ready-notebooks ## run all notebooks, and make all figures and the tables of findings
	@"$$PY" tools reproduce all

game: ready-engine ready-notebooks ## draw a page about a game of your own: GAME="n**3" N=10**7, or GAME=notebooks/mine/idea.py:rabbits
	@"$$PY" tools game "$$GAME" "$${N:-2**16}"

long: how-far ready-engine ## start a long run that can be stopped and continued: COLD_N=2**34 or NIM_N=2**26, GAME="n**3", VERIFY=10000
	@test -z "$$COLD_N" || "$$PY" -m subtraction_engine run cold_positions $${VERIFY:+--verify "$$VERIFY"} -- "$$GAME" "$$COLD_N"
	@test -z "$$NIM_N" || "$$PY" -m subtraction_engine run nim_values $${VERIFY:+--verify "$$VERIFY"} -- "$$GAME" "$$NIM_N"
how-far:
	@test -n "$$COLD_N$$NIM_N" || { echo 'say how far: make long COLD_N=2**34 (cold positions) or make long NIM_N=2**26' \
	    '(nim-values)' >&2; exit 1; }

beyond: ready-engine ready-notebooks ## compute the tables of results beyond the paper, into beyond/data/ (after make long COLD_N=2**41 NIM_N=2**29)
	"$$PY" beyond/research/make_data.py

bench: ready-test ## time the methods against each other, in half an hour, into build/benchmarks (KEEP=1: into engine/benchmarks/)
	@test -t 2 || export TQDM_DISABLE=1; "$$PY" engine/benchmarks

mine/%: always ready-engine ready-notebooks ## run your notebook notebooks/mine/idea.py (make mine/idea), at its own n or at N=2**20
	@"$$PY" tools run_notebook notebooks/mine/$(call quoted,$*) build/mine $${N:+"n=$$N"}

# --- change
notebook: ready-engine ready-notebooks ## begin a notebook that runs, is listed and passes the tests: NAME=18-hexagons
	@"$$PY" tools new_notebook "$$NAME"

solutions: $(SOLUTIONS) ## execute the solutions to all exercises, or to some (make solutions/01-04)
solutions/%: always ready-engine ready-notebooks
	@"$$PY" tools run_notebook $(call quoted,$(patsubst %.py,%,$(firstword $(wildcard $(RINGS:%=%/notebooks/$@.py)) notebooks/$@))) .

check: ready-test ## check the style and the types of the code
	"$$PY" -m ruff check .
	"$$PY" -m ruff format --check .
	"$$PY" -m ruff format --check --line-length 88 $(wildcard $(foreach ring,$(RINGS), \
	    $(ring)/notebooks/[0-9]*.py $(ring)/notebooks/solutions/*.py $(ring)/notebooks/templates/*.py))
	"$$PY" -m mypy

test: check ## test everything that needs no browser: code, notebooks and build (JOBS=1: one test at a time)
	"$$PY" -m pytest -n "$${JOBS:-logical}" --dist worksteal

test-book: $(BOOK) ready-browser ## check every page of the book in a browser (needs Chromium, or CHROMIUM=path; PYODIDE=folder runs its cells)
	@PYTHONPATH=tools "$$PY" book/tests/browser/test_pages.py -n "$${JOBS:-logical}"

test-lab: $(BOOK) ready-browser ## check in a real JupyterLab in that browser that the board and links work and nothing is saved
	@PYTHONPATH=tools "$$PY" book/tests/browser/test_lab.py

setup: ready-test ## only set up .venv (or VENV) with all that the targets need; ENV=current uses the active environment
ifeq ($(ENV),current)
$(EXTRAS:%=ready-%):
else
$(EXTRAS:%=ready-%): ready-%: $(VENV)/.ready-%
endif

$(VENV)/.made-for: always # the environment, made again if this folder has moved or PYTHON is another one
	@test -f "$@" || test -z "$$(ls -A "$(VENV)" 2>/dev/null)" || { echo "VENV=$$VENV was not made by make, so it stays as it" \
	    "is: name a new folder, or activate this environment and add ENV=current" >&2; exit 1; }
	@made="$$("$$PYTHON" --version 2>&1) in $$(pwd)"; \
	if test "$$made" != "$$(cat "$@" 2>/dev/null)" || ! test -x "$(VENV)/bin/python"; then \
	    "$$PYTHON" -I -c 'import sys; sys.exit(sys.version_info < (3, 11) and "make needs PYTHON=python3.11 or later")' && \
	    mkdir -p "$(VENV)" && echo 'make began it' >"$@" && \
	    find "$(VENV)/." -mindepth 1 -maxdepth 1 ! -name .made-for -exec rm -rf {} + && \
	    "$$PYTHON" -I -m venv "$(VENV)" && echo "$$made" >"$@"; fi
.PRECIOUS: $(VENV)/.made-for # even after an interrupt it says that the folder is make's to clear

$(EXTRAS:%=$(VENV)/.ready-%): $(VENV)/.ready-%: $(VENV)/.made-for pyproject.toml tools/requirements.txt
	@echo "setting up $(VENV) for $*, once: about a minute"
	@sed -n '/^uv==/,/[^\\]$$/p' tools/requirements.txt >"$(VENV)/uv.txt"
	@sed '/ --hash/d; s/ *\\$$//' tools/requirements.txt >"$(VENV)/pins.txt"
	@"$(VENV)/bin/python" -m pip install -qq --target= --prefix="$$(cd "$(VENV)" && pwd)" --require-hashes \
	    -r "$(VENV)/uv.txt" && "$(VENV)/bin/uv" pip install -q --python "$(VENV)/bin/python" \
	    -c tools/requirements.txt -b tools/requirements.txt -e '.[$*]' || \
	    { echo 'uv failed; trying pip instead, which may take some minutes' >&2 && \
	    "$(VENV)/bin/python" -m pip install -qq -c "$(VENV)/pins.txt" -e '.[$*]'; }
	@touch "$@"

lock: ready-test ## resolve the pinned versions in tools/requirements.txt again
	echo uv | "$$VENV/bin/uv" pip compile -q --universal --python-version 3.11 --upgrade --extra browser --generate-hashes \
	    --no-annotate --no-header --no-emit-index-url --no-emit-find-links pyproject.toml - -o tools/requirements.txt

clean: ## remove build/, but no workbook, long runs, committed notebooks or figures
	test ! -d build || find build -mindepth 1 -maxdepth 1 ! -name workbook -exec rm -rf {} +
	rm -rf .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find src engine beyond -name '*.nb[ic]' -delete
