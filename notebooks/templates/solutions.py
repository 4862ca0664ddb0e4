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
# # Solutions to notebook NUMBER
#
# Each solution is one of several that are right.

# %% tags=["parameters"]
n = 2**12  # the proofs are checked on positions below n

# %% tags=["setup"]
import numpy as np

import subtraction_games as sg

# %% [markdown]
# ## Notebook NUMBER, exercise 1
#
# **By hand.** There is no move from 0, so 0 is cold. Up to 7, the only move takes one coin, so the odd positions are
# hot. From 8, you can take all the coins, so 8 is hot. From 9, both moves lead to hot positions, 8 and 1, so 9 is cold.

# %%
print(sg.cold_positions(sg.cubes, 10).tolist())

# %% [markdown]
# ## Notebook NUMBER, exercise 2
#
# **No difference is a move.**
# *Proof.* If two cold positions differed by a cube, a player could move from the larger to the smaller one. But a
# position with a move to a cold position is hot. $\square$

# %%
cold = sg.cold_positions(sg.cubes, n)
assert not np.isin(cold[:, None] - cold, sg.cubes(n)).any()

# %% [markdown]
# ## Notebook NUMBER, exercise 3
#
# **Cubes and seven.**
# Modulo 7, a cube is 0, 1 or -1. Of the 8,654 cold positions below $2^{16}$, all except 694 are 1, 3 or 6 modulo 7. No
# two of these residues are neighbours modulo 7.

# %%
residues = np.bincount(sg.cold_positions(sg.cubes, 2**16) % 7, minlength=7)
others = residues[[0, 2, 4, 5]].sum()
print(f"{residues.sum():,} cold positions modulo 7: {residues.tolist()}")
print(f"{others} of them are not 1, 3 or 6")

# %% [markdown]
# **Back to** [notebook NUMBER](../NUMBER-SLUG.ipynb).
