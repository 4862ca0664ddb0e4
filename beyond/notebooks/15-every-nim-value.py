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
# # 15. Every nim-value
#
# *15 minutes to read.*
#
# The paper's Figure 1 plots only the largest nim-value below each $n$. **Do the positions with a given nim-value look
# like the cold positions?** Modulo 5 they do, except for the largest values. Every nim-value occurs infinitely often,
# and no two positions with the same value differ by a square. If residues without square differences contain all but
# $o(\sqrt n)$ of a value's positions, they form a kernel (theorems). For each of the first 400 values, the two most
# frequent residues modulo 5 do not differ by a square (exact counts from $2^{23}$ to $2^{24}$, Figure 15.1). The
# largest nim-value below $2^{29}$ is 1,557, and over the last three doublings it grew faster than the paper's fit. Read
# notebooks [5](../../notebooks/05-maximum-nim-value.ipynb) and [7](../../notebooks/07-modularity.ipynb) first.
#
# *Continues D. Eppstein, FUN [2018](../../book/references.md#eppstein2018), LIPIcs 100, sections 3.1 and 3.3.*

# %% tags=["parameters", "NIM_N"]
n = 2**24  # positions evaluated here; the committed records go to 2**29

# %% tags=["setup"]
from collections import Counter
from itertools import combinations

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

import subtraction_games as sg
from subtraction_engine.longruns.cache import cached
from subtraction_games import figures, files
from subtraction_theory.difference_free import is_difference_free_modulo

figures.use_style()
values = cached("nim_values", sg.squares, n)
positions, highest = pd.read_csv(files.table("data/nim-records.csv")).to_numpy().T
ends, held, number = pd.read_csv(files.table("data/nim-histogram.csv")).to_numpy().T

