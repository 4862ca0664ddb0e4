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
# # 12. The game inside the game
#
# *20 minutes to read.*
#
# Why are there about $n^{0.698}$ cold positions, and not quite the $n^{0.715}$ of a perfect base-5 set? The paper
# leaves that open. **The game contains 25 disturbed copies of itself.** Their sizes give the exponent, 0.69663 at
# $2^{30}$, and say where the rest is lost: not in the five copies that are 2 modulo 5, which are nearly perfect, but in
# those that are 0 modulo 5, which moves from the dying class 4 have disturbed. This is exact bookkeeping: it says
# *where* the exponent goes, not why.
#
# The copies are a *theorem*; the table of their sizes is an *exact computation*; what follows for the exponent is a
# *heuristic*. Read [notebook 7](../07-modularity.ipynb) and [notebook 10](10-counts-past-the-paper.ipynb) first.
#
# *Continues D. Eppstein, "Faster Evaluation of Subtraction Games", FUN [2018](../../book/references.md#eppstein2018),
# LIPIcs 100, 20:1-20:12, sections 3.3 and 4.*

# %% tags=["parameters"]
n = 2**30  # positions evaluated: 0 to n - 1 (make's COLD_N)

# %% tags=["setup"]
from itertools import pairwise

import matplotlib.pyplot as plt
import numpy as np

import subtraction_games as sg
from subtraction_engine.longruns.cache import cached
from subtraction_games import figures
from subtraction_theory import copies
from subtraction_theory.residues import ResidueCounts

figures.use_style()
cold = cached("cold_positions", sg.squares, n)
residues = ResidueCounts.read_doublings("../../data/doublings.npz", cold, n)  # of notebook 10's long run
log_n, few = int(np.log2(n)), min(n, 2**16)


# %% tags=["setup"]
def counted(x):
    """How many cold positions are below x, at most n."""
    return int(np.searchsorted(cold, x))


def by_class(k, m=25):
    """Cold positions below 2^k by residue modulo m, a power of 5 up to 625; None where they were not counted."""
    return residues.between(m, 0, 2**k)


