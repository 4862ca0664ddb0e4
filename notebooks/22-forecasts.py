# ---
# jupyter:
#   jupytext:
#     formats: ipynb,py:percent
#   kernelspec:
#     display_name: Python 3 (ipykernel)
#     language: python
#     name: python3
# ---

# %% [markdown]
# # 22. Forecasts and what came
#
# A theory that explains what is known already is cheap. So before each longer run of this project, forecasts
# of what it would find were written down in `data/forecasts.csv` and committed. This notebook shows all of
# them in one place: those that have been decided and those that are open, each with its rule, its interval
# and the *nominal coverage* of that interval, which is how often such an interval should hold what comes. It
# also shows what the present rules would have said earlier. Read [notebook 10](10-counts-past-the-paper.ipynb)
# first. The quantities are those of notebooks [13](13-which-residues.ipynb), [14](14-waves.ipynb) and
# [15](15-every-nim-value.ipynb).
#
# *Everything here is heuristic. It continues D. Eppstein, "Faster Evaluation of Subtraction Games", FUN
# [2018](../book/references.md#eppstein2018), LIPIcs 100, 20:1-20:12.*

# %% tags=["parameters"]
n = 2**30  # positions evaluated here; the committed counts go farther (make's COLD_N)

# %% tags=["setup"]
import re

import numpy as np
import pandas as pd

import subtraction_games as sg
from subtraction_games.analysis import ResidueCounts
from subtraction_games.longruns.cache import cached
from subtraction_games.theory import forecasts, waves

cold = cached("cold_positions", sg.squares, n)
table = pd.read_csv("../data/residue-counts.csv").groupby(["modulus", "n"])["count"]
counted = ResidueCounts(cold, n, {key: counts.to_numpy() for key, counts in table})
total = pd.read_csv("../data/cold-counts.csv").set_index("limit").cold
record = pd.read_csv("../data/nim-records.csv").set_index("position").value
written = pd.read_csv("../data/forecasts.csv")

# %% [markdown]
# ## What a forecast is compared with
#
# Each row of the file names its quantity in words and says at which $n$ it is meant. The committed tables of
# the long runs know some of these quantities by now. The others are still open.


# %%
def of_residues(quantity, limit):
    """What came of a quantity that counts residues from a power of two on, or None while nobody knows."""
    m = int(re.search(r"(?:mod|modulo|at) (\d+)", quantity)[1])
    found = counted.between(m, 2 ** int(re.search(r"from 2\^(\d+)", quantity)[1]), limit)
    if found is None or quantity.startswith("exponent"):
        return None
    if quantity.startswith("power"):
        group = {"nonresidue": 1, "negative": 1, "fed": 1}
        return waves.power(found)[fed(m)].mean() if any(word in quantity for word in group) else None
    named = [int(r) for r in re.search(r"(?:share of|class(?:es)?) ([\d and]+?) mod", quantity)[1].split() if r != "and"]
    return found[named].sum() / (found.sum() if quantity.startswith("share") else 1)


def fed(m):
    """Which waves of m squares feed: those with a negative Gauss sum."""
    return waves.coprime(m) & (waves.mean_wave(np.arange(m) ** 2, m).real < -1e-9)