# %%
upper = np.arange(len(values) // 2, len(values))
late = values[upper].astype(np.int64)
levels = int(late.max()) + 1
mod = {}  # counts of positions in the upper half, by nim-value and by residue modulo m
for m in (7, 5, 13, 65):
    counts = np.bincount(late * m + upper % m, minlength=levels * m)
    mod[m] = counts.reshape(levels, m)
size = np.maximum(mod[5].sum(axis=1), 1)
relative = {m: table * m / size[:, None] for m, table in mod.items()}

# %% tags=["drawing"]
shown = min(64, levels)
shape = {"figsize": (7.4, 4.6), "width_ratios": [7, 6, 13, 40]}
fig, axes = plt.subplots(1, 4, sharey=True, **shape)
for ax, m in zip(axes, relative, strict=True):
    image = ax.imshow(relative[m][:shown], cmap="magma", vmin=0, vmax=5, aspect="auto")
    ax.set(title=f"mod {m}", xticks=[0, m - 1] if m < 65 else range(0, 65, 13))
    ax.spines[:].set_visible(False)
axes[0].set_ylabel("nim-value")
axes[3].set_xlabel("residue of the position")
fig.colorbar(image, ax=axes, extend="max", fraction=0.05, label="share / fair share")
cells = [(v, m, r) for m in mod for v in range(shown) for r in range(m)]
table = pd.DataFrame(cells, columns=["nim_value", "modulus", "residue"]).to_dict("list")
table["relative_share"] = [relative[m][v, r] for v, m, r in cells]
figures.save(fig, "figure-15-1-structure-of-every-nim-value", table)
figures.show(fig, "Nim-values by residue: plain mod 7, two bright cells per row mod 5")

# %% [markdown]
# **Figure 15.1.** Each row belongs to one nim-value, with 0 at the top. Bright residues contain more than their fair
# share of the positions with this value. Two residues are bright modulo 5, and some modulo 13, but none modulo 7.
#
# ## Each value avoids square differences
#
# A *level* is the set of all positions with a given nim-value. Level 0 consists of the cold positions.
#
# **Claim 15.1.** Every level is square-difference-free.
#
# **Proof.** If $x-y$ is a nonzero square, there is a move from $x$ to $y$. The nim-value of $x$ is the smallest number
# that is *not* the value of any position to which $x$ has a move, so it differs from that of $y$. $\square$

# %%
best = np.sort(np.argsort(-mod[5][:400], axis=1, kind="stable")[:, :2]).tolist()
print("levels by pair:", dict(sorted(Counter(map(tuple, best)).items())))
free = [p for p in combinations(range(5), 2) if is_difference_free_modulo(p, 5)]
print("free:", free)
share = -np.sort(-mod[5], axis=1)[:300, :2].sum(axis=1) / size[:300]
print(f"the two hold {np.median(share):.0%} in the median of the first 300 levels")

# %% [markdown]
# Of the ten pairs of residues modulo 5, five are square-difference-free. **The two most frequent residues in each of
# the first 400 levels form one of these five pairs**, and each of the five occurs in 78 to 84 levels (exact counts).
# In the median of the first 300 levels, the two most frequent residues contain 95% of the positions.
#
# ## Every value occurs infinitely often
#
# **Theorem 15.2** (apparently new). Let $L_v(n)$ be the number of positions below $n$ with nim-value $v$, and
# $T_v(n)$ the number of positions below $n$ with a smaller nim-value. For all $v\ge0$ and $n\ge1$ $$L_v(n)\ \ge\
# \frac4\pi\Bigl(\sqrt n-\sqrt{T_v(n)}\Bigr)-2.1\sqrt[4]n.$$
#
# **Proof.** Declare all positions with nim-values below $v$ to be hotspots. By the definition of the mex, a position
# whose value is at least $v$ has the value $v$ exactly when no move leads from it to a position of value $v$. So the
# positions with the value $v$ are the cold positions of the game with these $T_v(n)$ hotspots, and Theorem 12.2 of
# [notebook 12](12-what-is-proved.ipynb) with $m=1$ gives the bound. $\square$
#
# Let $r(n)$ be the size of a largest square-difference-free set below $n$. Furstenberg and Sárközy proved that
# $r(n)=o(n)$, and by Claim 15.1 $T_v(n)\le v\,r(n)$. Hence *every nim-value occurs infinitely often*, and
# $L_v(n)\ge(\frac4\pi-o(1))\sqrt n$ for each fixed $v$. Since the levels cover all numbers, there are at least $n/r(n)$
# levels below $n$, and *the largest nim-value below $n$ is at least $n/r(n)-1$*, but at most $\sqrt n$. By the bounds
# on $r(n)$ in [notebook 16](16-square-difference-free-sets.ipynb), the lower bound exceeds every power of $\log n$. By
# Theorem 12.3 in [notebook 12](12-what-is-proved.ipynb), a value can settle only on a kernel.

# %%
frequent = np.bincount(values)  # L_v(n) of each value v
smaller = np.cumsum(frequent) - frequent
bound = 4 / np.pi * (np.sqrt(n) - np.sqrt(smaller)) - 2.1 * n**0.25
assert (frequent >= bound).all()
print("positions of value v, and 4/pi (sqrt(n) - sqrt(T_v(n))) - 2.1 n^(1/4):")
pd.DataFrame({"positions": frequent, "bound": bound.round()})[:4].rename_axis("v")

# %% [markdown]
# ## The edge
#
# A *record* is a position whose nim-value exceeds the values of all earlier positions. Since a mex cannot skip a value,
# the values at successive records increase by one. Beyond our own $n$, the records come from a long run that was
# carried out twice, and `data/checks.csv` shows how far dynamic programming has confirmed its results.

# %%
here = positions < n
assert np.array_equal(sg.records(values), (positions[here], highest[here]))
for k in (24, 28):
    law = sg.fit_power_law(positions[positions < 2**k], highest[positions < 2**k])
    print(f"through all records below 2^{k}: n^{law.exponent:.4f}")
largest = {k: int(highest[positions < 2**k][-1]) for k in range(20, 30)}
local = np.diff(np.log2([*largest.values()]))
print(f"exponents of the doublings to 2^21, ..., 2^29: {local.round(4)}")

# %% [markdown]
# A fit to all records below $2^{24}$ gives the paper's exponent, 0.3507. Over single doublings the exponent sank, with
# ups and downs, to 0.3414 at $2^{26}$, and has risen three times since, to 0.3769. The largest nim-value below $2^{29}$
# is **1,557**, well above the forecast in `data/forecasts.csv`. Three doublings decide nothing.
#
# ## Findings
#
# * Every level is square-difference-free and infinite, and can settle only on a kernel (theorems). In each of the first
#   400 levels, the two most frequent residues modulo 5 do not differ by a square. The largest nim-value below $2^{29}$
#   is 1,557 (exact counts). The records below $2^{28}$ give the exponent 0.3490 (fit).
#
# ## Exercises
#
# 1. *Prove.* Show that the value at a new record exceeds that at the previous one by exactly one. *Hint: what would the
#    mex have skipped?* [Solution](solutions/14-15.ipynb#Notebook-15,-exercise-1)
# 2. *Go further.* Draw the heat map for `sg.cubes`, modulo 7 and 9. *Hint: for $n=2^{16}$, nine in ten cold positions
#    are 1, 3 or 6 modulo 7. Which residues are cubes?* [Solution](solutions/14-15.ipynb#Notebook-15,-exercise-2)
# 3. *Check.* By how much does the size of each level exceed the bound of Theorem 15.2? *Hint: try every $n$ up to
#    $2^{16}$.* [Solution](solutions/14-15.ipynb#Notebook-15,-exercise-3)
#
# **Next:** [Sets without square differences](16-square-difference-free-sets.ipynb)

# %% tags=["records"]
from functools import partial

from subtraction_theory.findings import report

report = partial(report, "15", n)
exactly = "exact computation"
twice = {
    "data": "data/nim-records.csv",
    "check": "run twice; below 2^26 by dynamic programming",
}
report("largest nim-value below 2^29", int(largest[29]), exactly, at=2**29, **twice)
last = f"{local[-1]:.4f}"
report(
    "exponent of the largest nim-value from 2^28 to 2^29",
    last,
    "fit",
    at=2**29,
    **twice,
)
