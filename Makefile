# The whole edition by make. `make` alone says what there is.
#
#   notebooks/NN-name.py --papermill--> notebooks/NN-name.ipynb + figures/* + its rows of reproduction.csv
#        ^
#   build/data/* (the two long computations, made once and shared by the notebooks)
#
# At the default sizes the results land in notebooks/ and figures/, which git tracks; at any other sizes in
# build/run-NIM-COLD-LESSON/, which it does not. A stamp for each executed notebook stands in build/, so a
# fresh clone, which has none, computes everything itself.

ifeq ($(filter grouped-target,$(.FEATURES)),)
$(error this is make $(MAKE_VERSION), but GNU make 4.3 or later is needed (on macOS: brew install make, then type gmake))
endif

SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
.DELETE_ON_ERROR:
.SUFFIXES:
.DEFAULT_GOAL := help

NIM_N ?= 2**24
COLD_N ?= 2**30
LESSON_N ?= 2**16
GAME ?= squares
N ?= 2**16
PYTHON ?= python3
VENV ?= .venv
JOBS ?= $(shell nproc 2>/dev/null || sysctl -n hw.ncpu 2>/dev/null || echo 2)
MAKEFLAGS += --no-print-directory
ifeq ($(MAKELEVEL)$(filter -j%,$(MAKEFLAGS)),0)# this is no make within make, and nobody said -j
MAKEFLAGS += -j$(JOBS)
endif

quoted = '$(subst ','\'',$(1))'

TARGETS := help setup figures quick lab test bench long beyond solutions explore book test-book pdf lock clean
.PHONY: help setup figures quick lab test bench long beyond solutions explore book test-book pdf lock clean

# --- what was typed: variables that a target doesn't take are a slip, and so is the name of a folder ------
GOALS := $(or $(MAKECMDGOALS),help)
EVERY := PYTHON VENV ENV JOBS
TAKEN_figures := NIM_N COLD_N LESSON_N
TAKEN_long := COLD_N NIM_N GAME VERIFY
TAKEN_explore := GAME N
TAKEN_lab := LAB_OPTIONS
TAKEN_test-book := CHROMIUM
TAKEN := $(sort $(foreach goal,$(GOALS),$(TAKEN_$(if $(findstring /,$(goal)),figures,$(goal)))))
GIVEN := $(foreach v,$(.VARIABLES),$(if $(filter command,$(firstword $(origin $(v)))),$(v)))
SLIPS := $(filter-out $(TAKEN) $(EVERY),$(GIVEN))
ifneq ($(SLIPS),)
$(error make $(GOALS) has no use for $(SLIPS); it takes $(or $(TAKEN),no variables) (and $(EVERY), as every target)$(if \
    $(TAKEN),, - make figures takes $(TAKEN_figures) and make explore $(TAKEN_explore)))
endif
ifneq ($(word 2,$(VENV)),)
$(error VENV must be a path without spaces, not '$(VENV)')
endif

like = $(strip $(foreach target,$(TARGETS),$(if $(filter $(target)%,$(1))$(filter $(1)%,$(target)),make $(target))))
unknown = echo $(call quoted,there is nothing called '$(1)' to make: $(if $(filter figures/%,$(1)),the figures are \
    $(strip $(FIGURES)),$(if $(call like,$(1)),did you mean $(call like,$(1))? )make alone lists what there is)) >&2; exit 1

.DEFAULT:
	@test -e $(call quoted,$@) || { $(call unknown,$@); }

Makefile: ;

FOLDERS := $(foreach folder,$(filter-out $(TARGETS),$(patsubst %/,%,$(wildcard */))),$(folder) $(folder)/)
.PHONY: $(FOLDERS)
$(FOLDERS):
	@$(call unknown,$@)

# --- the Python that runs everything: an environment of our own, or with ENV=current the active one -------
ifeq ($(ENV),current)
PY := python
READY :=
else
PY := $(VENV)/bin/python
READY := $(VENV)/.ready
endif

# --- sizes: checked before anything runs ------------------------------------------------------------------
NIM := 16777216
COLD := 1073741824
LESSON := 65536
ifneq ($(filter-out file,$(foreach v,$(TAKEN_figures),$(origin $(v)))),)
ifneq ($(filter figures figures/% notebooks/% build/%,$(GOALS)),)
SIZES := $(shell $(call quoted,$(PYTHON)) src/subtraction_games/support/sizes.py \
    $(foreach v,$(TAKEN_figures),$(call quoted,$(v)=$($(v)))))
ifneq ($(words $(SIZES)),3)
$(error $(or $(subst error: ,,$(SIZES)),$(PYTHON) does not run; set PYTHON to a Python of at least 3.11))
endif
NIM := $(word 1,$(SIZES))
COLD := $(word 2,$(SIZES))
LESSON := $(word 3,$(SIZES))
endif
endif

RUN := $(NIM)-$(COLD)-$(LESSON)
STAMPS := build/stamps/$(RUN)
ifeq ($(RUN),16777216-1073741824-65536)
OUT :=
else
OUT := build/run-$(RUN)/
endif

