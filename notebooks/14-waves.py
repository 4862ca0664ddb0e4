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
# # 14. Why 5, 13 and 17?
#
# The paper ends with two open questions. Why do the cold positions of subtract-a-square fall into residue
# classes, and does every prime that is 1 modulo 4 do this to them? And why are there so many, about
# $n^{0.7}$, but not quite the $n^{0.715}$ of the perfect base-5 set?
#
# This notebook answers as far as it can. **The second question has an exact answer**: the game contains 25
# disturbed copies of itself, and one can measure what is lost in which copy. **The first has a heuristic
# answer**, a linear theory that predicts hundreds of measured numbers with no number fitted, and that names the
# moduli: 5, 13 and 17, and the next in line is *not a prime*. It is 21.
#
# Each claim says what it is: a *theorem*, an *exact computation*, a *heuristic* (an argument with gaps, and a
# test), or a *fit*. Read [notebook 7](07-modularity.ipynb), [notebook 10](10-counts-past-the-paper.ipynb) and
# [notebook 13](13-which-residues.ipynb) first.
#
# *Continues D. Eppstein, "Faster Evaluation of Subtraction Games", FUN
# [2018](../book/references.md#eppstein2018), LIPIcs 100, 20:1-20:12, sections 3.3 and 4.*

# %% tags=["parameters"]
n = 2**30  # positions evaluated: 0 to n - 1 (make's COLD_N)

# %% tags=["setup"]
from itertools import combinations
from math import isqrt

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from scipy.optimize import minimize

import subtraction_games as sg
from subtraction_games import figures
from subtraction_games.analysis import ResidueCounts
from subtraction_games.longruns.cache import cached
from subtraction_games.record import Findings
from subtraction_games.theory import copies, waves
from subtraction_games.theory.meanfield import scattered

figures.use_style()
default = n == 2**30  # the n that the numbers in the text belong to
found, exactly = Findings("14", n), "exact computation, one method"
cold = cached("cold_positions", sg.squares, n)

# %% [markdown]
# Past $n$ we use the committed tables of the long run, as notebooks 10 and 13 do: the number of cold
# positions below the cubes, and below $2^{24},2^{27},\dots,2^{36}$ and so on by residue. Two methods agree on
# every position as far as notebook 10 says; beyond that the engine is alone, but for spot checks.

# %%
by_residue = pd.read_csv("../data/residue-counts.csv").groupby(["modulus", "n"])["count"]
known = {key: counts.to_numpy() for key, counts in by_residue}
residues = ResidueCounts(cold, n, known)
at_cubes = pd.read_csv("../data/cold-counts.csv").query("limit <= 2**36")  # known when the forecasts below were made
limits, totals = at_cubes.to_numpy().T


# %%
def between(m, a, b):
    """Cold positions from 2^a to 2^b by residue modulo m: counted here, or from the table, or None."""
    return residues.between(m, 2**a, 2**b)


def estimated(x):
    """Cold positions below x, interpolated on logarithmic scales between the two cubes around x."""
    return float(np.exp(np.interp(np.log(x), np.log(limits), np.log(totals))))


# %% [markdown]
# # Part one: the game inside the game
#
# Play with heaps that are multiples of 25 only, and with moves by multiples of 25 only. Those moves are
# $25\cdot1,25\cdot4,25\cdot9,\dots$: it is the same game, with tokens that weigh 25. The other moves, by
# squares prime to 5, come from outside and disturb it. The paper has the right word for a position that is
# declared hot from outside: a *hotspot*.
#
# **Theorem.** Let $q=m^2$ with $m\ge2$, and $r$ a residue modulo $q$. Let $H_r$ be the set of all $a$ for
# which a square that is *not* a multiple of $q$ leads from $qa+r$ to a cold position. Then $\{a: qa+r\text{
# is cold}\}$ is exactly the set of cold positions of subtract-a-square with hotspots $H_r$.
#
# **Proof.** Call the set on the left $A$. The number $qa+r$ is cold when no square leads from it to a cold
# position. The squares that are no multiples of $q$ have nothing to say against it exactly if $a\notin H_r$.
# A square that is a multiple of $m^2$ is $(mk)^2=qk^2$, and leads to $q(a-k^2)+r$, which is cold exactly if
# $a-k^2\in A$. So $a\in A$ if and only if $a\notin H_r$ and no positive square $k^2\le a$ has $a-k^2\in A$.
# That is the recurrence for cold positions with hotspots (the paper's section 2.1), and a recurrence has one
# solution. $\square$
#
# Nothing in the proof needs a prime, nor squares: it needs that *the multiples of $q$ in the subtraction set
# are $q$ times the subtraction set*. The module `copies` tests that, and finds the disturbed positions.

# %%
checked = min(n, 2**22)
here = np.array(cold[cold < checked])


def copies_agree(S, positions, q, below):
    """Whether each class modulo q holds exactly the cold positions of S with that class's hotspots."""
    hot = copies.disturbed(S, positions, q, below)
    for r in range(min(q, below)):
        again = sg.cold_positions(S, hot[r::q].size, hotspots=np.flatnonzero(hot[r::q]))
        if not np.array_equal(q * again + r, positions[positions % q == r]):
            return False
    return True


assert all(copies_agree(sg.squares, here, q, checked) for q in (25, 169, 289))

# %% [markdown]
# So it is for squares, in all 25, all 169 and all 289 classes below $2^{22}$: exact computation, each class
# evaluated again from its hotspots alone. The same holds for cubes with $q=p^3$ and for the Moser-de Bruijn
# set with $q=4^k$, whose multiples of $4^k$ are the sums of the powers from $4^k$ on.

# %%
few = min(n, 2**16)
others = [(sg.cubes, 8), (sg.cubes, 27), (sg.cubes, 343), (sg.moser_de_bruijn, 4), (sg.moser_de_bruijn, 16)]
for S, q in others:
    assert copies.contains_itself(S, q, few)
    assert copies_agree(S, sg.cold_positions(S, few), q, few)

# %% [markdown]
# **Triangular numbers are different.** Since $8\cdot\frac{k(k+1)}2+1=(2k+1)^2$, they are squares in disguise,
# and for an odd prime $p$ the triangular numbers $y$ with $8y+1$ divisible by $p^2$ are exactly the $p^2x+t$
# with $x$ triangular or 0, where $t=(p^2-1)/8$. So a move of that kind leads from $p^2a+r$ to
# $p^2(a-x)+(r-t)$: the same game in the quotient, but in *another class*, and $t$ is prime to $p$. The
# classes don't repeat the game, they hand it on in a ring through all $p^2$ of them. The game does not
# contain itself, at least not so.

# %%
for p in (3, 5, 7):
    t, triangular = (p * p - 1) // 8, sg.triangular(few)
    handed_on = triangular[(8 * triangular + 1) % (p * p) == 0]
    x = np.append(0, sg.triangular(few))
    assert np.array_equal(handed_on, (p * p * x + t)[p * p * x + t < few])
    assert not copies.contains_itself(sg.triangular, p * p, few) or few < 300

# %% [markdown]
# ## Which copies are disturbed?
#
# Take $q=25$. A square prime to 5 is 1 or 4 modulo 5. So the class 2 modulo 5 is disturbed only from the
# classes 1 and 3, in which notebook 7 found 44 cold positions and then no more. The class 0 is disturbed from
# 1 and 4, and in class 4 there are tens of thousands. One kind of copy should be nearly left in peace, the
# other not at all. Measure the share of the positions in each class that are hot by a move prime to 5.