def a_25th(k):
    """The same below 2^k // 25, modulo 25."""
    return residues.between(25, 0, 2**k // 25)


# %% [markdown]
# ## Copies
#
# Play with heaps that are multiples of 25 only, and with moves by multiples of 25 only. Those moves are
# $25\cdot1,25\cdot4,25\cdot9,\dots$: it is the same game, with tokens that weigh 25. The other moves, by squares prime
# to 5, come from outside and disturb it. The paper has the right word for a position that is declared hot from outside:
# a *hotspot*.
#
# **Theorem 12.1** (not found elsewhere). Let $q=m^2$ with $m\ge2$, and $r$ a residue modulo $q$. Let $H_r$ be the set
# of all $a$ for which a square that is *not* a multiple of $q$ leads from $qa+r$ to a cold position. Then $\{a:
# qa+r\text{ is cold}\}$ is exactly the set of cold positions of subtract-a-square with hotspots $H_r$.
#
# **Proof.** Call the set on the left $A$. The number $qa+r$ is cold when no square leads from it to a cold position.
# The squares that are no multiples of $q$ have nothing to say against it exactly if $a\notin H_r$. A square that is a
# multiple of $m^2$ is $(mk)^2=qk^2$, and leads to $q(a-k^2)+r$, which is cold exactly if $a-k^2\in A$. So $a\in A$ if
# and only if $a\notin H_r$ and no positive square $k^2\le a$ has $a-k^2\in A$. That is the recurrence for cold
# positions with hotspots (the paper's section 2.1), and a recurrence has one solution. $\square$
#
# Nothing in the proof needs a prime, nor squares: it needs that *the multiples of $q$ in the subtraction set are $q$
# times the subtraction set*. So it holds for cubes with $q=m^3$, and for the Moser-de Bruijn set with $q=4^k$. The cell
# evaluates each class again from its hotspots alone.


# %%
def copies_agree(S, positions, q, below):
    """Whether each class modulo q holds exactly the cold positions of S with that class's hotspots."""
    hot = copies.disturbed(S, positions, q, below)
    again = [sg.cold_positions(S, hot[r::q].size, hotspots=np.flatnonzero(hot[r::q])) for r in range(min(q, below))]
    return all(np.array_equal(q * a + r, positions[positions % q == r]) for r, a in enumerate(again))


checked = min(n, 2**20)
assert all(copies_agree(sg.squares, cold[: counted(checked)], q, checked) for q in (4, 25, 36, 169))
for S, q in ((sg.cubes, 8), (sg.cubes, 343), (sg.moser_de_bruijn, 4), (sg.moser_de_bruijn, 16)):
    assert copies.contains_itself(S, q, few)
    assert copies_agree(S, sg.cold_positions(S, few), q, few)
print(f"in every class modulo 4, 25, 36 and 169, for all {checked:,} positions")

# %% [markdown]
# **Triangular numbers are different.** They are squares in disguise, $8\cdot\frac{k(k+1)}2+1=(2k+1)^2$. For an odd
# prime $p$ those $y$ with $8y+1$ divisible by $p^2$ are the $p^2x+t$ with $x$ triangular or 0, where $t=(p^2-1)/8$. So
# such a move leads from $p^2a+r$ to $p^2(a-x)+(r-t)$: the same game in the quotient, but in *another class*. The
# classes hand the game on in a ring, and it does not contain itself, at least not so.

# %%
for p in (3, 5, 7):
    t, triangular = (p * p - 1) // 8, sg.triangular(few)
    handed_on = p * p * np.append(0, sg.triangular(few)) + t
    assert np.array_equal(triangular[(8 * triangular + 1) % (p * p) == 0], handed_on[handed_on < few])

# %% [markdown]
# ## Ten games that know nothing of each other
#
# A square prime to 5 is 1 or 4 modulo 5. From class 2 modulo 5 it leads to classes 1 and 3, from class 0 to
# 4 and 1. So what disturbs the five copies in class 2 (they are 2, 7, 12, 17, 22 modulo 25) are cold positions in
# classes 1 and 3, and nothing else. Hence:
#
# **Theorem 12.2** (not found elsewhere). If only finitely many cold positions are 1, 3 or 4 modulo 5, call them $E$,
# then the ten copies in classes 0 and 2 modulo 5 are ten games with hotspots that $E$ alone decides. None of them
# influences another, and each has at most $|E|(\sqrt x+3)$ hotspots up to $x$.
#
# **Proof.** By the theorem above copy $r$ is the game with the hotspots $a$ for which some square $k^2$ prime to 5 has
# $25a+r-k^2$ cold. That position is 1, 3 or 4 modulo 5, so it is one of $E$. For each $e\in E$ different $a$ come from
# different $k$. They have $k^2\equiv r-e$ modulo 25, so they lie in at most two residue classes modulo 25; and $a\le x$
# makes $k^2\le25x+24$, so $k<5\sqrt{x+1}$. That leaves at most $2(\frac15\sqrt{x+1}+1)<\sqrt x+3$ of them. $\square$
#
# Whether there are finitely many is unknown. In classes 1 and 3 notebook 7 found 44 cold positions, and none
# since 3,687,288; class 4 is dying more slowly. Below, the five copies in class 2 are made from these few
# alone.

# %%
checked = min(n, 2**22)
squares, here = sg.squares(checked), cold[: counted(checked)]
few_and_old = here[np.isin(here % 5, (1, 3))]
hot = copies.hot_by(squares[squares % 5 != 0], few_and_old, 0, checked)
for r in range(2, 25, 5):
    copy = sg.cold_positions(sg.squares, hot[r::25].size, hotspots=np.flatnonzero(hot[r::25]))
    assert np.array_equal(25 * copy + r, here[here % 25 == r])
print(f"{few_and_old.size} cold positions decide five copies, with {here[here % 5 == 2].size:,} below {checked:,}")

# %% [markdown]
# This is the reason for the "division of labour" of [notebook 13](13-which-residues.ipynb). The five copies in
# class 2 each start over, one digit further up, and choose *their own* residues modulo 5 and 13, so that a histogram of
# all five shows a blur. The five in class 0 are disturbed by the same positions, and stay in step.
#
# ## Which copies are disturbed?
#
# First the plain share: of all positions that are $r$ modulo 5, between $\frac N2$ and $N$, how many are hot by a move
# prime to 5?

# %%
top = min(n, 2**24)
share_hot = {}
for r, sources in ((2, (1, 3)), (0, (1, 4))):
    from_there = cold[(cold < top) & np.isin(cold % 5, sources)]
    for N in (top // 64, top // 16, top // 4, top):
        hot = copies.disturbed(sg.squares, from_there[from_there < N], 25, N, low=N // 2)
        share_hot[r, N] = float(hot[(r - N // 2) % 5 :: 5].mean())
    print(f"{r} mod 5:", ", ".join(f"{share_hot[r, N]:.1%} to {N:,}" for N in (top // 64, top // 16, top // 4, top)))

# %% [markdown]
# To $2^{24}$ it is 1.3% in class 2, and that halves whenever $n$ grows fourfold, since nothing new is cold in
# classes 1 and 3. In class 0 it is 81.8%. But most of those positions are hot by a move inside their copy as well,
# so this is no measure of disturbance. Ask instead: of the positions that *no move inside* the copy makes hot, how many
# do the *moves from outside* make hot? Those, and only those, are cold ones that the copy has lost. Count what is not
# hot from inside; what is cold among it was spared. From $2^{25}$ on sixteen samples are taken, a million each.


# %%
def lost(r, k):
    """Of the positions r mod 5 from 2^(k-1) to 2^k that no move inside makes hot, the share that one outside does."""
    own = cold[: counted(2**k)]
    own, inside = own[own % 5 == r], 25 * sg.squares(-(-(2**k) // 25))
    step = max(2**k // 32, 1)
    size, spared, cold_ones = min(step, 2**20), 0, 0
    for low in range(2 ** (k - 1), 2**k, step):
        hot = copies.hot_by(inside, own, low, low + size)
        spared += int(np.count_nonzero(~hot[(r - low) % 5 :: 5]))
        cold_ones += int(np.diff(np.searchsorted(own, [low, low + size]))[0])
    return 1 - cold_ones / max(spared, 1)


sizes = [k for k in (15, 18, 21, 24, 27, 30) if k <= log_n] or [log_n]
lost_to = {(r, k): lost(r, k) for r in (0, 2) for k in sizes}
for k in sizes:
    print(f"to 2^{k}: class 0 loses {lost_to[0, k]:.2f}, class 2 {lost_to[2, k]:.3f}")

# %% [markdown]
# So class 2 is left in peace, and **class 0 is healing**: outside moves took 0.57 of what its copies would have
# had near $2^{15}$, 0.44 near $2^{24}$, and 0.24 near $2^{30}$ (exact computation, in samples at the end).
#
# ## Twenty-five ratios
#
# Let $c(n)$ be the number of cold positions below $n$, and $c_r(n)$ those among them that are $r$ modulo 25. Copy $r$
# has played up to about $n/25$, so compare $c_r(n)$ with $c(n/25)$:
# $$\rho_r(n)=\frac{c_r(n)}{c(n/25)},\qquad c(n)=c(n/25)\sum_r\rho_r(n).$$
# The second equation is an identity. If $c(n)$ grows like $n^e$, then $25^e=\sum_r\rho_r$, so
# $\log_{25}\sum_r\rho_r(n)$ is the exponent from $n/25$ to $n$. Ten perfect copies and fifteen empty classes would make
# $\log_{25}10=0.71534$. **So the ratios say where the missing 0.017 goes.**


# %%
def ratios(k):
    """The 25 ratios at 2^k."""
    return by_class(k) / a_25th(k).sum()


print(f"ten perfect copies: {np.log(10) / np.log(25):.5f}, {np.log(10) / np.log(25) - 0.69835:.3f} more than fitted")
table = {k: ratios(k) for k in (22, 26, 30, 33, 36, 38, 40, 41) if by_class(k) is not None}
for k, rho in table.items():
    parts = ", ".join(f"{rho[r::5].sum():.2f}" for r in range(5))
    print(f"2^{k}: {parts} for 0 to 4 mod 5, sum {rho.sum():.2f}, exponent {np.log(rho.sum()) / np.log(25):.5f}")

# %% [markdown]
# Read it from top to bottom (exact computation).
#
# * The five copies in class 2 are nearly perfect: together 4.85 of 5 at $2^{30}$, 5.00 at $2^{38}$ and 5.11 at
#   $2^{41}$. There they hold *more* than the game itself did, because it was still disturbed below $n/25$.
# * The five in class 0 are not: 3.99 at $2^{22}$, 4.35 at $2^{30}$, 4.68 at $2^{41}$. **Most of the missing
#   exponent is lost here**, and it comes back as class 4 dies out.
# * Class 4 adds 0.74 at $2^{22}$, 0.21 at $2^{30}$, 0.02 at $2^{36}$ and next to nothing at $2^{41}$. While it dies
#   it drags: $c(n/25)$ still has more of it than $c(n)$. [Notebook 10](10-counts-past-the-paper.ipynb) reckons what
#   that does to the exponent.
#
# From $2^{26}$ to $2^{36}$ the sum stays between 9.42 and 9.47, and the exponent looked settled. At $2^{41}$ the sum
# is 9.78. The paper explains the slow growth by "the slow convergence of its higher-order base-5 digits". The table is
# more exact: what counts is not how far a digit has converged, but how much one class disturbs another.

# %% tags=["drawing"]
steps = [k / 2 for k in range(28, 2 * log_n + 1)]
curve = {2**k: ratios(k) for k in [*steps, *range(log_n + 1, 63)] if by_class(k) is not None}
at, each = np.array(list(curve)), np.array(list(curve.values()))
fig, (ax, right) = plt.subplots(1, 2, figsize=(7.6, 3.6), width_ratios=[5, 4])
bundles = (
    (2, figures.BLUE, "2 mod 5: undisturbed", 1.08),
    (0, figures.VERMILION, "0 mod 5: disturbed less and less", 0.6),
)
for r, colour, name, height in (*bundles, (4, figures.GREEN, "4 mod 5: dying out", 0.1)):
    ax.plot(at, each[:, r::5], color=colour, linewidth=0.8, alpha=0.5)
    ax.plot(at, each[:, r::5].mean(axis=1), color=colour, linewidth=2)
    ax.text(at.max(), height, name, color=colour, ha="right")
right.plot(at, np.log(each.sum(axis=1)) / np.log(25), ".-", color=figures.INK, linewidth=1.4, markersize=5)
for axes, height, name in ((ax, 1, "a perfect copy"), (right, np.log(10) / np.log(25), "ten perfect copies")):
    axes.axhline(height, color=figures.INK, linewidth=0.8, linestyle=(0, (4, 3)))
    axes.annotate(name, (at.min(), height), (0, 4), textcoords="offset points", fontsize=9)
    axes.set(xscale="log", xlabel="n")
    axes.grid(visible=True, axis="y")
ax.set(ylabel="size, the game below n/25 being 1", ylim=(0, 1.18), title="Fifteen copies of the game")
right.set(ylabel="exponent", ylim=(0.68, 0.722), title="The exponent from n/25 to n")
drawn = {"n": at.round().astype(np.int64)} | {f"class_{r}_mod_25": each[:, r].round(9) for r in range(25)}
figures.save(fig, "figure-12-1-the-game-inside-the-game", drawn)
figures.show(fig, "Fifteen thin lines in three bundles: one near a perfect copy, one rising towards it, one dying out")

# %% [markdown]
# **Figure 12.1.** Left: the fifteen copies in classes 0, 2 and 4 modulo 5 (thin), each measured by the whole game
# below $n/25$, and the means of five (thick). Those in class 0 move in step. Right: the exponent that follows from
# all 25. Points past $2^{30}$ are from the long run, one for each doubling.
#
# ## Where does the exponent go?
#
# *Heuristic.* Suppose class 4 dies out, and ten copies are left, each the game after another beginning. Does the
# beginning matter in the long run? Declare a random half of the first 1,000 positions hot, twelve times, and compare.

# %%
sizes = np.array([few, 4 * few, 16 * few])
plain = sg.counts_below(sg.cold_positions(sg.squares, 16 * few), sizes)
beginnings = []
for seed in range(12):
    hotspots = np.flatnonzero(np.random.default_rng(seed).random(min(1000, few)) < 0.5)
    beginnings.append(sg.counts_below(sg.cold_positions(sg.squares, 16 * few, hotspots=hotspots), sizes) / plain)
for size, share in zip(sizes, np.transpose(beginnings), strict=True):
    print(f"below {size:,}: {share.min():.2f} to {share.max():.2f} times the plain game's, mean {share.mean():.2f}")

# %% [markdown]
# It does, and lastingly: near $2^{20}$ such games have from 0.79 to 0.99 times the cold positions of the plain one,
# 0.90 in the mean, and keep that. So a copy need not come to be as large as the game. Let $\varkappa$ be the mean
# ratio, over its ten copies, of a copy to the game that contains it. Then $c(n)=10\,\varkappa\,c(n/25)$, and the
# exponent is $\log_{25}(10\varkappa)$. It is 0.71534 only if $\varkappa=1$. For the plain game $10\varkappa$ is the sum
# in the table. But the question is asked of *copies*: does each contain copies of its own size? All 25 of its copies
# together are the copy itself, so that is $\varkappa_r=c_r(n)/(10\,c_r(n/25))$.

# %%
for k in table:
    copy = by_class(k) / np.maximum(a_25th(k), 1) / 10
    in_2, error = copy[2::5].mean(), copy[2::5].std(ddof=1) / np.sqrt(5)
    print(
        f"2^{k}: kappa {table[k].sum() / 10:.3f} of the game; of its copies in class 2 {in_2:.3f} +- {error:.3f}, ",
        end="",
    )
    print(f"in class 0 {copy[::5].mean():.3f}")

# %% [markdown]
# The five undisturbed copies have $\varkappa=0.948\pm0.010$ at $2^{30}$ and $0.980\pm0.006$ at $2^{41}$
# (exact counts; the error is that of a mean of five). In class 0 copies had 1.005, went down to 0.955, and have
# 0.981 now. So **$\varkappa=1$ has not been seen** in copies that are left in peace, and 0.71534 is a limit that the
# data allow and don't show.
#
# ## Each copy has rarer classes of its own
#
# What happens in the game should happen again in its copies, one digit further up. A residue modulo 125 says in which
# of its own five classes a position of a copy lies. Take the five copies that are left in peace. Which pair of classes
# has each chosen below $2^{20}$, and what has the pair held since?

# %%
peaceful = range(2, 25, 5)
last = max(k for k in range(10, 63) if by_class(k) is not None)


def in_copy(r, k):
    """The cold positions below 2^k in copy r, by its own classes modulo 5."""
    return by_class(k, 125)[r::25]


# %%
pairs = {r: sorted(np.argsort(-in_copy(r, 20))[:2].tolist()) for r in peaceful}
for r, pair in pairs.items():
    held = [f"{in_copy(r, k)[pair].sum() / in_copy(r, k).sum():.2%} at 2^{k}" for k in (20, 30, last)]
    others = [in_copy(r, k).sum() - in_copy(r, k)[pair].sum() for k in range(last - 3, last + 1)]
    new = ", ".join(f"{number:,}" for number in np.diff(others))
    print(f"copy {r:>2}: {pair} hold {', '.join(held)}; new ones elsewhere, in the last three doublings: {new}")


# %%
def grown(a, b, count):
    """(exponent of all five, standard error by their scatter) from 2^a to 2^b, of a count for each copy."""
    at = np.array([[count(r, k) for k in (a, b)] for r in peaceful])
    each, together = (np.diff(np.log2(x), axis=-1).squeeze() / (b - a) for x in (at, at.sum(axis=0)))
    return together, each.std(ddof=1) / np.sqrt(5)


rates = {}
for a, b in pairwise(range(last - 18, last + 1, 3)):
    copy, own = grown(a, b, lambda r, k: in_copy(r, k).sum()), grown(a, b, lambda r, k: in_copy(r, k)[pairs[r]].sum())
    print(f"2^{a} to 2^{b}: copies {copy[0]:.4f} +- {copy[1]:.4f}, pairs {own[0]:.4f} +- {own[1]:.4f},", end=" ")
    print(f"drag {own[0] - copy[0]:.4f}")
    rates[b] = np.array([copy[0], own[0]])
for b in (last - 9, last - 6):
    print("from the window to 2^{} to the last, copies {:+.4f}, pairs {:+.4f}".format(b, *(rates[last] - rates[b])))

# %% [markdown]
# It does (exact computation). Each of the five chose two classes for itself, four of them 0 and another one, the fifth
# 2 and 4, and has kept to them. They held 74.15% to 89.71% then and hold 97.13% to 99.99% now. What
# happens in the other classes differs from copy to copy. In each of the five, one or two have stopped altogether
# ([notebook 18](18-law-and-accident.ipynb) lists them); in copy 2 class 1 still grows, in copy 22 class 0, but more
# slowly than the pair. In either case their *share* shrinks, and that drags. **The same accounting as in notebook 10,
# one digit further up:** from the window to $2^{32}$ to the last one the copies' exponent has risen by 0.0105, that of
# their pairs by 0.0003; so nearly all of that rise is the end of the drag. From the window to $2^{35}$ on, where the
# pairs had their lowest, it is 0.0078 and 0.0032, and the drag is still more than half. (The pairs were chosen by what
# is known below $2^{20}$; the stretches were not.)
#
# The pairs' own exponent fell from 0.726 to 0.7074, and is 0.7105 now. Is that the last word? Not by this mechanism:
# the five pairs are fifty copies inside copies, with rarer classes still another digit further up, and the table can't
# tell what their end would add. [Notebook 10](10-counts-past-the-paper.ipynb) counts which forecasts came true.

# %% [markdown]
# ## Findings
#
# * Modulo $m^2$ every residue class of the game is the game again, with hotspots (theorem). If classes 1, 3 and 4
#   modulo 5 die out, ten games are left that know nothing of each other (theorem).
# * Copies in class 2 lose a thousandth to moves from outside near $2^{30}$, those in class 0 a quarter, down
#   from more than a half (exact computation). So 0.69663 at $2^{30}$ falls short of 0.71534.
# * Copies that are left in peace pay the drag again, by rarer classes of their own: its end is nearly all of their rise
#   since $2^{32}$ (exact accounting). Copies of copies are still smaller than copies: a limit of 0.71534 is a
#   heuristic.
#
# ## Exercises
#
# 1. *Prove.* Prove that a class modulo $m^3$ of the game of cubes is the game of cubes with hotspots, and find a set
#    $S$ with $q=2$. *Hint: `copies.contains_itself(S, 2, 1000)`.*
#    [Solution](../solutions/part-4.ipynb#Notebook-12,-exercise-1)
# 2. *Check.* Modulo 4 there are four copies. Which is disturbed from where, and what does each lose to moves from
#    outside, from $2^{19}$ to $2^{20}$? *Hint: odd squares are 1 modulo 4; and `lost`.*
#    [Solution](../solutions/part-4.ipynb#Notebook-12,-exercise-2)
# 3. *Go further.* Cubes modulo 7 are 0, 1 and 6. Cold positions of `make explore GAME=cubes` prefer three residues
#    modulo 7. How many perfect copies modulo $7^3$ does that make, and which exponent? Does the game have it? *Hint:
#    three residues modulo 7, and any other digits.* [Solution](../solutions/part-4.ipynb#Notebook-12,-exercise-3)
#
# **Next:** [Which residues?](13-which-residues.ipynb)