# --- what the notebooks say of themselves -----------------------------------------------------------------
SOURCES := $(sort $(wildcard notebooks/[0-9]*.py))
NOTEBOOKS := $(basename $(notdir $(SOURCES)))
SAID := $(if $(SOURCES),$(shell awk -f tools/notebooks.awk $(SOURCES)))
says = $(patsubst $(1):$(2):%,%,$(filter $(1):$(2):%,$(SAID)))
drawn_by = $(foreach figure,$(call says,$(1),draws),$(addprefix $(OUT)figures/$(figure).,svg png csv))

size_of = $(or $(call says,$(1),n),$(error notebooks/$(1).py does not say which size it follows: \
    write (make's COLD_N), say, behind its n))
n_of = $(shell n=$$(( $(subst NIM_N,$(NIM),$(subst COLD_N,$(COLD),$(subst LESSON_N,$(LESSON),$(size_of)))) )); \
    echo $$(( n < 256 ? 256 : n )))

FIGURES := $(foreach notebook,$(NOTEBOOKS),$(call says,$(notebook),draws))
DRAWN := $(foreach notebook,$(NOTEBOOKS),$(call drawn_by,$(notebook)))
STAMPED := $(addprefix $(STAMPS)/,$(NOTEBOOKS))
RECORDS := $(addprefix $(OUT)figures/,reproduction.csv findings.csv)
PACKAGE := $(wildcard $(addprefix src/subtraction_games/,*.py */*.py */*/*.py pages/*.*))

help:
	@echo 'make figures   run the notebooks and draw every figure, at NIM_N=$(NIM_N) COLD_N=$(COLD_N)'
	@echo '               (another size: make figures NIM_N=2**20 COLD_N=10**7; one figure: make figures/figure-1)'
	@echo 'make quick     the same at a small size, in a minute, into build/'
	@echo 'make lab       open the notebooks in JupyterLab, both halves of each pair kept in step'
	@echo '               (LAB_OPTIONS="--no-browser --port=9999" go to JupyterLab)'
	@echo 'make test      check the code, the notebooks and the build'
	@echo 'make bench     time the methods against each other, into benchmarks/'
	@echo 'make long      a long run that can be stopped at any time and goes on when asked again, kept in runs/:'
	@echo '               make long COLD_N=2**34, or NIM_N=2**26, for GAME=squares or any other (GAME="n**3");'
	@echo '               VERIFY=10000 checks so many random positions by the definition when it is finished'
	@echo 'make explore   everything about a game of your own: make explore GAME="n**3" N=10**7, into build/'
	@echo 'make solutions execute the notebooks with the solutions to all exercises'
	@echo 'make beyond    the small results past the paper, into data/ (after make long COLD_N=2**40 NIM_N=2**29)'
	@echo 'make book      the web edition, from the executed notebooks, into build/book'
	@echo 'make test-book check every page of it in a browser (needs Chromium, or CHROMIUM=path)'
	@echo 'make pdf       the same as one PDF, build/subtraction-games.pdf'
	@echo 'make setup     only make $(VENV) and install into it (every other target does so when needed)'
	@echo 'make lock      resolve the pinned versions in requirements.txt anew (needs uv)'
	@echo 'make clean     remove build/; long runs, the committed notebooks and figures stay'

figures: $(STAMPED) $(DRAWN) $(RECORDS)
	@echo 'all notebooks are in ./$(OUT)notebooks, all figures in ./$(OUT)figures'

quick:
	@$(MAKE) figures NIM_N=2**16 COLD_N=2**20 LESSON_N=2**12

lab: $(READY)
	@$(PY) -m jupyter lab --ServerApp.root_dir=. --LabApp.default_url=/lab/tree/$(firstword $(SOURCES:.py=.ipynb)) \
	    $(if $(filter 0,$(shell id -u)),--allow-root) $(LAB_OPTIONS)

test: $(READY)
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy
	$(PY) -m pytest -n $(JOBS)

bench: $(READY)
	$(PY) benchmarks/methods.py
	$(PY) benchmarks/longruns.py

# whichever of the two sizes was given
far = $(if $(filter command environment,$(origin $(1))),$(PY) -m subtraction_games.cli run $(2) \
    $(if $(VERIFY),--verify $(call quoted,$(VERIFY))) -- $(call quoted,$(GAME)) $(call quoted,$($(1))))
long: $(READY)
	@$(if $(call far,COLD_N)$(call far,NIM_N),,echo 'say how far: make long COLD_N=2**34 (cold positions) or' \
	    'make long NIM_N=2**26 (nim-values)' >&2; exit 1)
	@$(call far,COLD_N,cold_positions)
	@$(call far,NIM_N,nim_values)

explore: $(READY)
	@$(PY) -m subtraction_games.cli explore $(call quoted,$(GAME)) $(call quoted,$(N))

solutions: $(READY)
	@for source in notebooks/solutions/*.py; do \
	    $(PY) tools/run_notebook.py run "$$source" build/solutions || exit 1; \
	    mv "build/solutions/notebooks/$$(basename "$$source" .py).ipynb" notebooks/solutions/; \
	done

beyond: $(READY)
	$(PY) data/make_data.py

# --- the notebooks ----------------------------------------------------------------------------------------
# One rule for each, of which everything that it makes is the target, except its .ipynb half at the default sizes:
# the book is made of those as they are, and would otherwise run them.
define notebook_rule
$(STAMPS)/$(1) $(call drawn_by,$(1)) &: \
    notebooks/$(1).py $(call says,$(1),reads) $(PACKAGE) tools/run_notebook.py | $(READY) $(KEPT_$(call says,$(1),n))
	@$(PY) tools/run_notebook.py run notebooks/$(1).py $(or $(OUT),.) n=$$(call n_of,$(1))
	@mkdir -p $(STAMPS)
	@touch $(STAMPS)/$(1)
	@echo 'done: ./$(OUT)notebooks/$(1).ipynb (n = $$(call n_of,$(1)))'
endef

KEPT_NIM_N := build/stamps/nim_values-$(NIM)
KEPT_COLD_N := build/stamps/cold_positions-$(COLD)
$(KEPT_NIM_N) $(KEPT_COLD_N): $(PACKAGE) tools/keep.py | $(READY)
	@$(PY) tools/keep.py $(subst -, squares ,$(@F))
	@mkdir -p $(@D)
	@touch $@

$(foreach notebook,$(NOTEBOOKS),$(eval $(call notebook_rule,$(notebook))))

# each notebook's rows lie in a file that has its number for a name
$(RECORDS): $(OUT)figures/%.csv: $(STAMPED)
	@parts=(); for part in $(foreach notebook,$(NOTEBOOKS),$(OUT)build/$*/$(firstword $(subst -, ,$(notebook))).csv); do \
	    if test -e $$part; then parts+=($$part); fi; done; \
	if test $${#parts[@]} -gt 0; then awk 'FNR > 1 || NR == 1' $${parts[@]} > $@.part; mv $@.part $@; fi

# --- short names: make figures/figure-1, and at any size the names that these files have at the default sizes ---
define short_name
.PHONY: $(1)
$(1): $(2)
	@echo 'made: $$^'
endef
numbered = figure-$(word 2,$(subst -, ,$(1)))
$(foreach figure,$(FIGURES),$(foreach name,$(figure) $(call numbered,$(figure)),$(eval \
    $(call short_name,figures/$(name),$(addprefix $(OUT)figures/$(figure).,svg png csv)))))
$(foreach goal,$(filter $(NOTEBOOKS:%=notebooks/%.ipynb),$(GOALS)),$(eval \
    $(call short_name,$(goal),$(STAMPS)/$(basename $(notdir $(goal))))))
ifneq ($(OUT),)
$(foreach file,$(DRAWN) $(RECORDS),$(eval $(call short_name,$(file:$(OUT)%=%),$(file))))
endif

# --- the book: the executed notebooks as they are; none is run (so the figures, which have rules, are not named) ---
BOOK := build/book/index.html
book: $(BOOK)
	@echo 'open $(BOOK)'

$(BOOK): book/build_book.py book/crossrefs.py CITATION.cff $(wildcard book/*.* book/_static/* notebooks/[0-9]*.ipynb) $(PACKAGE) | $(READY)
	@$(PY) book/build_book.py

# what drives the browser is large, so only this target installs it
ifneq ($(ENV),current)
DRIVER := $(VENV)/.browser
endif
$(DRIVER): pyproject.toml $(READY)
	@$(PY) tools/set_up.py $(VENV) browser
	@touch $@

test-book: $(BOOK) $(DRIVER) | $(READY)
	@$(PY) tests/browser/test_pages.py -n $(JOBS)

PDF := build/subtraction-games.pdf
pdf: $(PDF)
	@echo 'open $(PDF)'

$(PDF): book/build_pdf.py book/build_book.py book/crossrefs.py CITATION.cff $(wildcard book/*.* notebooks/[0-9]*.ipynb) | $(READY)
	@$(PY) book/build_pdf.py

clean:
	rm -rf build .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find src -name '*.nb[ic]' -delete

# --- setting up -------------------------------------------------------------------------------------------
setup: $(READY)

$(VENV)/.ready: requirements.txt pyproject.toml
	@$(call quoted,$(PYTHON)) -c 'import sys; v = sys.version_info[:2]; v < (3, 11) and sys.exit("Python 3.11 or later is needed, but this one is %d.%d; try make PYTHON=python3.12" % v)'
	@$(call quoted,$(PYTHON)) tools/set_up.py $(VENV)
	@touch $@

lock:
	@command -v uv >/dev/null || { echo 'make lock needs uv (pip install uv)' >&2; exit 1; }
	uv pip compile --quiet --universal --python-version 3.11 --upgrade $(addprefix --extra ,book cluster notebooks test) \
	    --no-annotate --no-header --no-emit-index-url --no-emit-find-links pyproject.toml -o requirements.txt
