# The whole edition by make. `make` alone says what there is.
#
#   notebooks/NN-name.py --papermill--> notebooks/NN-name.ipynb + figures/* + its rows of reproduction.csv
#        ^
#   build/data/*.npy (the two long computations, made once and shared by the notebooks)
#
# At the default sizes the results land in notebooks/ and figures/, which git tracks; at any other sizes in
# build/run-NIM-COLD-LESSON/, which it does not. A stamp for each executed notebook stands in build/, so a
# fresh clone, which has none, computes everything itself.

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
JOBS ?= $(shell nproc 2>/dev/null || echo 2)
ifeq ($(MAKELEVEL)$(filter -j%,$(MAKEFLAGS)),0)
MAKEFLAGS += -j$(JOBS)
endif
MAKEFLAGS += --no-print-directory

# --- the Python that runs everything: an environment of our own, or with ENV=current the active one -------
ifeq ($(ENV),current)
PY := python
READY :=
else
PY := $(VENV)/bin/python
READY := $(VENV)/.ready
endif

# --- sizes: checked before anything runs ------------------------------------------------------------------
quoted = '$(subst ','\'',$(1))'
SIZES := $(shell $(PYTHON) tools/sizes.py $(foreach v,NIM_N COLD_N LESSON_N,$(call quoted,$(v)=$($(v)))))
ifneq ($(words $(SIZES)),3)
$(error $(or $(subst error: ,,$(SIZES)),$(PYTHON) does not run; set PYTHON to a Python of at least 3.11))
endif
NIM := $(word 1,$(SIZES))
COLD := $(word 2,$(SIZES))
LESSON := $(word 3,$(SIZES))
GAMES := $(shell n=$$(( $(NIM) / 4 )); echo $$(( n < 256 ? 256 : n )))
size_of = $(if $(filter 15-%,$(1)),$(GAMES),$(if $(filter 05-% 11-%,$(1)),$(NIM),$(if $(filter 06-% 07-% 08-% 10-% 12-% 12b-%,$(1)),$(COLD),$(LESSON))))

ifeq ($(SIZES),16777216 1073741824 65536)
RUN := .
setting =
else
RUN := build/run-$(NIM)-$(COLD)-$(LESSON)
setting = n=$(call size_of,$(1))
endif