# %%
sources = {2: (1, 3), 0: (1, 4)}  # x - 1 and x - 4 modulo 5
top = min(n, 2**24)
below_top = np.array(cold[cold < top])
share_hot = {}
for r, source in sources.items():
    hot = copies.disturbed(sg.squares, below_top[np.isin(below_top % 5, source)], 25, top)
    for high in [top >> shift for shift in (6, 4, 2, 0)]:
        share_hot[r, high] = float(hot[high // 2 : high][(r - high // 2) % 5 :: 5].mean())
    print(f"{r} mod 5, positions N/2 to N:", {h: f"{share_hot[r, h]:.3f}" for h in (top >> s for s in (6, 4, 2, 0))})

# %% [markdown]
# From $2^{23}$ to $2^{24}$, 1.3% of the positions that are 2 modulo 5 are hot by such a move, and 81.8% of
# those that are 0 modulo 5 (exact computation). And the 1.3% are dying out: with no new cold positions in the
# classes 1 and 3, their share halves whenever $n$ grows fourfold.

# %%
for r in (2, 0):
    found.add(f"share of {r} mod 5 hot by moves prime to 5", f"{share_hot[r, top]:.4f}", exactly, at=top)
assert n < 2**24 or (f"{share_hot[2, top]:.3f}", f"{share_hot[0, top]:.3f}") == ("0.013", "0.818")
assert n < 2**24 or all(0.45 < share_hot[2, 4 * h] / share_hot[2, h] < 0.55 for h in (2**18, 2**20, 2**22))

# %% [markdown]
# This is also the reason behind the "division of labour" of notebook 13. The five classes 2, 7, 12, 17 and 22
# modulo 25 are five nearly undisturbed games. Each starts over one digit further up, chooses *its own* pair
# of residues modulo 5 and its own three modulo 13, and a histogram of all five together shows a blur. The
# five classes 0, 5, 10, 15 and 20 are disturbed by the same positions and stay in step.
#
# Notebook 13 has the numbers: give each class modulo $5^j$ its own best triple of residues modulo 13, chosen
# on one half of the recent positions and scored on the other. One triple holds 95.4% of the multiples of 5,
# and finer classes add nothing. In the class 2 one triple holds 58%, and own triples for the classes modulo
# 25, 125 and 625 hold 74%, 80% and 87%: *each has settled, in its own way* (exact computation).

# %% [markdown]
# ## Twenty-five ratios
#
# Let $c(n)$ be the number of cold positions below $n$, and $c_r(n)$ those among them that are $r$ modulo 25.
# Copy $r$ has played up to about $n/25$, so compare $c_r(n)$ with $c(n/25)$:
# $$\rho_r(n)=\frac{c_r(n)}{c(n/25)},\qquad c(n)=c(n/25)\sum_r\rho_r(n).$$
# The second equation is an identity. If $c(n)$ grows like $n^e$, then $25^e=\sum_r\rho_r$, so
# $\log_{25}\sum_r\rho_r(n)$ is the local exponent from $n/25$ to $n$. Ten perfect copies and fifteen empty
# classes would make $\log_{25}10=0.71534$, the paper's exponent of the perfect base-5 set. **So the ratios
# say where the missing 0.017 goes.**


# %%
def ratios(k):
    """The 25 ratios at 2^k. Past n the divisor is interpolated between cubes, an error below one in ten thousand."""
    by_class = sg.digit_counts(cold[cold < 2**k], 25) if 2**k <= n else known[25, 2**k]
    part = -(-(2**k) // 25)
    return by_class / (np.searchsorted(cold, part) if part <= n else estimated(part))


sizes = [k for k in (22, 26, 30, 33, 36, 38, 40) if 2**k <= n or (25, 2**k) in known]
table = {k: ratios(k) for k in sizes}
for k, rho in table.items():
    print(f"2^{k}: sum {rho.sum():.4f}, exponent {np.log(rho.sum()) / np.log(25):.5f}")
    for r in (0, 2, 4):
        print(f"      {r} mod 5: " + " ".join(f"{value:.4f}" for value in rho[r::5]) + f"   sum {rho[r::5].sum():.3f}")

# %% [markdown]
# Read it from top to bottom (exact computation, but for the interpolated divisor from $2^{36}$ on).
#
# * The five copies in the class 2 are nearly perfect throughout: together 4.85 of 5 at $2^{30}$, 4.92 at
#   $2^{36}$, 5.00 at $2^{38}$ and 5.07 at $2^{40}$: there they hold *more* than the game itself does.
# * The five in the class 0 are not: 3.99 at $2^{22}$, 4.35 at $2^{30}$, 4.50 at $2^{36}$, 4.53 at $2^{38}$, 4.63 at
#   $2^{40}$.
#   **Most of the missing exponent is lost here**, in copies that the class 4 disturbs, and they recover as it
#   dies out.
# * The class 4 adds 0.74 at $2^{22}$, 0.21 at $2^{30}$, 0.02 at $2^{36}$ and 0.003 at $2^{40}$: the last trace of
#   the time before the game settled modulo 5. The classes 1 and 3 add 0.01 at $2^{22}$, and
#   nothing to speak of later.
#
# Up to $2^{36}$ the loss of the class 4 and the gain of the class 0 cancel nearly: from $2^{26}$ on the sum of
# all stays between 9.42 and 9.47, and the exponent between 0.696 and 0.699. *That is why it looked settled*: two
# drifts that hid each other. At $2^{38}$ the class 4 has hardly anything left to lose, and the sum has come to
# 9.54, the exponent to 0.7006; at $2^{40}$ they are 9.70 and 0.7059. Copies can hold more than their original,
# presumably since that is the game below $n/25$, where the class 4 still disturbed it. The paper explains the
# slow growth by "the slow convergence of its higher-order base-5 digits". The table is more exact: what
# counts is not how far a digit has converged, but how much one class disturbs another.

# %%
e_30 = np.log(known[25, 2**30].sum() / estimated(2**30 / 25)) / np.log(25)
if 30 in table and default:
    assert abs(np.log(table[30].sum()) / np.log(25) - e_30) < 1e-4
    e_30 = np.log(table[30].sum()) / np.log(25)
found.add("exponent from the 25 classes at 2^30", f"{e_30:.5f}", "exact computation, two methods", at=2**30)
sums = {k: [round(float(rho[r::5].sum()), 2) for r in (0, 2, 4)] for k, rho in table.items()}
assert not default or f"{e_30:.5f}" == "0.69663"
assert not default or (sums[22], sums[30]) == ([3.99, 4.87, 0.74], [4.35, 4.85, 0.21])
assert not default or (sums[36], sums[38]) == ([4.50, 4.92, 0.02], [4.53, 5.00, 0.01])
assert sums[40][:2] == [4.63, 5.07]
assert f"{table[40][4::5].sum():.3f}" == "0.003"
assert not default or table[33][4::5].sum() > 10 * table[40][4::5].sum(), "below n/25 there was more of the class 4"

# %%
looked_settled = [table[k].sum() for k in (26, 30, 33, 36) if k in table]
assert not default or (f"{min(looked_settled):.2f}", f"{max(looked_settled):.2f}") == ("9.42", "9.47")
assert all(0.696 < np.log(total) / np.log(25) < 0.699 for total in looked_settled), "it looked settled"
assert f"{table[38].sum():.2f}" == "9.54", "and moves in the end"
assert f"{np.log(table[38].sum()) / np.log(25):.4f}" == "0.7006"
assert [f"{table[40].sum():.2f}", f"{np.log(table[40].sum()) / np.log(25):.4f}"] == ["9.70", "0.7059"]
rest = {k: float(rho[1::5].sum() + rho[3::5].sum()) for k, rho in table.items()}
assert not default or f"{rest[22]:.2f}" == "0.01", "the classes 1 and 3"
assert all(part < 0.002 for k, part in rest.items() if k > 22), "nothing to speak of"
in_0, in_4 = ([float(rho[r::5].sum()) for rho in table.values()] for r in (0, 4))
assert (in_0, in_4) == (sorted(in_0), sorted(in_4, reverse=True)), "the class 0 recovers as the class 4 dies out"
assert all(5 - rho[::5].sum() > 4 * (5 - rho[2::5].sum()) for rho in table.values()), "most is lost in the class 0"

# %%
doublings = [k / 2 for k in range(28, 2 * int(np.log2(n)) + 1)]
below = {k: (cold[: np.searchsorted(cold, 2**k)], np.searchsorted(cold, 2**k / 25)) for k in doublings}
curve = [(2**k, *sg.digit_counts(positions, 5) / worth) for k, (positions, worth) in below.items()]
curve += [(2**k, *(rho.reshape(5, 5).sum(axis=0))) for k, rho in table.items() if 2**k > n]
curve = np.array(curve)
fig, (ax, right) = plt.subplots(1, 2, figsize=(7.4, 3.3))
for r, colour, name in ((2, figures.BLUE, "2"), (0, figures.VERMILION, "0"), (4, figures.GREEN, "4")):
    ax.plot(curve[:, 0], curve[:, 1 + r], ".-", color=colour, markersize=4, label=f"{name} mod 5")
ax.axhline(5, color=figures.INK, linewidth=0.8, linestyle=(0, (4, 3)))
ax.set(xscale="log", xlabel="n", ylabel="copies' worth", ylim=(0, 5.6), title="Five classes modulo 25, summed")
ax.legend(loc="center", bbox_to_anchor=(0.6, 0.42))
right.plot(curve[:, 0], np.log(curve[:, 1:].sum(axis=1)) / np.log(25), ".-", color=figures.BLUE, markersize=4)
right.axhline(np.log(10) / np.log(25), color=figures.INK, linewidth=0.8, linestyle=(0, (4, 3)))
right.text(curve[:, 0].min(), 0.7165, "ten perfect copies", fontsize=9)
right.set(xscale="log", xlabel="n", ylabel="exponent", ylim=(0.68, 0.722), title="Exponent from n/25 to n")
drawn = {"n": curve[:, 0].round().astype(np.int64)} | {f"class_{r}_mod_5": curve[:, 1 + r] for r in range(5)}
figures.save(fig, "figure-15-the-game-inside-the-game", drawn)
figures.show(fig, "Left, three curves of copies' worth against n, 2 and 0 rising towards five; right, the exponent")

# %% [markdown]
# **Figure 15.** Left: what the five classes modulo 25 that are 0, 2 or 4 modulo 5 are worth together, in
# copies of the game; five perfect copies are the dashed line. Right: the exponent that follows from all 25.
# The points past $2^{30}$ are those of the table above.
#
# ## Where does the exponent go?
#
# *Heuristic.* Suppose the class 4 dies out, and all ten copies are undisturbed from some place on. Each is
# then the game after another beginning. If the beginning made no difference in the long run, all ratios would
# tend to 1, their sum to 10 and the exponent to 0.71534. Does the beginning make no difference? Try it:
# declare a random half of the first 1,000 positions hot, and compare the counts with those of the plain game.

# %%
plain = sg.cold_positions(sg.squares, few * 16)
early = min(1000, few)
beginnings = []
for seed in range(12):
    hotspots = np.flatnonzero(np.random.default_rng(seed).random(early) < 0.5)
    other = sg.cold_positions(sg.squares, few * 16, hotspots=hotspots)
    beginnings.append([float(sg.counts_below(other, x) / sg.counts_below(plain, x)) for x in (few, 4 * few, 16 * few)])
beginnings = np.array(beginnings)
print("at 2^16, 2^18, 2^20:")
print(beginnings.round(3))

# %% [markdown]
# It does make a difference, and a lasting one. At $2^{20}$ twelve such games have from 0.79 to 0.99 times the
# cold positions of the plain one, 0.90 in the mean, and each game keeps about its own ratio from $2^{16}$ on.
# So single ratios need not tend to 1. But what the plain game is to its copies, each copy is to *its* copies.
# If such ratios are drawn anew at each level, the ten copies of a game are on the average like any other
# games, and the mean count obeys $\bar c(n)=10\,\bar c(n/25)$: again 0.71534. The heuristic predicts that
# **the exponent is not settled at 0.697: it will rise, slowly, when the class 4 is gone.** The counts to
# $2^{36}$ didn't show that. This was written then, and so were the forecasts below; what came of them stands
# under "Forecast and outcome". The rise has begun, as the table above says, and goes on. That it ends
# at 0.71534 is as heuristic as it was; with copies that hold more than the game, it might overshoot for a while.

# %%
assert not default or (round(beginnings[:, 2].min(), 2), round(beginnings[:, 2].max(), 2)) == (0.79, 0.99)
assert not default or f"{beginnings[:, 2].mean():.2f}" == "0.90"
assert not default or abs(beginnings[:, 2] - beginnings[:, 0]).max() < 0.05

# %% [markdown]
# ## Forecasts, written down before the computation
#
# The identity $c(n)=c(n/25)\sum\rho_r(n)$ turns a forecast of the ratios into one of the count, and needs
# only $c(n/25)$, which for $n=2^{38}$ and $2^{40}$ is known already. Rule: let the two good groups go on as
# from $2^{33}$ to $2^{36}$, linearly in $\log n$, and the class 4 by the same factor. Beside it the two laws
# of notebook 10: repeated medians through all cubes, and the last local exponent. For each rule the interval
# is the largest relative error that the *same rule* would have made, two or four doublings ahead, from
# $2^{27}$, $2^{30}$ and $2^{33}$. These are two or three trials, so it is a modest kind of interval.


# %%
def by_classes(k, ahead):
    """The count below 2^(k + ahead), from the ratios at 2^(k - 3) and 2^k."""
    old, new = (known[5, 2**j] / estimated(2**j / 25) for j in (k - 3, k))
    good = new[[0, 2]] + (new - old)[[0, 2]] * ahead / 3
    return (good.sum() + new[4] * (new[4] / old[4]) ** (ahead / 3)) * estimated(2.0 ** (k + ahead) / 25)


def by_medians(k, ahead):
    seen = limits < 2**k
    return float(sg.fit_power_law(limits[seen], totals[seen]).at(2.0 ** (k + ahead)))


def by_last_exponent(k, ahead):
    return estimated(2.0**k) * (estimated(2.0**k) / estimated(2.0 ** (k - 3))) ** (ahead / 3)


# %%
rules = {
    "25 classes, each group's ratio carried on": by_classes,
    "repeated medians below 2^36 (notebook 10)": by_medians,
    "local exponent from 2^33 to 2^36 (notebook 10)": by_last_exponent,
}
forecast = {}
for ahead in (2, 4):
    for name, rule in rules.items():
        trials = [rule(k, ahead) / estimated(2.0 ** (k + ahead)) - 1 for k in (27, 30, 33) if k + ahead <= 36]
        value, error = rule(36, ahead), max(map(abs, trials))
        forecast[name, ahead] = [round(value), round(value * (1 - error)), round(value * (1 + error))]
        print(f"2^{36 + ahead}: {value:>13,.0f}, give or take {error:.2%}: {name}")
middle, least, most = forecast["25 classes, each group's ratio carried on", 4]
assert round((most - least) / (2 * middle), 3) == 0.006, "give or take 0.6%"
assert most > forecast["local exponent from 2^33 to 2^36 (notebook 10)", 4][1], "the intervals overlap"

# %% [markdown]
# Below $2^{40}$ the 25 classes say 230.2 million, the repeated medians 227.6 million and the last exponent
# 228.6 million. The intervals overlap, so a single number will not settle it, but the order of the three says
# what each believes. All this stands in `data/forecasts.csv`, with two more things: the shares of the chosen
# residues modulo 13 and 17, carried on from notebook 13, and what Part two says of the moduli 21 and 29.

# %%
written = pd.read_csv("../data/forecasts.csv")
written = written[~written.quantity.str.contains("nim-value")]  # those are notebook 15's
written = written.assign(kind=written.quantity.str.split().str[0], log2_n=np.log2(written.n).astype(int))
for row in written.query("kind == 'cold'").itertuples():
    assert [row.forecast, row.low, row.high] == forecast[row.method, row.log2_n - 36]
for row in written.itertuples():
    print(f"{row.quantity}, 2^{row.log2_n}: {row.forecast:.9g} ({row.low:.9g} to {row.high:.9g})")
assert (written.made == "2026-11-21").all()

# %% [markdown]
# The shares follow the simplest rule: what is outside the chosen residues shrinks by the same factor for each
# doubling as it did between the stretches $2^{30}$ to $2^{33}$ and $2^{33}$ to $2^{36}$.


# %%
def outside(p, heads, a, b):
    counted = known[p, 2**b] - known[p, 2**a]
    return 1 - counted[heads].sum() / counted.sum()


for row in written.query("kind == 'share'").itertuples():
    p, heads = int(row.quantity.split()[-5]), [int(r) for r in row.quantity.split()[2:-6]]
    old, new = outside(p, heads, 30, 33), outside(p, heads, 33, 36)
    assert abs(1 - new * (new / old) ** ((row.log2_n - 1 - 34.5) / 3) - row.forecast) < 1e-4

# %% [markdown]
# # Part two: waves
#
# Write $e(t)=e^{2\pi it}$. Any table of residues modulo $m$ is a sum of waves $e(kx/m)$, $k=0,\dots,m-1$. The
# *power* of wave $k$ in a set of $N$ positions is $\left|\sum_xe(-kx/m)\right|^2/N$: on the average 1 if each
# position threw a fair die, and up to $N$ if all share a residue. A wave with $k$ prime to $m$ belongs to no
# smaller modulus. Where do waves come from?
#
# ## One step of the derivation at a time
#
# *Everything in this section is heuristic*: it treats the game as chance would play it.
#
# 1. **A position is cold if it has no move to a cold one.** If the moves to cold positions were scattered
#    like raindrops, with $\Lambda(x)$ expected, none would fall with probability $e^{-\Lambda(x)}$. So the
#    density of cold positions is $\rho(x)=e^{-\Lambda(x)}$.
# 2. **Disturb it by a wave**: let the density at all smaller $y$ carry a factor $1+A\,e(ky/m)$, $A$ small.
# 3. **Moves pass the wave on.** $\Lambda(x)$ is the sum of $\rho(x-s)$ over the moves $s$. The wave
#    contributes $A\,e(k(x-s)/m)=A\,e(kx/m)\,e(-ks/m)$ in place of $0$. On the average over the moves this is
#    $A\,g\,e(kx/m)$, with the **mean wave** $g=\frac1m\sum_{j<m}e(-kj^2/m)$. So $\Lambda(x)$ changes by
#    $\Lambda Ag\,e(kx/m)$.
# 4. **The density answers.** Since $\rho=e^{-\Lambda}$, it changes by the factor $1-\Lambda Ag\,e(kx/m)$. A
#    wave of amplitude $A$ below calls forth a wave of amplitude $-\Lambda g\,A$ at $x$.
# 5. **Add noise.** The game is no die, but it throws something like one: amplitudes begin as noise $\eta$. In
#    a steady state $A=\eta-\Lambda gA$, hence $A=\eta/(1+\Lambda g)$.
#
# Everything hangs on $g$. If it is positive, the answer is against the wave and dampens it. If it is
# negative, the answer is *with* the wave and feeds it, and once $\Lambda|g|>1$ the answer is larger than the
# question: the wave grows until it is no longer small. The residues *crystallise*.

# %%
fig, axes = plt.subplots(3, 1, figsize=(6.4, 4.6), sharex=True)
x, expected, drawn = np.linspace(0, 26, 521), 3, []
for ax, (m, k, says) in zip(axes, ((13, 1, "damped"), (13, 2, "fed"), (7, 1, "turned by a quarter")), strict=True):
    answer = -expected * waves.mean_wave(np.arange(m) ** 2, m)[k]
    wave, reply = np.cos(2 * np.pi * k * x / m), (answer * np.exp(2j * np.pi * k * x / m)).real
    ax.plot(x, wave, color=figures.BLUE, label="a wave of cold positions")
    ax.plot(x, reply, color=figures.VERMILION, linestyle=(0, (4, 2)), label="what it calls forth")
    ax.set(ylabel="amplitude", ylim=(-1.6, 1.6))
    ax.set_title(f"m = {m}, k = {k}: {says}", fontsize=10)
    drawn += [(m, k, *values) for values in zip(x, wave, reply, strict=True)]
axes[0].legend(loc="upper right", ncols=2, fontsize=8.5, bbox_to_anchor=(1, 1.42))
axes[2].set_xlabel("position x")
columns = ("modulus", "k", "x", "wave", "answer")
figures.save(fig, "figure-16-waves", dict(zip(columns, zip(*drawn, strict=True), strict=True)))
figures.show(fig, "Three panels of a wave and its answer: upside down, in step, and a quarter of a period off")

# %% [markdown]
# **Figure 16.** A wave and the answer it calls forth, with three expected moves to cold positions. Modulo 13
# the wave $k=1$, a square, is answered upside down; $k=2$, no square, in step. Modulo 7 the answer is a
# quarter of a period off: it neither feeds nor fights the wave.
#
# ## Gauss sums
#
# For squares, $mg$ is a *quadratic Gauss sum*, and Gauss found their values. **Theorem** (Gauss). For odd $m$
# and $k$ prime to $m$, $\sum_{j<m}e(kj^2/m)$ is $\left(\frac km\right)\sqrt m$ if $m\equiv1\pmod4$ and
# $i\left(\frac km\right)\sqrt m$ if $m\equiv3\pmod4$. Here $\left(\frac km\right)$ is Jacobi's symbol: for a
# prime it is 1 if $k$ is a square modulo $m$ and $-1$ if not, and for a product of primes it is the product
# of their symbols.
#
# So if $m\equiv1\pmod4$, the waves of $m$ have $g=+1/\sqrt m$ or $-1/\sqrt m$, half of them each, unless $m$
# is a perfect square and all have $+$. We call them *damped* and *fed*; for a prime they are the residues and
# the nonresidues $k$. The theory therefore singles out not the primes that are 1 modulo 4, but **all odd
# numbers that are 1 modulo 4 and no perfect squares**: 5, 13, 17, 21, 29, 33, 37, 41, 45, 53, 57, ... Among
# them are products of two primes that are 3 modulo 4, such as $21=3\cdot7$ and $33=3\cdot11$. Neither 3 nor 7
# can favour a residue, and the paper's own argument for 7 (any two residues differ by a square one way round)
# is right. But a square modulo 21 must be one modulo 3 *and* 7, and $\{0,2,10\}$ is square-difference-free
# modulo 21. *Thresholds*: the fed waves grow once $\Lambda$ exceeds $\sqrt m$.

# %%
odd = [m for m in range(3, 200, 2) if all(m % (j * j) for j in range(2, 15))]  # squarefree, to keep it simple
for m in odd:
    sums = waves.mean_wave(np.arange(m) ** 2, m)[waves.coprime(m)] * np.sqrt(m)
    assert np.allclose(sums.real**2 if m % 4 == 1 else sums.imag**2, 1)
    assert m % 4 == 3 or (sums.real > 0).sum() == (sums.real < 0).sum()
candidates = [m for m in odd if m % 4 == 1]
print({m: f"{np.sqrt(m):.2f}" for m in candidates[:10]})
square = {k * k % 21 for k in range(21)}
assert not any((x - y) % 21 in square for x in (0, 2, 10) for y in (0, 2, 10) if x != y)

# %% [markdown]
# What of even numbers? For the modulus 8 the sum has the phase of an eighth of a turn, $45°$ off the axis,
# and for 4 too. The answer travels upwards, through moves of all lengths, which delays slow waves and can
# turn the phase back, but for moves as dense as squares by less than 45 degrees (`waves.threshold`
# computes it). So at 45 degrees no $\Lambda$ is large enough: *powers of 2 are marginal*, and so is every
# multiple of 4. An odd $m\equiv3$ is 90 degrees off. That leaves the odd numbers above. This answers, within
# the theory, why the game chooses no power of 2 although $\{0,2,5\}$ is square-difference-free modulo 8.


# %%
def least(m, cold=0.7, moves=0.5, steps=None):
    """The smallest threshold of a wave of m; cold positions grow like x^cold and moves like x^moves."""
    means = waves.mean_wave(np.arange(m) ** 2 if steps is None else steps, m)[waves.coprime(m)]
    return min((waves.threshold(g, cold, moves) for g in np.unique(means.round(12)) if abs(g) > 0.02), default=np.inf)


finite = [m for m in range(2, 62) if least(m) < 1000]
print(finite)
assert finite == [5, 13, 17, 21, 29, 33, 37, 41, 45, 53, 57, 61]
assert {k * k % 8 for k in range(8)} == {0, 1, 4}

# %% [markdown]
# ## The test: damped and fed
#
# Power by power, in each stretch from $2^k$ to $2^{k+3}$. The theory says: damped waves below 1, fed waves
# above; 5, 13 and 17 far above.


# %%
def powers(m, a, b):
    """(mean power of the damped waves, of the fed ones) modulo m; for m = 3 mod 4 both are the mean of all."""
    counts = between(m, a, b)
    if counts is None:
        return None
    power, g, own = waves.power(counts), waves.mean_wave(np.arange(m) ** 2, m).real, waves.coprime(m)
    groups = (own & (g > 0), own & (g < 0)) if m % 4 == 1 else (own, own)
    return [float(power[group].mean()) for group in groups]


stretches = [(k, k + 3) for k in range(15, 36, 3)]
measured = {(m, s): power for m in odd for s in stretches if (power := powers(m, *s))}
for m in (5, 13, 17, 21, 29, 33, 37, 41, 53, 57, 61):
    seen = (f"{measured[m, s][0]:.3g} {measured[m, s][1]:.3g}" for s in stretches if (m, s) in measured)
    print(f"{m:>3}: " + " | ".join(seen))

# %% [markdown]
# Each pair is damped and fed, in stretches from $2^{15}$ to $2^{18}$ on. From 21 on, damped waves are at
# about a half. Fed waves grow in the long run, and the smaller the modulus, the more. **In the
# stretch to $2^{30}$ the modulus 21 has a mean power of 64 in its fed waves, 33 has 15.9 and 29 has 13.1**
# (exact computation). Modulo 3 and modulo 7 there is nothing; the two conspire. Notebook 13 looked at primes
# only, as the paper's question suggests, and so missed the one that is next.

# %%
seen = {m: measured[m, (27, 30)] for m in (21, 29, 33) if (m, (27, 30)) in measured}
assert not default or [f"{seen[m][1]:.1f}" for m in (21, 29, 33)] == ["64.0", "13.1", "15.9"]
if 21 in seen:
    by_two_methods = exactly.replace("one method", "two methods")
    found.add("power of the fed modes at 21, 2^27 to 2^30", f"{seen[21][1]:.1f}", by_two_methods, at=2**30)
damped, fed = powers(29, 30, 36)
found.add("power of residue modes at 29, 2^30 to 2^36", f"{damped:.3f}", exactly, at=2**36)
found.add("power of nonresidue modes at 29, 2^30 to 2^36", f"{fed:.1f}", exactly, at=2**36)
assert (f"{damped:.2f}", f"{fed:.1f}") == ("0.39", "61.1")
assert all(power[0] < power[1] for (m, s), power in measured.items() if m % 4 == 1 and m < 60 and s[0] > 20)

# %%
if default:
    free_of = [m for m in candidates if all(m % p for p in (5, 13, 17))]
    by_feeding = sorted(free_of, key=lambda m: measured[m, (27, 30)][1], reverse=True)
    assert by_feeding[:3] == [21, 33, 29], "the next modulus is 21, and not 29"
    assert 0.4 < np.mean([measured[m, (27, 30)][0] for m in free_of if m < 62]) < 0.6, "about a half"
    grown = [measured[m, (27, 30)][1] / measured[m, (18, 21)][1] for m in (21, 29, 33, 37, 41)]
    assert min(grown) > 1, "fed waves grow"
    assert grown == sorted(grown, reverse=True), "the smaller the modulus, the more"
    assert all(measured[m, (27, 30)][0] < 1.2 for m in (3, 7)), "nothing modulo 3 and modulo 7"

# %% [markdown]
# And which residues modulo 21? The three most frequent between $2^{27}$ and $2^{30}$ are 4, 14 and 6, each two
# to three percent above its fair share. They are $\{0,2,10\}$ moved up by 4: **square-difference-free**, like
# the destinations of 5, 13 and 17 (exact computation; of all triples modulo 21, one in 32 is).

# %%
if default:
    share_21 = 21 * between(21, 27, 30) / between(21, 27, 30).sum()
    assert np.argsort(-share_21)[:3].tolist() == [4, 14, 6]
    assert ((share_21[[4, 14, 6]] > 1.02) & (share_21[[4, 14, 6]] < 1.03)).all()
triples = list(combinations(range(21), 3))
free = [t for t in triples if not any((x - y) % 21 in square for x in t for y in t if x != y)]
print(
    f"{len(free)} of {len(triples)} triples modulo 21 are square-difference-free, one in {len(triples) / len(free):.1f}"
)
assert (4, 6, 14) in free
assert round(len(triples) / len(free)) == 32

# %% [markdown]
# ## Three refinements, none of them fitted
#
# Damped and fed come out as they should, but by *how much*? The steady state would give $1/(1\pm\Lambda/\sqrt
# m)^2$. Three things are missing from it.
#
# **Memory.** The answer at $x$ is to the waves at all smaller positions, and a fed wave that was large by
# accident at $2^{20}$ is still there at $2^{30}$. Of the moves that lead from $x$ to a cold position, the
# share that ends at $ux$ has the density of a beta distribution, $u^{-0.3}(1-u)^{-0.5}$ up to a factor,
# because cold positions grow like $x^{0.7}$ and squares like $x^{0.5}$. `waves.LinearResponse` cuts the positions
# into ranges, half a doubling each, and solves the linear system for the amplitudes, from noise in each
# range.
#
# **$\Lambda$ is to be measured, not chosen.** It is the expected number of moves to cold positions, as a
# *cold position's own class* has it: inside the classes that are in use. Take the classes modulo
# $5^4\cdot13\cdot17=138125$; within a class we treat positions as alike. A class $r$ expects
# $\Lambda_r=\sum_c \frac{w(r-c)}{2\sqrt{x-c}}$ moves, where $1/(2\sqrt{x-c})$ is the density of squares at
# $x-c$, and $w$ says by what factor squares are more frequent in that class. Average over the classes, each
# weighing as many as it has cold positions in $[N/2,N)$.

# %%
FINE = 5**4 * 13 * 17
assert FINE == 138125


def expected_moves(k, fine=FINE):
    """Mean number of moves to cold positions, in the classes modulo `fine` of the last doubling's cold positions."""
    positions = np.array(cold[: np.searchsorted(cold, 2**k)])
    weight = np.zeros(positions.size)
    for x in 2**k * np.array([0.6, 0.7, 0.8, 0.9, 1.0]):
        end = np.searchsorted(positions, x)
        weight[:end] += 0.2 / (2 * np.sqrt(x - positions[:end]))
    moves = np.bincount(np.arange(fine) ** 2 % fine, minlength=fine)
    ends = np.bincount(positions % fine, weights=weight, minlength=fine)
    expected = np.fft.irfft(np.fft.rfft(ends) * np.fft.rfft(moves), fine)
    own = np.bincount(positions[positions >= 2 ** (k - 1)] % fine, minlength=fine)
    return float((own * expected).sum() / own.sum())


# %%
log_n = int(np.log2(n))
at = list(range(16, log_n + 1, 2)) or [log_n]
lambdas = [expected_moves(k) for k in at]
print({f"2^{k}": f"{value:.2f}" for k, value in zip(at, lambdas, strict=True)})

# %% [markdown]
# From 2.0 at $2^{16}$ it climbs to 3.8 at $2^{28}$ and 4.3 at $2^{30}$. Averaged over *all* positions it
# would be 48 at $2^{30}$, because hot classes have very many moves to cold positions; the structure is there
# precisely to keep $\Lambda$ small for the cold. There is a second view of the same number: if
# $\rho=e^{-\Lambda}$, minus the logarithm of the density that a cold position finds in its own class should
# be about $\Lambda$. It is 3.0 at $2^{30}$. As long as unresolved structure is left in the classes, the first
# errs upwards; by the same token the mean density is dominated by the best classes, and the second errs
# downwards.
#
# **Noise is not a Poisson's.** If a share $\rho$ of a class is cold, independent throws have the variance of
# a coin, less by the factor $1-\rho$. So the noise has power 1 less the density that a cold position meets in
# its own class. This too is measured, from the pairs of cold positions in a class.


# %%
def crowding(a, b):
    """The density of cold positions in the class modulo FINE that a cold position lies in, itself not counted."""
    counts = between(FINE, a, b)
    return float((counts * (counts - 1)).sum() / max(counts.sum(), 1) * FINE / (2**b - 2**a))


usable = [s for s in stretches if 2 ** s[1] <= n] or [(log_n - 3, log_n)]
crowded = [crowding(*s) for s in usable]
memory = waves.LinearResponse.build(8, 40, cold=0.7, moves=0.5, bins=2)
middles = memory.middles()
noise = 1 - np.interp(middles, [(a + b) / 2 for a, b in usable], crowded)
print({f"2^{b}": f"{value:.3f}" for (_, b), value in zip(usable, crowded, strict=True)})

# %%
density_view = -np.log(max(crowding(log_n - 1, log_n), 1e-9))
assert not default or [f"{lambdas[at.index(k)]:.1f}" for k in (16, 28, 30)] == ["2.0", "3.8", "4.3"]
assert not default or f"{density_view:.1f}" == "3.0"
on_average = float((0.5 / np.sqrt(n - cold)).sum())
print(f"-log density {density_view:.2f}; moves to cold positions from all positions alike {on_average:.1f}")
assert not default or f"{on_average:.1f}" == "48.5"

# %% [markdown]
# Now everything is measured and nothing left to choose. For each modulus and each stretch below $2^{30}$
# compute the expected power of damped and fed waves, and compare.


# %%
def theory(m, course, stretches=stretches, strength=0.5, noise=noise):
    """Expected (damped, fed) powers in each stretch, with Lambda given by its course over the ranges."""
    signs = (1, -1) if m % 4 == 1 else (1j, 1j)
    return np.transpose([memory.power(sign * m**-strength * course, noise, stretches) for sign in signs])


def straight(start, slope):
    """Lambda as a straight line in log2 x, by its value at 2^27."""
    return np.maximum(start + slope * (middles - 27), 0)


course = np.interp(middles, np.array(at) - 0.5, lambdas)  # past the last measurement, its last value
predicted = {m: theory(m, course) for m in odd}

# %%
for m in (21, 29, 33, 37, 41, 53, 57, 61, 97):
    parts = []
    for s in usable[-3:]:
        if (m, s) in measured:
            both = zip(measured[m, s], predicted[m][stretches.index(s)] if s in stretches else (1, 1), strict=True)
            parts.append("  ".join(f"{power:.2f} ({wanted:.2f})" for power, wanted in both))
    print(f"{m:>3}: " + " | ".join(parts))

# %% [markdown]
# Damped, predicted in parentheses, then fed with its prediction, in the last three stretches. Powers of few
# waves scatter (the mean of $w$ independent pairs of waves by $1/\sqrt w$, almost three fifths for the three
# fed pairs of 21),
# so take the whole: each mean power is a gamma variable about its prediction, and the sum of the logarithms
# of all densities is the *likelihood*. Beside it: no theory (all powers equal the noise), and the best two
# numbers, $\Lambda=a+b\log_2(x/2^{27})$.

# %%
fit_moduli = [m for m in candidates if m > 20 and all(m % p for p in (5, 13, 17))]
primes = [int(p) for p in sg.primes(98)]
to_fit = {(m, s): power for (m, s), power in measured.items() if m in fit_moduli and (s[1] <= 30 or m in primes)}


def misfit(course, moduli=fit_moduli, data=to_fit, **changes):
    """Minus the logarithm of the likelihood of the measured powers, up to a constant."""
    total = 0.0
    for m in moduli:
        pairs = waves.coprime(m).sum() / 4  # in each of the two groups; k and -k have the same power
        wanted = theory(m, course, **changes)
        for i, s in enumerate(stretches):
            if (m, s) in data:
                total += pairs * (np.log(wanted[i]) + np.array(data[m, s]) / wanted[i]).sum()
    return total


# %%
options = {"method": "Nelder-Mead", "options": {"xatol": 1e-3, "fatol": 1e-2}}
best = minimize(lambda v: misfit(straight(*v)), [3.5, 0.08], **options)
a, b = best.x.tolist()
near = {key: power for key, power in to_fit.items() if key[1][1] <= 30}
print(f"the best straight line: Lambda = {a:.2f} + {b:.3f} log2(x / 2^27), from {2 * len(to_fit)} mean powers")
courses = {"no theory": 0 * middles, "Lambda as measured": course, "the two best numbers": straight(a, b)}
scores = {name: misfit(each, data=near) for name, each in courses.items()}
for name, score in scores.items():
    print(f"{name:>22}: {score - scores['the two best numbers']:8.1f}")

# %% [markdown]
# The fit to all gives $\Lambda=3.55+0.084\log_2(x/2^{27})$. In units of log-likelihood, below $2^{30}$, no
# theory is 1,257 behind that fit; **$\Lambda$ as measured, with no number fitted, is 9 behind.** (The stretches
# of one modulus share their past and aren't independent, so these are scores and not tests.) The best line is
# 3.8 at $2^{30}$, between the two measured values 3.0 and 4.3.
#
# No number is fitted, but one choice was made: how finely the classes are cut. So cut them coarser and finer,
# with $5^3$ and $5^5$ in place of $5^4$, and without the higher digits of 5 at all.

# %%
cuts = {"5 * 13 * 17": 5 * 13 * 17, "5^3 * 13 * 17": 5**3 * 13 * 17, "5^5 * 13 * 17": 5**5 * 13 * 17}
by_cut = {name: [expected_moves(k, fine) for k in at] for name, fine in cuts.items()}
for name, values in by_cut.items():
    scores[name] = misfit(np.interp(middles, np.array(at) - 0.5, values), data=near)
    lead = scores[name] - scores["the two best numbers"]
    print(f"{name:>13}: Lambda {values[-1]:5.2f} at the end, {lead:7.1f} behind")

# %% [markdown]
# Coarser and finer cuts are 25 and 38 behind, so the agreement does not hang on the choice, though it is best
# for the one we made first. Without the higher digits of 5 the theory fails: $\Lambda$ would be 11.6 at
# $2^{30}$, and the score, 2,475 behind, is worse than with no theory at all. What counts is how many moves to
# cold positions there are *inside the classes that have already crystallised*.

# %%
behind = {name: score - scores["the two best numbers"] for name, score in scores.items()}
assert not default or (f"{a:.2f}", f"{b:.3f}") == ("3.55", "0.084")
assert not default or (round(behind["no theory"]) == 1257 and 5 < behind["Lambda as measured"] < 12)
assert not default or f"{a + 3 * b:.1f}" == "3.8"
assert not default or [int(behind[name]) for name in cuts] == [2475, 25, 38]
assert not default or [f"{values[-1]:.2f}" for values in by_cut.values()] == ["11.58", "4.85", "3.44"]

# %%
shown = usable[-1] if usable[-1] in stretches else stretches[3]
groups = {"prime, 1 mod 4": ("o", [m for m in primes if m % 4 == 1 and m > 20]),
          "product, 1 mod 4": ("D", [m for m in fit_moduli if m < 100 and m not in primes]),
          "prime, 3 mod 4": ("s", [m for m in primes if m % 4 == 3 and m > 6])}  # fmt: skip


# %%
def draw_measured(ax):
    for name, (marker, moduli) in groups.items():
        there = [m for m in moduli if (m, shown) in measured]
        for i, colour in enumerate((figures.BLUE, figures.VERMILION) if "1 mod" in name else (figures.GREEN,)):
            ax.plot(there, [measured[m, shown][i] for m in there], marker, color=colour, markersize=5)
        ax.plot([], [], marker, color=figures.INK, markersize=5, label=name)


def draw_theory(ax):
    styles = ((21, 1, figures.VERMILION, "fed"), (21, 0, figures.BLUE, "damped"), (7, 0, figures.GREEN, "turned"))
    for first, i, colour, name in styles:
        moduli = np.arange(first, 100, 4)
        expected = [theory(m, course, [shown])[0][i] for m in moduli]
        ax.plot(moduli, expected, color=colour, linewidth=1.2, label=f"{name}, predicted")


# %%
fig, ax = plt.subplots(figsize=(6.4, 4.2))
draw_measured(ax)
draw_theory(ax)
ax.axhline(1, color=figures.INK, linewidth=0.6)
ax.set(yscale="log", xlabel="modulus m", ylabel="mean power of the waves that belong to m", ylim=(0.12, 150))
ax.set_title(f"Positions 2$^{{{shown[0]}}}$ to 2$^{{{shown[1]}}}$")
ax.legend(fontsize=8.5, ncols=2, loc="upper right")
cells = [(m, *s, *measured[m, s], *predicted[m][stretches.index(s)]) for m, s in measured if m < 100]
columns = ("modulus", "from_2_to_the", "to_2_to_the", "damped", "fed", "damped_predicted", "fed_predicted")
figures.save(fig, "figure-17-gauss-sums", dict(zip(columns, zip(*cells, strict=True), strict=True)))
figures.show(fig, "Dots of mean power against the modulus, damped waves below and fed ones above, along curves")

# %% [markdown]
# **Figure 17.** Mean power of the waves that belong to a modulus: damped (blue) and fed (red) ones for
# $m\equiv1$, all of them (green) for primes $m\equiv3\pmod4$, where damping and feeding are one group of
# waves turned by a quarter. The curves are the linear theory with $\Lambda$ and noise as measured; nothing is
# fitted to the points. The moduli 5, 13 and 17 are far above the frame. The whole table, every modulus to 99
# and every stretch to $2^{36}$, is in the figure's CSV file.
#
# For the primes past $n$, from the committed counts: measured, and predicted in parentheses. Past $2^{30}$
# the prediction keeps $\Lambda$ at its last measured value, 4.3.

# %%
print(f"{'p':>3} {'2^30 to 2^33':^36} {'2^33 to 2^36':^36}")
for p in primes[1:]:
    parts = []
    for s in ((30, 33), (33, 36)):
        wanted = predicted[p][stretches.index(s)] if p not in (5, 13, 17) else (float("nan"),) * 2
        pairs = zip(measured[p, s], wanted, strict=True)
        parts.append("   ".join(f"{power:9.3g} ({value:6.2f})" for power, value in pairs))
    print(f"{p:>3} " + "    ".join(part if p % 4 == 1 else part[:18] + " " * 21 for part in parts))

# %% [markdown]
# Every one of the eight primes from 29 to 97 that are 1 modulo 4 has its damped waves below 1 and its fed
# waves above, in both stretches. For the three with the strongest feeding, 29, 37 and 41, the predictions are
# 21, 9.3 and 7.2 where 22, 8.4 and 6.9 are measured, and 40, 13.2 and 9.4 where it is 43, 13.2 and 10.0:
# closer than the scatter of a few waves lets one expect. From 53 on the fed waves
# of the last stretch are weaker than predicted.
#
# One choice here was made with the data in view: to keep $\Lambda$ at its last value. Carried on with the
# slope it has at $2^{30}$ it would reach 5.6 at $2^{36}$, and 29 would have four times the power that it has.
# Either the effective $\Lambda$ flattens past $2^{30}$, or the classes modulo 138125 are too coarse for what
# lies beyond, as the comparison of cuts suggests.

# %%
beyond_n = [(p, s) for p in primes for s in ((30, 33), (33, 36)) if p % 4 == 1 and p > 20]
assert len(beyond_n) == 16
assert all(measured[key][0] < 1 < measured[key][1] for key in beyond_n)
strongest = [(p, s) for s in ((30, 33), (33, 36)) for p in (29, 37, 41)]
assert [f"{measured[key][1]:.2g}" for key in strongest] == ["22", "8.4", "6.9", "43", "13", "10"]
fed_wanted = [float(predicted[p][stretches.index(s)][1]) for p, s in strongest]
assert not default or [f"{value:.2g}" for value in fed_wanted] == ["21", "9.3", "7.2", "40", "13", "9.4"]
off = [value / measured[key][1] - 1 for value, key in zip(fed_wanted, strongest, strict=True)]
scatter = [((p - 1) / 4) ** -0.5 for p, _ in strongest]
assert not default or all(np.abs(off) < scatter), "closer than the scatter"
slope = (lambdas[-1] - lambdas[-3]) / 4 if default else 0
steeper = course + slope * np.maximum(middles - (at[-1] - 0.5), 0)
too_much = theory(29, steeper)[stretches.index((33, 36))][1] / measured[29, (33, 36)][1]
assert not default or (f"{lambdas[-1] + 6 * slope:.1f}", round(float(too_much))) == ("5.6", 4)
assert not default or all(predicted[p][-1][1] > measured[p, (33, 36)][1] for p in primes if p % 4 == 1 and p > 50)

# %% [markdown]
# ## Too fair, explained
#
# Notebook 13 found the primes 3 modulo 4 *more* uniform than dice. Two things cause this. The answer to such
# a wave is a quarter of a period off; to first order it does nothing, to second order it takes away. (The
# steady state would say $1/(1+\Lambda^2/p)$; memory makes it less, since fast changes of a wave's amplitude
# are answered with a delay.) And the noise itself is below a die's. Averaged over all waves of the twelve
# primes from 7 to 83:

# %%
turned = [p for p in primes if p % 4 == 3 and p >= 7]


def mean_turned(a, b):
    """Mean power over all waves of these primes."""
    tables = [between(p, a, b) for p in turned]
    total = sum(float(waves.power(table)[1:].sum()) for table in tables)
    return total / sum(p - 1 for p in turned)


steady = sum((p - 1) / (1 + (a + 6 * b) ** 2 / p) for p in turned) / sum(p - 1 for p in turned)
remembered = sum((p - 1) * theory(p, straight(a, b), [(30, 36)])[0][0] for p in turned) / sum(p - 1 for p in turned)
without = steady * noise[-1]
print(f"measured, 2^30 to 2^36: {mean_turned(30, 36):.3f}; with memory {remembered:.2f}, without {without:.2f}")
of_all = "power of all modes, primes 3 mod 4 from 7 to 83, 2^30 to 2^36"
found.add(of_all, f"{mean_turned(30, 36):.3f}", exactly, at=2**36)

# %% [markdown]
# It is 0.778 (exact computation), with a scatter of $0.778/\sqrt{264}$, about 0.05, to be expected from 264
# pairs of waves. The theory with memory says 0.84, the steady state 0.72; both are a little over one such
# scatter away, so the data do not choose between them. The sign and the size are explained. The part of the
# noise can be seen by itself: towards large moduli, where $g$ vanishes, powers should fall back to $1-\rho$
# and not to 1.

# %%
assert (len(turned), sum(p - 1 for p in turned) // 2) == (12, 264)
assert f"{mean_turned(30, 36):.3f}" == "0.778"
assert not default or (f"{remembered:.2f}", f"{without:.2f}") == ("0.84", "0.72")

# %%
large = [int(p) for p in sg.primes(1500) if p % 4 == 3 and p > 800]
background = {s: np.mean([waves.power(between(p, *s))[1:].mean() for p in large]) for s in usable[-4:]}
for s, level in background.items():
    print(f"2^{s[0]} to 2^{s[1]}: background {level:.3f}, 1 - rho = {1 - crowded[usable.index(s)]:.3f}")
assert not default or all(abs(level - 1 + crowded[usable.index(s)]) < 0.035 for s, level in background.items())
assert not default or all(level < 0.93 for level in background.values())

# %% [markdown]
# ## Rivals
#
# *Chance* has lost already, by 1,257. Three others deserve a trial, all on the data below $2^{36}$.
#
# * **The steady state without memory**, with its own best $\Lambda=a+b\log_2x$ and its own noise level.
# * **Any repulsion would do**: perhaps the strength has nothing to do with Gauss sums, and falls with the
#   modulus at another rate, $|g|=m^{-s}$ with $s$ free.
# * **Noise like a Poisson's**, of power 1.


# %%
def misfit_steady(v):
    total = 0.0
    for (m, s), power in to_fit.items():
        expected = v[2] / (1 + np.array([1, -1]) * (v[0] + v[1] * (s[1] - 28.5)) / np.sqrt(m)) ** 2
        total += waves.coprime(m).sum() / 4 * (np.log(expected) + np.array(power) / expected).sum()
    return total


without_memory = minimize(misfit_steady, [2.5, 0.1, 0.9], **options)
powered = minimize(lambda v: misfit(straight(*v[:2]), strength=v[2]), [3.5, 0.08, 0.5], **options)
to_40 = [m for m in fit_moduli if m < 42]
small_powered = minimize(lambda v: misfit(straight(*v[:2]), to_40, strength=v[2]), [3.5, 0.08, 0.5], **options)
exponents = f"s = {powered.x[2]:.2f} (moduli to 41 alone: s = {small_powered.x[2]:.2f})"
lost, won = without_memory.fun - best.fun, best.fun - powered.fun
print(f"without memory {lost:.1f} behind; m^-s {won:.1f} ahead, with {exponents}")
poisson = minimize(lambda v: misfit(straight(*v), noise=1.0), best.x, **options)
print(f"Poisson's noise {poisson.fun - best.fun:.1f} behind")

# %% [markdown]
# The steady state loses by 83 although it has one number more, and Poisson's noise by 42. The free exponent
# *wins*, by 37: over all moduli to 197 it prefers $s=0.68$. For the moduli to 41 alone the best $s$ is 0.41,
# on the other side of Gauss's 0.5. So the law $1/\sqrt m$ is not refuted where the effect is large, but
# **larger moduli are fed less than the theory says**, and here the theory is incomplete. A likely reason,
# untested: a Gauss sum needs the moves to run through all residues, but inside a class modulo $65$ only the
# squares of multiples of 65 remain, and below $2^{24}$ those are 63 moves.

# %%
assert not default or round(lost) in (82, 83, 84)
assert not default or round(poisson.fun - best.fun) == 42
assert not default or round(won) in (36, 37, 38)
assert not default or (f"{powered.x[2]:.2f}", f"{small_powered.x[2]:.2f}") == ("0.68", "0.41")
assert not default or max(fit_moduli) == 197, "the largest modulus of the fit"
assert isqrt(2**24 - 1) // 65 == 63

# %% [markdown]
# ## When does the next one break?
#
# A fed wave of fixed $\Lambda<\sqrt m$ fades relative to the density, but slowly: it is remembered. Its
# amplitude goes like $x^\gamma$ with $\Lambda B(0.7+\gamma,0.5)=\sqrt m\,B(0.7,0.5)$, while noise in a
# growing number of positions goes like $x^{-0.35}$. So there are *two* thresholds. Above $\Lambda=0.62\sqrt
# m$ the power grows with $n$ although the shares become more even; above $\sqrt m$ the shares themselves come
# apart. This resolves a contradiction of notebook 13: modulo 29 the deviations fall and the significance
# rises.

# %%
from scipy.special import beta

remembered_from = beta(0.7, 0.5) / beta(0.35, 0.5)
by_modulus = ", ".join(f"{m}: {remembered_from * np.sqrt(m):.2f}" for m in (21, 29, 33, 37, 41, 53))
print(f"power grows from Lambda = {remembered_from:.3f} sqrt(m) on: {by_modulus}")
assert f"{remembered_from:.2f}" == "0.62"

# %% [markdown]
# When does the fitted line reach $\sqrt m$? Leave out one sixth of the moduli after the other (the
# *jackknife*) for an idea of the uncertainty.

# %%
left_out = []
for sixth in range(6):
    rest = [m for i, m in enumerate(fit_moduli) if i % 6 != sixth]
    left_out.append(minimize(lambda v, rest=rest: misfit(straight(*v), rest), best.x, **options).x)
breaks = {}
for m in (21, 29, 33):
    each = np.array([27 + (np.sqrt(m) - v[0]) / v[1] for v in left_out])
    spread = 2 * np.sqrt((len(each) - 1) * each.var())
    breaks[m] = (27 + (np.sqrt(m) - a) / b, spread)
    print(f"modulus {m}: at 2^{breaks[m][0]:.1f}, give or take {spread:.1f} doublings (two standard errors)")
    found.add(f"where Lambda passes sqrt({m}), log2 n", f"{breaks[m][0]:.1f} +- {spread:.1f}", "fit with interval")

# %% [markdown]
# **If $\Lambda$ goes on rising along that line, the modulus 21 breaks near $2^{39}$ and 29 near $2^{49}$**
# (fit, with a heuristic behind it; two standard errors are about 5 and 8 doublings, and a straight line in
# $\log n$ is itself a guess. If $\Lambda$ stays at 4.3, as the table above would have it, neither ever does).
# Breaking means that the deviation from uniform stops falling and begins to rise; to be seen by eye it would
# take several factors of a thousand more. The order is the firmer part: 21 before 29, and 29 before 33.

# %%
assert not default or [round(breaks[m][0]) for m in (21, 29)] == [39, 49]
assert not default or (4 < breaks[21][1] < 6 and 6.5 < breaks[29][1] < 8.5)
assert breaks[21][0] < breaks[29][0] < breaks[33][0]

# %% [markdown]
# So "do all primes 1 modulo 4 behave so?" becomes **"is the effective $\Lambda$ bounded?"** If it is, only
# finitely many moduli ever crystallise. If it grows without bound, as the line says, all odd squarefree
# moduli that are 1 modulo 4 must join in the end; but each that does lowers $\Lambda$ in the classes that
# remain, so that the line should bend. We know of no argument that decides it.
#
# The forecasts for 21, for which there were no counts past $2^{30}$ when they were made, follow from the last
# measured power times the growth that the theory expects; the interval is what this rule missed by, in four
# of five earlier trials, for each stretch ahead.

# %%
ahead = [(27, 30), (30, 33), (33, 36), (36, 38), (38, 40)]
growth = {m: theory(m, straight(a, b), ahead)[:, 1] for m in (21, 29)}
for row in written.query("kind == 'power'").itertuples():
    m = 29 if "29" in row.quantity else 21
    last, low = ahead[0 if m == 21 else 2], int(row.quantity.split("2^")[1].split()[0])
    if (m, last) in measured:
        value = measured[m, last][1] * growth[m][ahead.index((low, row.log2_n))] / growth[m][ahead.index(last)]
        print(f"{row.quantity} = 2^{row.log2_n}: {value:.3g} here, {row.forecast:.9g} written down")
        assert abs(value / row.forecast - 1) < 0.03 or not default

# %% [markdown]
# The run to $2^{36}$ was counted modulo 21 after the forecasts had been committed. **The first failed,
# narrowly, and the second held, barely.** From $2^{30}$ to $2^{33}$ the fed waves of 21 have a mean power of
# 113, where 162 was forecast and 116 to 254 allowed for; from $2^{33}$ to $2^{36}$ it is 279, where 506 was
# forecast and 262 to 1,250 allowed for. They did grow, from 64, and 21 stays far ahead of 29, with 22 and 43,
# and of 33, with 20 and 31; its three most frequent residues are still 4, 6 and 14. But the straight line
# makes them grow too fast. (The theory with $\Lambda$ kept at 4.3, and without the start from the last
# measured power, would have said 113 and 373. That is seen with hindsight, and its 13 and 21 for 33 are as
# far off.)

# %%
for row in written.query("kind == 'power' and n <= 2**36").itertuples():
    s = (row.log2_n - 3, row.log2_n)
    wide = f"{row.forecast:.9g} ({row.low:.9g} to {row.high:.9g})"
    print(f"2^{s[0]} to 2^{s[1]}: forecast {wide}, found {measured[21, s][1]:.1f}")
both = [(m, s) for s in ((30, 33), (33, 36)) for m in (21, 29, 33)]
assert [f"{measured[key][1]:.0f}" for key in both] == ["113", "22", "20", "279", "43", "31"]
hindsight = [f"{predicted[m][stretches.index(s)][1]:.0f}" for m, s in both if m != 29]
assert not default or hindsight == ["113", "13", "373", "21"]
assert np.argsort(-between(21, 33, 36))[:3].tolist() == [4, 6, 14]

# %%
for low, high in ((30, 33), (33, 36)):
    power = f"{measured[21, (low, high)][1]:.1f}"
    found.add(f"power of the fed modes at 21, 2^{low} to 2^{high}", power, exactly, at=2**high)

# %% [markdown]
# ## Forecast and outcome
#
# Everything that was forecast above, beside what came, as far as the run has gone since.


# %%
def outcome(row):
    """What the table has for the quantity of a forecast, None where it does not go so far."""
    words = row.quantity.split()
    if row.kind == "cold":
        return known[5, row.n].sum() if (5, row.n) in known else None
    low, m = int(words[-3][2:]), int(words[words.index("from") - 1].strip(","))
    if (counted := between(m, low, row.log2_n)) is None:
        return None
    if row.kind == "share":
        return counted[[int(r) for r in words[2:-6]]].sum() / counted.sum()
    return powers(m, low, row.log2_n)[1]


came = written.assign(outcome=[outcome(row) for row in written.itertuples()]).dropna(subset="outcome")
came = came.assign(inside=came.outcome.between(came.low, came.high))
for row in came.itertuples():
    wide = f"{row.forecast:.9g} ({row.low:.9g} to {row.high:.9g})"
    inside = f"{row.outcome:.8g}, {'inside' if row.inside else 'outside'}"
    print(f"{row.quantity}, 2^{row.log2_n}: forecast {wide}, outcome {inside}; {row.method}")

# %% [markdown]
# Below $2^{38}$ the identity of Part one was right, with an outcome inside its interval; both laws that carry
# one exponent on expected too few, outside of theirs. The exponent from $2^{36}$ to $2^{38}$ is 0.7047: the rise
# that two drifts had hidden. One outcome decides little, and a rival deserves its word: chance could have put a
# single count above two laws that share their data. The rise is larger than any of the 1,793 windows before it,
# though (notebook 10). The shares modulo 13 and 17 came within their intervals, 17 at the lower end of it, where
# notebook 13 looks closer. So did the powers: 440 at 21, where 989 was forecast and 369 to 3,830 allowed for, and
# 51 at 29, where 54 was.
#
# **Below $2^{40}$ every rule expected too few.** Nearest came the 25 classes, with 230.2 million of the 234.3
# million and an interval that ends at 231.6. The classes 0 and 2 had been carried on along straight lines, and
# both have bent upwards. So the identity knew that the exponent would rise, and nobody knew how fast: from
# $2^{38}$ to $2^{40}$ it is 0.7088. The share modulo 13 is within its interval, that modulo 17 below it. The
# powers are within theirs: 825 at 21, where 2,710 was forecast and 728 to 16,500 allowed for, and 89 at 29, where
# 98 was. All four forecasts for 21 have been too high.

# %%
by_method = came.query("kind == 'cold' and n == 2**38").inside.tolist()
assert by_method == [True, False, False], "the classes were right, the two laws were not"
at_21 = came[came.quantity.str.contains(" 21,")]
assert (at_21.forecast > at_21.outcome).all(), "too high each time"
at_38 = came.query("kind != 'cold' and n == 2**38")
assert at_38.inside.all(), "within their intervals"
assert [f"{value:.0f}" for value in at_38[at_38.kind == "power"].outcome] == ["51", "440"]
lower = (at_38.outcome - at_38.low) / (at_38.high - at_38.low)
assert 0 < lower.iloc[1] < 0.1, "17 at the lower end"

# %%
too_few = came.query("kind == 'cold' and n == 2**40")
assert (too_few.high < too_few.outcome).all(), "every rule expected too few"
nearest = too_few.loc[too_few.forecast.idxmax(), ["forecast", "high", "outcome"]]
assert [f"{number / 10**6:.1f}" for number in nearest] == ["230.2", "231.6", "234.3"], "nearest came the 25 classes"
at_40 = came.query("kind != 'cold' and n == 2**40")
assert at_40.inside.tolist() == [True, False, True, True], "modulo 13, 17, 29 and 21"
assert [f"{value:.0f}" for value in at_40[at_40.kind == "power"].outcome] == ["89", "825"]
bent = [[float(table[k][r::5].sum()) for k in (33, 36, 40)] for r in (0, 2)]
assert all((c - b) / 4 > (b - a) / 3 for a, b, c in bent), "both have bent upwards"

# %%
members = [int(known[5, 2**k][[1, 3]].sum()) for k in (24, 40)]
assert members == [44, 44], "no new cold position in the classes 1 and 3"
lacking = [5 - table[40][r::5].sum() for r in (0, 2)]
assert [f"{part:.2f}" for part in lacking] == ["0.37", "-0.07"], "what the classes 0 and 2 lack"
assert [f"{table[40][2::5].min():.2f}", f"{table[40][2::5].max():.2f}"] == ["0.99", "1.04"], "the five of class 2"

# %% [markdown]
# ## Every level of nim-values
#
# A nim-value's level is the cold positions of the game with the lower levels as hotspots (the paper's Lemma
# 2), so the derivation holds for each. *Prediction, made before looking:* in every level the fed waves stand
# above the damped ones, in the order of $\sqrt m$, whether the modulus is a prime or not. There are 299
# levels to average over, from 2 to 300 (0 and 1 have the same positions but for a shift), among the positions
# of the last three doublings below $2^{24}$.

# %%
nim = cached("nim_values", sg.squares, min(n, 2**24))
start, levels = len(nim) // 8, 301
values = nim[start:].astype(np.int64)
positions = np.arange(start, len(nim))[values < levels]
values = values[values < levels]
in_levels = {}
for m in (7, 11, 19, 21, 29, 33, 37, 41, 57, 61):
    counts = np.bincount(values * m + positions % m, minlength=levels * m).reshape(levels, m)[2:]
    of_waves = np.array([waves.power(row) for row in counts])
    g, own = waves.mean_wave(np.arange(m) ** 2, m).real, waves.coprime(m)
    groups = (own & (g > 0), own & (g < 0)) if m % 4 == 1 else (own, own)
    in_levels[m] = np.array([of_waves[:, group].mean(axis=1) for group in groups])
    print(f"{m:>3}: " + " ".join(f"{power:6.2f}" for power in in_levels[m].mean(axis=1)[: 2 if m % 4 == 1 else 1]))

# %% [markdown]
# It holds without exception (exact computation): for each of the seven moduli that are 1 modulo 4, **in every
# single one of the 299 levels the fed waves are stronger than the damped**. Their means fall from 50 for
# $21=3\cdot7$ over 18.6 for 29 and 10.9 for $33=3\cdot11$ to 4.05 for 57 and 61, in the order of $m$; the
# damped stand at 0.50 to 0.55. The primes 3 modulo 4 have 0.77, 0.81 and 0.89 for 7, 11 and 19, rising
# towards 1 as they should.

# %%
fed_means = [float(in_levels[m][1].mean()) for m in (21, 29, 33, 37, 41, 57, 61)]
if n >= 2**24:
    assert all((in_levels[m][1] > in_levels[m][0]).all() for m in in_levels if m % 4 == 1)
    assert [f"{x:.2f}" for x in fed_means] == ["50.44", "18.61", "10.87", "9.08", "7.37", "4.05", "4.05"]
    assert all(0.49 < in_levels[m][0].mean() < 0.555 for m in in_levels if m % 4 == 1)
    assert [f"{in_levels[m].mean():.2f}" for m in (7, 11, 19)] == ["0.77", "0.81", "0.89"]
    stronger = int((in_levels[21][1] > in_levels[21][0]).sum())
    found.add("of levels 2 to 300, fed modes above damped ones at 21", stronger, exactly, at=2**24)

# %% [markdown]
# ## Other games, predicted
#
# For any subtraction set the mean wave $g$ can be computed, and a threshold from it. *Prediction:* a game
# favours the modulus with the smallest threshold, if $\Lambda$ gets that far; $\Lambda$ is minus the
# logarithm of the density of its cold positions, here between $2^{15}$ and $2^{16}$, where nothing else about
# them is looked at. For polynomials $2m$ moves give $g$ exactly, for other sets take the mean over the moves
# below $2^{22}$. The exponents by which moves and cold positions grow, which shape the delay, are rough (0.05
# for sets that grow logarithmically). The last column is what notebook 17 finds by counting residues below
# $2^{22}$.


# %%
def repeated(polynomial):
    """The moves of two periods modulo m, for any m."""
    return lambda m: np.array([int(polynomial(k)) % m for k in range(1, 2 * m + 1)])


def favourite(steps, growth, cold):
    """The modulus to 100 with the smallest threshold, and that threshold."""
    thresholds = {m: least(m, cold, growth, steps(m) if callable(steps) else steps) for m in range(2, 101)}
    return min((level, m) for m, level in thresholds.items())


def late_density(S, top=2**16):
    """The share of cold positions in the upper half of the positions below `top`."""
    positions = sg.cold_positions(S, top)
    return 2 * float((positions >= top // 2).sum()) / top


# %%
fibonacci = [1, 2]
while fibonacci[-1] < 2**22:
    fibonacci.append(fibonacci[-1] + fibonacci[-2])
listed = {"primes minus 1": sg.primes(2**22) - 1, "Fibonacci": np.array(fibonacci), "random": scattered(1)(2**22),
          "practical": sg.practical(2**20), "Moser-de Bruijn": sg.moser_de_bruijn(2**22),
          "factorials": sg.factorials(2**22), "primes": sg.primes(2**18)}  # fmt: skip
polynomials = {"squares": lambda k: k * k, "triangular": lambda k: k * (k + 1) // 2, "cubes": lambda k: k**3,
               "pentagonal": lambda k: k * (3 * k - 1) // 2, "fourth powers": lambda k: k**4}  # fmt: skip
rough = {"squares": (0.5, 0.7, 5), "random": (0.5, 0.58, None), "triangular": (0.5, 0.6, 9),
         "pentagonal": (0.5, 0.59, 17), "Moser-de Bruijn": (0.5, 0.5, 2), "cubes": (1 / 3, 0.83, 7),
         "fourth powers": (0.25, 0.82, 17), "Fibonacci": (0.05, 1.0, 2), "factorials": (0.05, 1.0, None),
         "primes": (0.95, 1.0, 2), "primes minus 1": (0.95, 0.2, 42), "practical": (0.95, 0.2, None)}  # fmt: skip

# %%
right, smallest = [], {}
for name, (growth, exponent, seen) in rough.items():
    steps = repeated(polynomials[name]) if name in polynomials else listed[name]
    moves = np.array([polynomials[name](k) for k in range(1, 256)]) if name in polynomials else listed[name]
    level, modulus = favourite(steps, growth, exponent)
    smallest[name] = modulus
    expected = -np.log(late_density(moves[(moves > 0) & (moves < 2**16)]) + 1e-9)
    says = modulus if level < expected else None
    right += [name] if says == seen else []
    verdict = f"predicted {says}, found {seen}{'' if says == seen else '   WRONG'}"
    print(f"{name:>16}: threshold {level:6.2f} (modulus {modulus:>2}), Lambda {expected:5.2f}: {verdict}")

# %% [markdown]
# Eight of twelve come out right: squares 5, triangular numbers 9, cubes 7, fourth powers 17, primes 2, and
# none for the random set, the factorials and the practical numbers. **Four predictions fail.** The pentagonal
# numbers should favour 11, with 17 close behind (thresholds 4.0 and 4.3), and it is 17; the effect is faint
# there. The Fibonacci numbers should not reach the threshold 3 of the modulus 2, and do: a set with so few
# moves is no rain. For the primes minus 1 the theory stops just short of 15, and the game favours 42. And the
# Moser-de Bruijn game, where every hot position of a closed form has its move, is the opposite of chance.
#
# That $\Lambda$ must reach the threshold was added to the rule after a first comparison. Without it the
# smallest threshold alone would be right for six of twelve: it gains the Fibonacci numbers, and loses the
# three sets that favour nothing.

# %%
wrong = [name for name in rough if name not in right]
without = [name for name, (*_, seen) in rough.items() if smallest[name] == seen]
assert (len(right), len(without), set(without) - set(right)) == (8, 6, {"Fibonacci"})
assert wrong == ["pentagonal", "Moser-de Bruijn", "Fibonacci", "primes minus 1"]
second = least(17, 0.59, 0.5, repeated(polynomials["pentagonal"])(17))
assert f"{second:.1f}" == "4.3"

# %% [markdown]
# ## A random control
#
# A random set of the density of squares has mean waves of about $1/\sqrt{|S|}$, far below any threshold.
# *Prediction:* no modulus, and the waves that squares feed are not stronger than those they dampen.

# %%
control = {}
for seed in range(4):
    positions = sg.cold_positions(scattered(seed), 2**20)
    for m in (5, 13, 17, 21, 29, 33):
        counts = np.bincount(positions[positions >= 2**17] % m, minlength=m)
        g, own = waves.mean_wave(np.arange(m) ** 2, m).real, waves.coprime(m)
        control.setdefault(m, []).append([waves.power(counts)[own & (s * g > 0)].mean() for s in (1, -1)])
means = {m: np.mean(each, axis=0) for m, each in control.items()}
print({m: f"{damped:.2f} {fed:.2f}" for m, (damped, fed) in means.items()})

# %% [markdown]
# The means over four random sets lie between 0.5 and 1.2, for damped and fed alike (exact computation for
# these four seeds), where the squares have 5,922 for 5 in the same stretch. Nothing crystallises.

# %%
assert all(0.5 < value < 1.2 for pair in means.values() for value in pair)
assert not default or round(powers(5, 17, 20)[1]) == 5922, "the squares, from 2^17 to 2^20"

# %% [markdown]
# ## What remains open
#
# 1. **Is the effective $\Lambda$ bounded?** It decides whether finitely many moduli crystallise, or all.
#    Measured below $2^{30}$ it rises to between 3.0 and 4.3, and the fit says 0.084 for each doubling; the
#    first forecast from that fit was too high.
# 2. **Does the exponent tend to $\log_{25}10$?** The 25 ratios sum to 9.70 at $2^{40}$. To five the class 0
#    modulo 5 lacks 0.37; the class 2 has 0.07 too many, with ratios from 0.99 to 1.04. Prove that for a
#    game of squares with *any* finite set of hotspots all but finitely many cold positions lie in two classes
#    modulo 5. For the plain game it is not even known for the classes 1 and 3, which have the same 44 members at
#    $2^{24}$ and at $2^{40}$.
# 3. **Crystals shape each other.** With 5, 13 and 17 settled in one digit, why does the class 0 modulo 5
#    decide for one triple modulo 13 (98.3% of it, notebook 13) and not for several?
# 4. **Why are large moduli fed less?** The measured exponent is 0.68 where Gauss has 0.5.
# 5. **Make one step a theorem.** The first step, density $e^{-\Lambda}$, is what the sieve of Eratosthenes
#    has been waiting for as well; but here one might begin with hotspots drawn at random, and an average over
#    them.
#
# ## Findings
#
# * *Theorem, checked exactly:* every class modulo $m^2$ of subtract-a-square is subtract-a-square with
#   hotspots. The same holds for cubes and for the Moser-de Bruijn game, not for triangular numbers.
# * *Exact computation:* the exponent from the 25 classes is 0.69663 at $2^{30}$. What is missing to 0.71534
#   is lost in the classes that are 0 modulo 5, of which 81.8% are hot by moves from outside the copy
#   ($2^{23}$ to $2^{24}$), and not in those that are 2 modulo 5, with 1.3%.
# * *Heuristic, tested with no number fitted:* waves with a positive Gauss sum are damped, with a negative one
#   fed, with a threshold at $\Lambda=\sqrt m$. It explains why 5, 13 and 17, why not 3, 7 or 8, and the "too
#   fair" primes.
# * *Exact computation, predicted by the heuristic:* the next modulus is not the prime 29, but 21.
# * *It fails* for moduli far above 41 (too little feeding), and for four of twelve other games.
# * *Forecasts, too high:* the fed waves of 21 were to reach 162 at $2^{33}$, 506 at $2^{36}$, 989 at $2^{38}$ and
#   2,710 at $2^{40}$; it was 113, 279, 440 and 825.
# * *Forecast that held:* the exponent rises past $2^{36}$, by the 25 classes; 87,697,088 cold positions below
#   $2^{38}$ lie within their interval, and above those of the other two laws. *Forecast that failed:* 230 million
#   below $2^{40}$, give or take 0.6%; it was 234 million, and the other two laws were further off.
#
# ## Exercises
#
# 1. *Prove.* Prove that a class modulo $m^3$ of the game of cubes is the game of cubes with hotspots, and
#    find a set $S$ with $q=2$. *Hint: `copies.contains_itself(S, 2, 1000)`.*
#    [Solution](solutions/part-5.ipynb#Notebook-14,-exercise-1)
# 2. *Check.* Which residues modulo 33 does the game prefer, and are they square-difference-free? *Hint:
#    from $2^{27}$ to $2^{30}$ the first three are 8, 1 and 21, which are; the fourth, 11, differs from 8 by
#    3, and $6^2=36$.* [Solution](solutions/part-5.ipynb#Notebook-14,-exercise-2)
# 3. *Check.* The game with the two moves 1 and 4: which waves modulo 5 have the most negative $g$, and
#    which residues are its cold positions? *Hint: $k=2$ and 3, with $g=-0.81$, in `waves.mean_wave([1,
#    4], 5)`; the cold positions are exactly 0 and 2 modulo 5.*
#    [Solution](solutions/part-5.ipynb#Notebook-14,-exercise-3)
# 4. *Go further.* Choose a set of your own and predict by `waves.mean_wave` which modulus its cold
#    positions will prefer; then ask the [explorer](../book/explore.md) or `make explore`. Does $n(n+1)$
#    have one? *Hint: look for the $g$ nearest to the negative axis, and the farthest out.*
#    [Solution](solutions/part-5.ipynb#Notebook-14,-exercise-4)
#
# **Next:** [Square-difference-free sets](16-square-difference-free-sets.ipynb)

# %%
assert all(counts[[1, 3]].sum() == 44 for (m, _), counts in known.items() if m == 5)
assert sg.cold_positions([1, 4], 100).tolist() == [x for x in range(100) if x % 5 in (0, 2)]
found.save()
