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
# # NUMBER. TITLE
#
# **How many heaps are lost if the number of coins taken must be a cube?** A notebook opens with its question and tells
# you what to read first, here [notebook 1](../../notebooks/01-subtraction-games.ipynb). The paper
# ([2018](../../book/references.md#eppstein2018)) asks the same question about squares.

# %% tags=["parameters", "LESSON_N"]
n = 2**16  # positions evaluated: 0 to n - 1

# %% tags=["setup"]
import matplotlib.pyplot as plt
import numpy as np

import subtraction_games as sg
from subtraction_games import figures

figures.use_style()

# %% [markdown]
# ## Counting them
#
# One English sentence says what the next cell does, and the code takes its names from this sentence. In this case,
# the sentence is: find the *cold* positions, from which the player to move loses, and count them.

# %%
cold = sg.cold_positions(sg.cubes, n)
print(f"{cold.size:,} of {n:,} positions are cold")

# %% [markdown]
# Of 65,536 positions, 8,654 are cold. Every number in the prose is printed in its own section and in the same form, as
# these two are. The picture shows whether the number of cold positions grows like a power of n.

# %%
sizes = np.unique(np.geomspace(1, n, 40).astype(np.int64))
counts = sg.counts_below(cold, sizes)
fig, ax = plt.subplots()
ax.loglog(sizes, counts, ".")
ax.set(xlabel="positions n", ylabel="cold positions below n")
figures.save(fig, "figure-NUMBER-1-SLUG", {"n": sizes, "cold_positions": counts})
figures.show(
    fig,
    "The number of cold positions on logarithmic axes when cubes may be taken: "
    "nearly a straight line",
)

# %% [markdown]
# **Figure NUMBER.1.** The number of cold positions when cubes may be taken, on logarithmic axes.
#
# The number of cold positions grows nearly like a power of n. An assertion belongs in a teaching cell if it is true for
# every n, as a theorem is. Statements that are true only of this n, like those with "nearly", are asserted in
# beyond/tests/test_notebooks_10_to_17.py.
#
# ## Exercises
#
# 1. *Check.* Which positions below 10 are cold? *Hint: only 1 and 8 can be taken.*
#    [Solution](solutions/NUMBER-NUMBER.ipynb#Notebook-NUMBER,-exercise-1)
# 2. *Prove.* Show that no two cold positions differ by a cube.
#    [Solution](solutions/NUMBER-NUMBER.ipynb#Notebook-NUMBER,-exercise-2)
# 3. *Go further.* Do the cold positions prefer some residues? Draw them with `make game GAME='n**3' N=10**6`. *Hint:
#    try the modulus 7.* [Solution](solutions/NUMBER-NUMBER.ipynb#Notebook-NUMBER,-exercise-3)