# --- what depends on what ---------------------------------------------------------------------------------
NOTEBOOKS := $(basename $(notdir $(wildcard notebooks/[0-9]*.py)))
PACKAGE := $(wildcard src/subtraction_games/*.py src/subtraction_games/engine/*.py)
COMPUTING := $(addprefix src/subtraction_games/,games.py blocks.py recurrence.py sieve.py convolution.py evaluate.py) \
    $(wildcard src/subtraction_games/engine/*.py)
STAMPS := build/stamps/$(NIM)-$(COLD)-$(LESSON)
STAMPED := $(addprefix $(STAMPS)/,$(NOTEBOOKS))
NIM_DATA := build/data/nim_values-squares-$(NIM).npy
COLD_DATA := build/data/cold_positions-squares-$(COLD).npy
RECORD := $(RUN)/figures/reproduction.csv

FIGURES_05 := figure-1-maximum-nim-value
FIGURES_06 := figure-2-number-of-cold-positions
FIGURES_07 := figure-3-base-5-digits figure-4-base-7-and-13-digits
FIGURES_08 := figure-5-time-against-n
FIGURES_09 := figure-6-hours-on-a-cluster
FIGURES_10 := figure-7-counts-past-the-paper
FIGURES_11 := figure-8-landscape-of-nim-values
FIGURES_12 := figure-9-residues-in-prime-bases figure-10-structure-of-every-nim-value
FIGURES_12b := figure-15-the-game-inside-the-game figure-16-waves figure-17-gauss-sums
FIGURES_13 := figure-11-square-difference-free-sets
FIGURES_14 := figure-12-when-convolution-pays
FIGURES_15 := figure-13-other-games figure-14-two-heaps
DRAWING := $(foreach f,$(NOTEBOOKS),$(firstword $(subst -, ,$(f))))
DRAWN := $(foreach k,$(DRAWING),$(FIGURES_$(k)))
FIGURES := $(foreach f,$(DRAWN),$(addprefix $(RUN)/figures/$(f).,svg png csv))

.PHONY: help setup figures quick lab test bench long beyond explore book test-book pdf lock clean

.DEFAULT:
	@echo "there is nothing called '$@' to make: $(if $(filter figures/%,$@),the figures are $(DRAWN),make alone lists what there is)" >&2
	@exit 1

help:
	@echo 'make figures   run the notebooks and draw every figure, at NIM_N=$(NIM_N) COLD_N=$(COLD_N)'
	@echo '               (another size: make figures NIM_N=2**20 COLD_N=10**7; one figure: make figures/figure-1-maximum-nim-value.svg)'
	@echo 'make quick     the same at a small size, in half a minute, into build/'
	@echo 'make lab       open the notebooks in JupyterLab, both halves of each pair kept in step'
	@echo 'make test      check the code, the notebooks and the build'
	@echo 'make bench     time the methods against each other, into benchmarks/'
	@echo 'make long      a long run that can be stopped at any time and goes on when asked again, kept in runs/:'
	@echo '               make long COLD_N=2**34, or NIM_N=2**26, for GAME=squares or any other (GAME="n**3")'
	@echo 'make explore   everything about a game of your own: make explore GAME="n**3" N=10**7, into build/'
	@echo 'make beyond    the small results past the paper, into data/ (after make long COLD_N=2**36 NIM_N=2**28)'
	@echo 'make book      the web edition, from the executed notebooks, into build/book'
	@echo 'make test-book check every page of it in a browser (needs Chromium, or CHROMIUM=path)'
	@echo 'make pdf       the same as one PDF, build/subtraction-games.pdf'
	@echo 'make setup     only make $(VENV) and install into it (every other target does so when needed)'
	@echo 'make lock      resolve the pinned versions in requirements.txt anew (needs uv)'
	@echo 'make clean     remove build/; long runs, the committed notebooks and figures stay'

figures: $(STAMPED) $(FIGURES) $(RECORD)
	@echo 'all notebooks are in $(RUN)/notebooks, all figures in $(RUN)/figures'

quick:
	@$(MAKE) figures NIM_N=2**16 COLD_N=2**20 LESSON_N=2**12

lab: $(READY)
	$(PY) -m jupyter lab --ServerApp.root_dir=. --LabApp.default_url=/lab/tree/notebooks

test: $(READY)
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy
	$(PY) -m pytest -n $(JOBS)

bench: $(READY)
	$(PY) benchmarks/methods.py
	$(PY) benchmarks/longruns.py

# which of the two to run is whichever size was given
LONG := $(if $(filter command environment,$(origin COLD_N)),cold_positions:$(COLD)) \
    $(if $(filter command environment,$(origin NIM_N)),nim_values:$(NIM))
long: $(READY)
	@$(if $(strip $(LONG)),,echo 'say how far: make long COLD_N=2**34 (cold positions) or make long NIM_N=2**26 (nim-values)' >&2; exit 1)
	@for run in $(LONG); do \
	    $(PY) -m subtraction_games.longrun "$${run%:*}" $(call quoted,$(GAME)) "$${run#*:}" \
	        "runs/$${run%:*}-$$(printf %s $(call quoted,$(GAME)) | tr -c 'A-Za-z0-9\n' _)-$${run#*:}"; \
	done

beyond: $(READY)
	$(PY) tools/beyond.py

EXPLORED_N = $(shell $(PYTHON) tools/sizes.py $(call quoted,N=$(N)))
EXPLORED = build/explore/$(shell printf %s $(call quoted,$(GAME)-$(N)) | tr -c 'A-Za-z0-9-' _)
explore: $(READY)
	@$(if $(filter error:,$(EXPLORED_N)),echo $(call quoted,$(EXPLORED_N)) >&2; exit 1)
	@$(if $(filter command,$(origin n)),echo 'how far is written with a capital: N=$(n)' >&2; exit 1)
	@$(PY) tools/notebook.py page notebooks/16-your-own-game.py $(EXPLORED) $(call quoted,game=$(GAME)) $(call quoted,n=$(N))

# --- the book: the executed notebooks as they are; none is run (so the figures, which have rules, are not named) ---
BOOK := build/book/index.html
book: $(BOOK)
	@echo 'open $(BOOK)'

$(BOOK): tools/book.py $(wildcard book/* book/_static/* notebooks/[0-9]*.ipynb) \
    $(PACKAGE) src/subtraction_games/board.html | $(READY)
	@$(PY) tools/book.py

# what drives the browser is large, so only this target installs it
ifneq ($(ENV),current)
DRIVER := $(VENV)/.browser
endif
$(DRIVER): pyproject.toml $(READY)
	@if command -v uv >/dev/null; then uv pip install --quiet --python $(VENV)/bin/python -e '.[browser]'; \
	else $(PY) -m pip install --quiet --disable-pip-version-check -e '.[browser]'; fi
	@touch $@

test-book: $(BOOK) $(DRIVER) | $(READY)
	@$(PY) browser/test_pages.py -n $(JOBS)

PDF := build/subtraction-games.pdf
pdf: $(PDF)
	@echo 'open $(PDF)'

$(PDF): tools/pdf.py tools/book.py $(wildcard book/* notebooks/[0-9]*.ipynb) | $(READY)
	@$(PY) tools/pdf.py

clean:
	rm -rf build .pytest_cache .mypy_cache .ruff_cache .hypothesis

# --- setting up -------------------------------------------------------------------------------------------
setup: $(READY)

$(VENV)/.ready: requirements.txt pyproject.toml
	@$(PYTHON) -c 'import sys; v = sys.version_info[:2]; v < (3, 11) and sys.exit("Python 3.11 or later is needed, but $(PYTHON) is %d.%d; try make PYTHON=python3.12" % v)'
	@echo 'setting up $(VENV) (once, about a minute)'
	@if command -v uv >/dev/null; then \
	    uv venv --quiet --allow-existing --python '$(PYTHON)' $(VENV); \
	    uv pip install --quiet --python $(VENV)/bin/python -r requirements.txt; \
	    uv pip install --quiet --python $(VENV)/bin/python --no-deps -e .; \
	else \
	    $(PYTHON) -m venv $(VENV); \
	    $(VENV)/bin/python -m pip install --quiet --disable-pip-version-check -r requirements.txt; \
	    $(VENV)/bin/python -m pip install --quiet --disable-pip-version-check --no-deps -e .; \
	fi
	@touch $@

lock:
	@command -v uv >/dev/null || { echo 'make lock needs uv (pip install uv)'; exit 1; }
	uv pip compile --quiet --universal --python-version 3.11 --upgrade $(addprefix --extra ,book cluster notebooks test) --no-annotate --no-header \
	    --no-emit-index-url --no-emit-find-links pyproject.toml -o requirements.txt

# --- the two long computations ----------------------------------------------------------------------------
build/data/%.npy: $(COMPUTING) | $(READY)
	@$(PY) -m subtraction_games.store $(subst -, ,$*)

# --- the notebooks ----------------------------------------------------------------------------------------
stamp_of = $(filter $(STAMPS)/$(1)-%,$(STAMPED))

$(call stamp_of,05) $(call stamp_of,11) $(call stamp_of,12) $(call stamp_of,12b): $(NIM_DATA)
$(call stamp_of,06) $(call stamp_of,07) $(call stamp_of,08) $(call stamp_of,10) $(call stamp_of,12) $(call stamp_of,12b): $(COLD_DATA)
$(call stamp_of,03) $(call stamp_of,08) $(call stamp_of,09) $(call stamp_of,14): $(wildcard benchmarks/*.csv)
$(call stamp_of,10) $(call stamp_of,11) $(call stamp_of,12) $(call stamp_of,12b): $(wildcard data/*.csv)

$(STAMPS)/%: notebooks/%.py $(PACKAGE) tools/notebook.py tools/sizes.py | $(READY)
	@$(PY) tools/notebook.py run $< $(RUN) $(call setting,$*)
	@mkdir -p $(@D)
	@touch $@
	@echo 'done: $(RUN)/notebooks/$*.ipynb (n = $(call size_of,$*))'

# --- the figures: a missing one makes its notebook run again, once ------------------------------------------
define figure_rules
$(RUN)/figures/$(1).svg: $(call stamp_of,$(2))
$(RUN)/figures/$(1).png: $(RUN)/figures/$(1).svg
$(RUN)/figures/$(1).csv: $(RUN)/figures/$(1).png
$(addprefix $(RUN)/figures/$(1).,svg png csv):
	@test -e $$@ || { rm -f $(call stamp_of,$(2)); $$(MAKE) $(call stamp_of,$(2)); }
	@touch $$@
endef
$(foreach k,$(DRAWING),$(foreach f,$(FIGURES_$(k)),$(eval $(call figure_rules,$(f),$(k)))))

# at another size, figures/NAME means that figure of the run
ifneq ($(RUN),.)
.PHONY: $(FIGURES:$(RUN)/%=%)
$(FIGURES:$(RUN)/%=%): %: $(RUN)/%
	@echo 'drawn: $<'
endif

$(RECORD): $(STAMPED)
	@awk 'FNR > 1 || NR == 1' $(RUN)/build/reproduction/*.csv > $@.part
	@mv $@.part $@
