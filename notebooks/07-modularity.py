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
# # 7. Which positions are cold?
#
# *60 minutes to read.*
#
# The cold positions of subtract-a-square look like noise: 0, 2, 5, 7, 10, 12, 15, 17, 20, 22, 34, 39, 44, ... In 1966
# Golomb wrote down their last digits in base 5 and saw that these digits are not noise at all. **Which remainders, or
# *residues*, do cold positions have modulo 5 and other numbers, and why are cold positions so common?**
#
# This notebook repeats the paper's third experiment (section 3.3, Figures 3 and 4) in the paper's order. It begins with
# a game that digits alone can solve, and continues with the digits of subtract-a-square. At the end you will be able to
# build dense square-difference-free sets digit by digit, to measure how far the cold positions imitate them, and to say
# what is open. Read [notebook 1](01-subtraction-games.ipynb) and [notebook 6](06-number-of-cold-positions.ipynb) first.
#
# *After D. Eppstein, FUN [2018](../book/references.md#eppstein2018), LIPIcs 100, 20:1-20:12, section 3.3.*

# %% tags=["parameters", "COLD_N"]
n = 2**30  # positions evaluated: 0 to n - 1
method = "auto"  # or dynamic-programming, sieve, convolution, engine

# %% tags=["setup"]
from itertools import combinations, count
from math import log

import matplotlib.pyplot as plt
import numpy as np
from scipy.stats import chisquare

import subtraction_games as sg
from subtraction_games import figures
from subtraction_games.arguments import whole_number
from subtraction_games.pages.ask import ask
from subtraction_games.pages.toss import toss, tossed, winners

figures.use_style()
n = whole_number("n", n, least=256)
cold = sg.cold_positions(sg.squares, n, method=method)

# %% [markdown]
# ## A game without secrets
#
# Golomb knew another game with as many moves as subtract-a-square, about $\sqrt n$. In this game you may take any sum
# of distinct powers of 4, that is, any number whose base-4 digits are all 0 or 1. These are the Moser-de Bruijn
# numbers. (The paper's list begins with 0, but taking nothing [is not a move](../book/slips.md#section-3-experiments).)
#
# **Theorem 7.1** (Golomb). The nim-value of $n$ is $f(n)$, the number whose binary digits are the base-4 digits of $n$,
# each reduced modulo 2.


# %%
def moser_nim_value(position):
    """The closed form: the base-4 digits, each modulo 2, read as a binary number."""
    bits, weight = 0, 1
    while position:
        bits += (position % 4 % 2) * weight
        position, weight = position // 4, 2 * weight
    return bits


print("moves:", sg.moser_de_bruijn(70).tolist())
moser = sg.nim_values(sg.moser_de_bruijn, 4**7)
assert moser.tolist() == [moser_nim_value(position) for position in range(4**7)]

# %% [markdown]
# In base 4 the number 27 is `123`. Modulo 2 these digits are 1, 0, 1, so the nim-value of 27 is 5. By the definition of
# the mex some moves lead to each smaller value. Which moves lead to 2?

# %% tags=["question"]
moves_to_2 = [move for move in sg.moser_de_bruijn(28) if moser[27 - move] == 2]
digits = [np.base_repr(k, 4) for k in (27, moves_to_2[0], 27 - moves_to_2[0])]
ask("moves-to-2", moves_to_2, digits=digits)

# %% [markdown]
# **A move found digit by digit.** The value 2 has the bits `010`, so the digits of $27-s$ must be even, odd and even.
# Begin at the ones, and let a digit of $s$ be 1 where the parity must change:
#
# | place | 2 | 1 | 0 |
# |:--|:-:|:-:|:-:|
# | digits of 27 | 1 | 2 | 3 |
# | the digit must become | even | odd | even |
# | digits of $s$ | 1 | 1 | 1 |
# | digits of $27-s$ | 0 | 1 | 2 |
#
# So $s$ is `111` in base 4, which is 21, and $27-21=6$ has nim-value 2.
#
# **The same with a borrow.** The number 20 is `110` in base 4, and its nim-value is 6. We want a move to the value 1,
# which has the bits `001`. At the ones, 0 is even and must become odd, so take 1, which leaves 3 and borrows 1 from the
# next place. There the digit 1, less the borrow, becomes 0. That is even, as required, so take nothing. The digit in
# place 2 is odd and must become even, so take 1. So $s$ is `101` in base 4, which is 17, and $20-17=3$ has nim-value 1.
# The proof does the same for every $n$.
#
# **Proof.** By induction we need only show that no move from $n$ preserves $f$ and that every $v<f(n)$ can be reached.
#
# *No move preserves $f$.* Subtract a move $s$, and look at the lowest nonzero digit of $s$. This digit is 1, and
# nothing is borrowed from below, so the digit of $n$ in that place changes by exactly 1 modulo 4. Its parity flips, and
# $f$ changes.
#
# *Every smaller value is reached.* Let $v<f(n)$, and let $j$ be the highest bit in which $v$ and $f(n)$ differ, so that
# $f(n)$ has 1 there and $v$ has 0. Go through the places $i<j$ from the lowest up. Where the digit of $n$, less a
# borrow from below, differs in parity from bit $i$ of $v$, let $s_i=1$, and elsewhere let $s_i=0$. This gives the
# places below $j$ the right parities, and passes on a borrow of 0 or 1. In place $j$ the digit of $n$ is odd (1 or 3).
# With a borrow it becomes even by itself, so let $s_j=0$, and without a borrow let $s_j=1$. Either way the new digit is
# 0 or 2 without further borrowing, and all higher digits stay the same. So $f(n-s)=v$ and $s\le n$. Moreover $s>0$,
# since $f$ has changed. $\square$
#
# Now everything follows from the digits. A position is cold exactly when its base-4 digits are all 0 or 2, so there are
# $2^k=\sqrt n$ cold positions below $n=4^k$. The largest nim-value below $n$ is $2^k-1$, which also grows like $\sqrt
# n$. So the number of cold positions is at Golomb's floor, and the largest nim-value is at the ceiling set by the
# number of moves. For such a game convolution is not asymptotically faster than the sieve or, for nim-values, than
# dynamic programming, and the formula makes all three methods unnecessary.

# %%
for k in range(4, 8):
    n_cold, largest = np.count_nonzero(moser[: 4**k] == 0), moser[: 4**k].max()
    assert (n_cold, largest) == (2**k, 2**k - 1)
    print(f"below 4^{k}: {n_cold} cold positions, nim-values up to {largest}")

# %% [markdown]
# Subtract-a-square has as many moves, but more cold positions, about $n^{0.698}$, and smaller nim-values, up to about
# $n^{0.351}$. "What makes subtract-a-square so different from the Moser-de Bruijn subtraction game?" asks the paper.
#
# ## A picture first
#
# Write the positions in rows of a fixed width, like text, and darken the cold ones. Let us say that columns form if the
# fullest two fifths of all columns contain more than seven tenths of the cold positions.


# %% tags=["question"]
def forms_columns(width):
    """Whether columns form in 80 rows of that width."""
    drawn = cold[cold < 80 * width]
    fullest = np.sort(np.bincount(drawn % width, minlength=width))[::-1]
    return fullest[: 2 * width // 5].sum() > 0.7 * drawn.size


ask("columns", [width for width in (5, 7, 25, 64, 65) if forms_columns(width)])

# %% tags=["drawing"]
rows, widths = 80, (64, 5, 25, 65)
hot = np.ones(rows * max(widths), dtype=bool)
hot[cold[cold < hot.size]] = False
fig, axes = plt.subplots(1, 4, figsize=(7.6, 4.2), width_ratios=[36, 10, 20, 66])
for ax, width in zip(axes, widths, strict=True):
    figures.wrapped(ax, hot[: rows * width], width)
title = {"x": 0.02, "ha": "left", "size": 11}
fig.suptitle(f"The first {rows} rows, wrapped at four widths", **title)
figures.show(
    fig, "Rows of 64, with dark diagonals, and rows of 5, 25 and 65, with columns"
)

# %% [markdown]
# At width 64 there are no columns, only short diagonals, which are the columns of width 65: they move one step to the
# right from row to row. At width 5 the cold positions form two columns, a thinner third column (of residue 4) and two
# exceptions (of residue 3). At width 25 the next base-5 digit matters little, and at $65=5\cdot13$ the columns
# themselves fall into a pattern.
#
# Now find such widths yourself. Drag the slider slowly from 1 to 70 and watch the columns come and go, and then try the
# cubes or a set of your own.

# %%
sg.explore(sg.squares, 10**5, width=64)

# %% [markdown]
# ## Last digits in base 5
#
# The column of a position at width 5 is its residue modulo 5, which is its last digit in base 5. The next digit is the
# last digit of the quotient by 5, and so on. So one line of code counts the digits at any place.


# %% tags=["yours"]
def digit_counts(cold, base, place=0):
    """How many of the positions have each digit at a place; the ones have place 0."""
    return np.bincount((cold // base**place) % base, minlength=base)


assert digit_counts(np.array([7, 27, 52]), 5, 1).tolist() == [2, 1, 0, 0, 0], (
    "In base 5 these are 12, 102 and 202: at the fives, two zeros, a one, and no 2 to 4."
)

# %%
ones = digit_counts(cold, 5)
share = (ones[0] + ones[2]) / len(cold)
print(f"{dict(enumerate(ones.tolist()))}: {share:.1%} are 0 or 2")
rare = cold[(cold % 5 == 1) | (cold % 5 == 3)]
size = f"{len(cold) / 1e6:.1f} million"
print(f"{len(rare)} of {size} are 1 or 3; the largest is {rare.max(initial=0):,}")
assert np.array_equal(digit_counts(cold, 5, 2), sg.digit_counts(cold, 5, 2))

# %% [markdown]
# Below the paper's $n=2^{30}$, 97.7% of all cold positions end in 0 or 2 in base 5, and nearly all others end in 4. Out
# of 1.8 million only 44 are 1 or 3 modulo 5, and the last of these is 3,687,288.
#
# Bush ([1992](../book/references.md#bush1992)) looked at the decimal digits of the cold positions up to 40,000,000, and
# suspected that only finitely many are 1 or 3 modulo 5. A number that ends in 6 is 1 modulo 5, and so it belongs to the
# rarest class.

# %%
ends_in_6 = cold[cold % 10 == 6]

# %% tags=["question"]
bush = 40_000_000  # how far Bush went
fields = {"early": np.count_nonzero(ends_in_6 < bush), "bush": bush}
ask("ending-in-6", len(ends_in_6), size=size, rare=ones[1], half=ones[1] // 2, **fields)

# %% [markdown]
# Only 11,356 ends in 6. Bush knew this position, and up to our $n$ it has remained the only one. Were the first 20,000
# positions enough for Golomb to see the pattern? Of the 911 cold positions among them, 86% are 0 or 2 modulo 5.

# %%
print("ending in 6:", *ends_in_6)
golomb = np.bincount(cold[cold < 20_000] % 5, minlength=5)
share = golomb[[0, 2]].sum() / golomb.sum()
print(f"below 20,000: {golomb.sum()} cold positions, {share:.0%} of them 0 or 2 mod 5")
assert ends_in_6.tolist() == ([11_356] if n > 11_356 else [])

# %% [markdown]
# ## Toss the beginning
#
# Do the squares choose 0 and 2, or does the beginning of the game? Let a coin decide for each position below a thousand
# whether it is declared hot, whatever its moves. From there on the game follows its own rules. Let us say that two
# residues modulo 5 *win* if together they hold at least three quarters of the cold positions from $2^{17}/\sqrt2$
# to $2^{17}$. Here are six games. Toss for more until you know which of the ten pairs can win.

# %% tags=["question"]
won = [winners(tossed(seed)) for seed in range(1, 7)]
pairs = ", ".join(f"{a} and {b}" for a, b in won)
ask("six-tosses", won.count((0, 2)), pairs=pairs)

# %%
toss()

# %% [markdown]
# Two residues win nearly every time, so the pattern does not need the beginning that we know. But the coins decide
# *which* two, and however often you toss, only five of the ten pairs seem to have a chance, namely 0 and 2, 0 and 3, 1
# and 3, 1 and 4, and 2 and 4. What distinguishes these five? (*What coins choose* in [notebook
# 11](../beyond/notebooks/11-what-a-beginning-chooses.ipynb#What-coins-choose) continues the experiment.)
#
# ## Why 0 and 2?
#
# Modulo 5 every square is 0, 1 or 4. So 2 and 3 are not squares modulo 5, and two numbers whose residues differ by 2 or
# 3 can never differ by a square. The set $\{0,2\}$ is therefore called *square-difference-free modulo 5*. In general, a
# set of residues has this property when the difference of two *different* members is never a square modulo $m$.


# %% tags=["yours"]
def is_difference_free(residues, m):
    """Whether no two different residues of the set differ by a square modulo m."""
    squares = {k * k % m for k in range(m)}
    return all((a - b) % m not in squares for a in residues for b in residues if a != b)


assert is_difference_free({0, 2}, 5), "Two different members differ by 2 or 3 modulo 5."
assert not is_difference_free({0, 5}, 7), "0 - 5 is 2 modulo 7, and so is the square 9."

# %% [markdown]
# Two numbers in the *same* residue class may still differ by a square, which is then a multiple of 25. So neither class
# can be filled completely, and each requires a further choice, at the twenty-fives digit. This leads to a construction.
#
# ## Dense sets by digits
#
# **Theorem 7.2** (Ruzsa's construction). Let $b$ be squarefree (divisible by no square above 1) and let $D$ be
# square-difference-free modulo $b$. Take the numbers whose base-$b$ digits in the even places (ones, $b^2$, $b^4$, ...)
# all lie in $D$, with arbitrary digits in the odd places. No two of these numbers differ by a nonzero square.
#
# **Proof.** Suppose that for two of them $x-y=z^2\ne0$, and let the $k$-th place be the lowest in which $x$ and $y$
# differ, so that $z^2=b^k(d+b\,e)$, where $b$ does not divide $d$, the difference of the two digits, and $d$ and $e$
# may be negative.
#
# *If $k=2j+1$ is odd*, then $b^{2j+1}$ divides $z^2$. So each prime factor $p$ of the squarefree number $b$ divides
# $z^2$ at least $2j+1$ times, hence $z$ at least $j+1$ times and $z^2$ at least $2j+2$ times. It follows that
# $b^{2j+2}$ divides $z^2$ and that $b$ divides $d$, a contradiction.
#
# *If $k=2j$ is even*, then $b^j$ divides $z$ in the same way. With $z=b^jw$ we have $w^2=d+b\,e$, so $d$, the
# difference of two different members of $D$, is a square modulo $b$, again a contradiction. $\square$
#
# Below $b^{2k}$ the set has $(b\,|D|)^k$ members, so below $n$ it has about $n^e$ members, with
# $$e=\frac{\log(b\,|D|)}{\log b^2}=\frac12\left(1+\log_b|D|\right).$$

# %%
digit_set = [0, 2]
members = [x for x in range(5**4) if x % 5 in digit_set and x // 25 % 5 in digit_set]
differences = {x - y for x in members for y in members if x > y}
assert len(members) == (5 * 2) ** 2
assert not differences & set(sg.squares(5**4).tolist())


# %%
def ruzsa_exponent(m, residues):
    """The exponent of the construction with that many residues modulo m."""
    return (1 + log(residues, m)) / 2


print(f"base   5,  2 digits: {ruzsa_exponent(5, 2):.5f}")
print(f"base 205, 12 digits: {ruzsa_exponent(205, 12):.6f}")
record = {0, 2, 8, 14, 77, 79, 85, 96, 103, 109, 111, 181}
assert is_difference_free(record, 205)

# %% [markdown]
# With the digits 0 and 2 in base 5, ten of the 25 pairs of digits are allowed, and the exponent is $\log_{25}10$, which
# the paper prints upside down ([a slip](../book/slips.md)). The second exponent belongs to the densest sets known in
# 2018, for which Beigel and Gasarch, and also Lewko, found 12 residues modulo 205. Figure 16.1 in [notebook
# 16](../beyond/notebooks/16-square-difference-free-sets.ipynb) shows what has been found since.
#
# ## Figure 3: three digits in base 5
#
# If cold positions follow the construction, the ones and twenty-fives digits avoid 1, 3 and 4, and the fives are free.

# %% tags=["drawing"]
places = {"ones": 0, "fives": 1, "twenty-fives": 2}
base_5 = {name: digit_counts(cold, 5, place) for name, place in places.items()}
fig, axes = plt.subplots(1, 3, figsize=(7.2, 3.0), sharey=True)
for ax, (name, counts) in zip(axes, base_5.items(), strict=True):
    dark = [] if name == "fives" else digit_set
    figures.digit_bars(ax, counts, f"{name} digit", highlighted=dark)
axes[0].set_ylabel("cold positions")
size = figures.size_label(n)
fig.suptitle(f"Base-5 digits of the cold positions below {size}", **title)
table = {"digit": np.arange(5)}
table |= {name.replace("-", "_"): counts for name, counts in base_5.items()}
figures.save(fig, "figure-3-base-5-digits", table)
figures.show(fig, "Base-5 digits: 0 and 2 tower; at the fives all are level")

# %% [markdown]
# **Figure 3.** The three low-order base-5 digits of the cold positions. The bars of uniform digits would reach the
# dashed line. Where the construction prescribes $\{0,2\}$, the bars of these two digits are a stronger blue.
#
# The paper draws these bars, and those of Figure 4, without printing a number, and our bars look the same. A segmented
# sieve in C, `engine/benchmarks/rivals.c`, agrees with every count at $n=2^{30}$ (`figures/reproduction.csv`).
#
# The ones digit follows $\{0,2\}$ almost perfectly. The twenty-fives digit leans the same way, though 3 still gets
# nearly its fair share. As the paper puts it, this digit is "possibly heading towards" $\{0,2\}$.
#
# In the fives digit the paper sees "no significant non-uniformities". Its bars are level in the picture, but by a
# $\chi^2$ test, the subject of exercise 4, the digit [is not uniform](../book/slips.md#section-3-experiments).
#
# ## Other primes: 7 against 13
#
# Does the construction work in other bases? For a prime base, the answer depends on whether $-1$ is a square. The
# nonzero residues modulo an odd prime $p$ are the powers $1,g,g^2,\dots,g^{p-2}$ of one of them, a *primitive root*, as
# Gauss proved. The powers with an even exponent are the squares, so half of these residues are squares. And
# $-1=g^{(p-1)/2}$, since only 1 and $-1$ square to 1 and this power isn't 1. So $-1$ is a square if $p$ is 1 modulo 4,
# where $\frac{p-1}2$ is even, and a nonsquare if $p$ is 3 modulo 4.
#
# **Lemma 7.3.** If $p$ is a prime that is 3 modulo 4, then for any two different residues $a$ and $b$, exactly one of
# $a-b$ and $b-a$ is a square, and so there is no square-difference-free set of two residues. **Proof.** Multiplying by
# $-1$, an odd power of $g$, changes the parity of every exponent and thus swaps squares and nonsquares. $\square$
#
# If $p$ is 1 modulo 4, then $d$ and $-d$ are both squares or both nonsquares, and so square-difference-free sets of two
# residues exist. We find a largest set by trying sets of two residues, of three, and so on. It is enough to try sets
# that contain 0, since sets can be shifted.


# %%
def largest_free_set(m):
    """A largest set of residues without a square difference modulo m, with 0 in it."""
    largest = (0,)
    for others in count(1):
        sets = ((0, *rest) for rest in combinations(range(1, m), others))
        larger = next((D for D in sets if is_difference_free(D, m)), None)
        if larger is None:
            return largest
        largest = larger


# %% tags=["question"]
of_5, of_7, set_13 = (largest_free_set(m) for m in (5, 7, 13))
ask("largest-free-sets", [len(of_7), len(set_13)], of_5=len(of_5), set_13={*set_13})

# %%
for p in (5, 7, 13, 17):
    squares, largest = sorted({k * k % p for k in range(p)}), largest_free_set(p)
    print(f"modulo {p:>2} the squares are {squares}; a largest free set is {largest}")
assert all(len(largest_free_set(p)) == 1 for p in (3, 7, 11, 19))

# %% [markdown]
# Modulo 7 (and 3, 11, 19, ...) such a set has a single residue, so the paper says that there are no nontrivial sets.
# Modulo 13 the squares are 0, ±1, ±3 and ±4, and three residues are possible. The search finds the paper's $\{0,2,7\}$.
# Each of ±1, ±3 and ±4 "occurs four times among the squares", as the paper says, because $-1$ is a square.
#
# ## Figure 4: base 7 and base 13

# %% tags=["drawing"]
base_7, base_13 = digit_counts(cold, 7), digit_counts(cold, 13)
die_7, share = chisquare(base_7), base_13[[0, 2, 7]].sum() / base_13.sum()
print(f"base 7: p = {die_7.pvalue:.2f}; base 13: {share:.0%} in {{0, 2, 7}}")
fig, axes = plt.subplots(1, 2, figsize=(7.2, 3.2), width_ratios=[7, 13], sharey=True)
figures.digit_bars(axes[0], base_7, "base 7")
figures.digit_bars(axes[1], base_13, "base 13", highlighted=[0, 2, 7])
axes[0].set_ylabel("cold positions")
fig.suptitle(f"Last digits of the cold positions below {size}", **title)
table = {"base": np.repeat([7, 13], [7, 13]), "digit": [*range(7), *range(13)]}
table["ones"] = [*base_7, *base_13]
figures.save(fig, "figure-4-base-7-and-13-digits", table)
figures.show(fig, "Last digits: level in base 7, while 0, 2 and 7 tower in base 13")

# %% [markdown]
# **Figure 4.** The last digits of the cold positions, which are uniform in base 7 and concentrated on $\{0,2,7\}$ in
# base 13.
#
# In base 7 the paper sees "no significant nonuniformities", and the test finds none at $n=2^{30}$ ($p$ is about 0.75).
# In base 13 the digits 0, 2 and 7 account for 75% of all cold positions.
#
# ## Both at once: residues modulo 65
#
# A residue modulo $65=5\cdot13$ determines the last digits in both bases. Split the positions from 64 to $n$ into
# half-doublings, whose ends are $2^6,2^6\sqrt2,2^7,\dots$, and compare each residue's share of the cold positions with
# the fair share, $\frac1{65}$.


# %%
def share_by_residue(positions):
    """The share of each residue modulo 65 among the positions."""
    return np.bincount(positions % 65, minlength=65) / len(positions)


edges = 2.0 ** np.arange(6, np.log2(n) + 0.1, 0.5)
parts = np.split(cold, np.searchsorted(cold, edges))[1:-1]
shares = [65 * share_by_residue(part) for part in parts]
bright_rows = np.count_nonzero(65 * share_by_residue(cold) > 2)
print(f"{bright_rows} residues have more than twice their fair share of all")

# %% tags=["drawing"]
classes = {0: 1.0, 2: 1.0, 4: 1.0, 1: 1 / 3, 3: 1 / 3}  # modulo 5: height of a row
order = [(26 * c + 40 * k) % 65 for c in classes for k in range(13)]  # by c, then k
rows = np.append(0, np.cumsum(np.repeat(list(classes.values()), 13)))
bright = {0: (0, 2, 7), 2: (0, 2, 5, 7)}  # modulo 13, in two of the classes


def draw_residues(fig, ax):
    """Draw the shares, a row for each residue, in whatever colours are set."""
    cells = np.transpose(shares)[order]
    style = {"cmap": "magma", "vmin": 0, "vmax": 10, "rasterized": True}
    mesh = ax.pcolormesh(edges, rows, cells, **style)
    ax.hlines(rows[13:65:13], edges[0], edges[-1], color="white", linewidth=0.6)
    ax.set_xscale("log", base=2)
    ax.set(xlabel="position", xlim=(edges[0], edges[-1]))
    ax.set_title("Order grows out of noise: residues modulo 65")
    middles = (rows[:-1:13] + rows[13::13]) / 2
    ax.set_yticks(middles, [f"{c} mod 5" for c in classes])
    ax.tick_params(axis="y", length=0)
    ax.invert_yaxis()
    beside = {"transform": ax.get_yaxis_transform(), "va": "center", "size": 8}
    for c, residues in bright.items():
        for k in residues:
            row = order.index((26 * c + 40 * k) % 65)
            ax.text(1.012, (rows[row] + rows[row + 1]) / 2, k, **beside)
    ax.text(1.012, -1.8, "mod 13", **beside)
    for middle, c in zip(middles, classes, strict=True):
        total = f"{shares[-1][c::5].sum() / 65:.0%}"
        ax.text(1.06, middle, total, weight="bold", **beside)
    bar = fig.colorbar(mesh, ax=ax, extend="max", pad=0.02)
    bar.set_label("share of a residue, fair share = 1")


# %% tags=["drawing"]
table = {"from": edges[:-1], "to": edges[1:]}
table |= {f"residue_{r}": share for r, share in enumerate(np.transpose(shares))}
inks = ("text.color", "axes.labelcolor", "axes.edgecolor", "xtick.color", "ytick.color")
with plt.rc_context(dict.fromkeys(inks, "#e6edf3")):  # for a dark page
    dark, axes = plt.subplots(figsize=(6.4, 4.0), facecolor="#0d1117")
    draw_residues(dark, axes)
    figures.save(dark, "figure-7-1-residues-modulo-65-dark", table)
    plt.close(dark)
fig, ax = plt.subplots(figsize=(6.4, 4.0))
draw_residues(fig, ax)
figures.save(fig, "figure-7-1-residues-modulo-65", table)
figures.show(fig, "Noise, then a few bright lines among the residues 0 and 2 modulo 5")

# %% [markdown]
# **Figure 7.1.** Each row is a residue modulo 65, and within a class modulo 5 the rows are sorted by residue modulo 13.
# The right edge names the seven brightest residues and, in bold, the share of each class in the last half-doubling.
# Below a thousand there is only noise. Then class 3 goes dark, like class 1 from the beginning. (Both have thinner
# rows.) Class 4 fades slowly. Residues 0, 2 and 7 grow bright in class 0 and, more softly, 0, 2, 5 and 7 in class 2.
#
# ## What is open
#
# So one *greedy* game, which keeps every number that it can and knows nothing of residues, seems to choose
# square-difference-free digits in base 5 *and* in base 13 at the same time. "Perhaps subtract-a-square implements the
# modular strategy for finding dense square-difference-free sets in all prime bases (congruent to 1 mod 4)
# simultaneously?" asks the paper. The paper's conclusions (section 4) say what its algorithms lack:
#
# > "However, the breakeven point for the new algorithms is high enough that our convolution-based approach is not yet
# > practical. It would be of interest to develop improved algorithms that are both asymptotically faster and more
# > practical than existing approaches."
#
# The exponent 0.698 is 0.017 less than the 0.71534 of perfect base-5 digits. The paper attributes the gap to "the slow
# convergence of its higher-order base-5 digits". The section *How fast they grow* in [notebook
# 14](../beyond/notebooks/14-counts-past-the-paper.ipynb#How-fast-they-grow) puts this explanation to the test. The
# paper's conclusions end with the question that Figure 7.1 raises: "We leave the problem of finding a theoretical
# explanation for these patterns, and for the density of the cold positions in subtract-a-square, as open for future
# research."
#
# ## Findings
#
# * The Moser-de Bruijn game has a closed form, which shows that the number of cold positions and the largest nim-value
#   grow like $\sqrt n$.
# * A segmented sieve in C confirms every digit count behind Figures 3 and 4, and Bush's 11,356 is the only cold
#   position below $2^{30}$ that ends in 6.
# * The fives digit is nearly uniform, but a $\chi^2$ test shows that it is not quite.
# * Nine of the 65 residues modulo 65 have more than twice their fair share, so residues modulo 5 and 13 are chosen
#   together.
#
# ## Scoreboard
#
# These are all the methods of the seven notebooks. Here $S$ is the set of moves, $C$ the set of cold positions, and $m$
# the largest nim-value.
#
# | method | notebook | finds | steps |
# |:--|:-:|:--|:--|
# | looking back | 2 | nim-values | $O(n\,\lvert S\rvert)$ |
# | sieve | 2 | cold positions | $O(\lvert C\rvert\,\lvert S\rvert)$ |
# | convolution (Theorem 1) | 3 | cold positions | $O(n\log^2n)$ |
# | levels (Theorem 3) | 4 | nim-values | $O((m+1)\,n\log^2n)$ |
# | base-4 digits (Theorem 7.1) | 7 | nim-values of the Moser-de Bruijn game | $O(n\log n)$ |
#
# ## Six questions
#
# If you can answer these six questions, you know what the paper says. [One page](../book/one-page.md) sums it up.
#
# 1. *What does it prove?* The cold positions below $n$ of any subtraction game can be found in $O(n\log^2n)$ steps
#    (Theorem 1), and all nim-values in $O(mn\log^2n)$ steps, where $m$ is the largest nim-value (Theorem 3).
# 2. *What are its ideas?* With hotspots, a range can be evaluated one half after the other, and a Boolean convolution
#    carries all marks from the lower half to the upper. Nim-values are peeled off level by level, because the positions
#    of each level are cold in the game whose hotspots are the levels before it.
# 3. *What does it measure?* In subtract-a-square the largest nim-value grows like $n^{0.351}$ (up to $2^{24}$), and the
#    number of cold positions grows like $n^{0.698}$ (up to $2^{30}$).
# 4. *Are the new algorithms faster?* They are asymptotically faster, if these laws continue to hold, but not yet in
#    practice. Judging from the exponents alone, the new algorithms win beyond about $10^{26}$ for nim-values ([*What it
#    means for Theorem 3*](05-maximum-nim-value.ipynb#What-it-means-for-Theorem-3)) and $10^{18}$ for cold positions
#    ([*What the sieve costs*](06-number-of-cold-positions.ipynb#What-the-sieve-costs)).
# 5. *Which positions are cold?* Nearly all cold positions are 0 or 2 modulo 5, and most are 0, 2 or 7 modulo 13. These
#    are residues without square differences, as in the densest sets known in 2018.
# 6. *What is open?* No one knows why all this happens, whether it happens in all prime bases that are 1 modulo 4, how
#    fast cold positions and nim-values grow in the long run, or whether a practical algorithm can be asymptotically
#    faster.
#
# ## Exercises
#
# 1. *Go further.* ★★ 15 min. Draw the last digits of the cold positions in base 17 and base 29, here or in the
#    [explorer](../book/explore.md), which takes any base. *Hint: for base 17, `largest_free_set(17)` has three
#    members.* [Solution](solutions/05-07.ipynb#Notebook-7,-exercise-1)
# 2. *Prove.* ★ 10 min. Do the positions of nim-value 1 have favourite residues modulo 5? Prove what you see from what
#    you know about the cold positions. *Hint: by Theorem 4.2 (Ferguson), the positions of nim-value 1 lie one place
#    above the cold positions, because the smallest move is 1.* [Solution](solutions/05-07.ipynb#Notebook-7,-exercise-2)
# 3. *Check.* ★★ 20 min. Which numbers below $5^6$ belong to the perfect base-5 set but are hot? *Hint: the set has
#    $10^3$ members below $5^6$; count the hot ones first.* [Solution](solutions/05-07.ipynb#Notebook-7,-exercise-3)
# 4. *Check.* ★★ 20 min. Redraw Figure 3 from its numbers alone, `figures/figure-3-base-5-digits.csv`, as shares instead
#    of counts, in one panel with three bars for each digit. Which of the three digits could be throws of a fair
#    five-sided die, by Pearson's $\chi^2$ test? *Hint: use `pd.read_csv`, and divide each column by its sum;
#    `scipy.stats.chisquare` takes the counts.* [Solution](solutions/05-07.ipynb#Notebook-7,-exercise-4)
#
# **To go on:** [Faster still](../engine/notebooks/08-faster-still.ipynb), where the digits of this notebook speed up
# their own computation; [what is proved](../beyond/notebooks/12-what-is-proved.ipynb); or [a game of your
# own](../beyond/notebooks/17-other-games-and-yours.ipynb).

# %% tags=["records"]
# The rows of figures/reproduction.csv: what the paper says, and what this notebook finds.
from functools import partial

from subtraction_games.reproduction import compare as compare_at

compare = partial(compare_at, n)
in_c = "not printed in the paper: counted by engine/benchmarks/rivals.c, too"

bars = {  # what its segmented sieve counted at n = 2^30
    "Figure 3: base-5 ones digits 0 to 4": (base_5["ones"], "839372 8 935561 36 41378"),
    "Figure 3: base-5 fives digits 0 to 4": (
        base_5["fives"],
        "358295 362905 368556 363870 362729",
    ),
    "Figure 3: base-5 twenty-fives digits 0 to 4": (
        base_5["twenty-fives"],
        "603629 193404 490268 351079 177975",
    ),
    "Figure 4: last digits in base 7": (
        base_7,
        "259466 260031 259302 259294 259417 258917 259928",
    ),
    "Figure 4: last digits in base 13": (
        base_13,
        "471900 15636 447688 11130 31434 127351 12653 446159 97903 82908 21907 18510 31176",
    ),
}
for claim, (counts, theirs) in bars.items():
    ours = " ".join(map(str, counts))
    same = "confirmed" if ours == theirs else "no"
    compare(claim, "3.3", "", ours, 2**30, source=in_c, verdict=same)
for where, counts, said in (
    ("fives digit", base_5["fives"], "non-uni"),
    ("base 7", base_7, "nonuni"),
):
    off, die = np.abs(counts / counts.mean() - 1).max(), chisquare(counts)
    measured = f"within {off:.1%} of uniform; chi-squared {die.statistic:.1f}, {len(counts) - 1} degrees of freedom"
    by_test = "yes" if die.pvalue >= 0.001 else "no"
    by_picture = "yes" if off < 0.02 else "no"
    compare(
        f"{where}: how uniform",
        "3.3",
        f"no significant {said}formities",
        measured,
        2**30,
        verdict=f"{by_test} by a chi-squared test, {by_picture} by the picture",
    )

uneven, of_40_million = (
    bool(golomb[[0, 2]].sum() > 0.75 * golomb.sum()),
    ends_in_6[ends_in_6 < 40_000_000],
)
golomb_saw, bush_saw = (
    "Golomb: base-5 last digits of the first 20,000",
    "Bush: the cold positions below 40,000,000",
)
early = partial(compare_at, min(n, 20_000))
early(f"{golomb_saw} highly non-uniform", "3.3", True, uneven, 20_000)
post = "https://www.ics.uci.edu/~eppstein/cgt/subsquare.html, 12 October 1992"
early = partial(compare_at, min(n, 40_000_000))
ours = " ".join(map(str, of_40_million))
early(f"{bush_saw} that end in 6", "3.3", "11356", ours, 40_000_000, source=post)
compare("residues in the densest known set modulo 205", "1", 12, len(record))
compare(
    "its exponent (1 + log_205 12)/2", "1", "0.733412", f"{ruzsa_exponent(205, 12):.6f}"
)
compare(
    "square-difference-free digits modulo 5",
    "3.3",
    "0 2",
    " ".join(map(str, largest_free_set(5))),
)
compare(
    "exponent for base 5 followed perfectly",
    "3.3",
    "0.71534",
    f"{ruzsa_exponent(5, 2):.5f}",
)
compare(
    "log_10 25, printed for that exponent (log_25 10 is meant)",
    "3.3",
    "0.71534",
    f"{np.log10(25):.5f}",
)
compare(
    "no nontrivial square-difference-free set modulo 7",
    "3.3",
    True,
    len(largest_free_set(7)) == 1,
)
signed = " ".join(
    str(d) for d in range(7) if {d, -d % 13} <= {k * k % 13 for k in range(13)}
)
compare("squares modulo 13, up to sign", "3.3", "0 1 3 4", signed)
compare(
    "square-difference-free digits modulo 13",
    "3.3",
    "0 2 7",
    " ".join(map(str, largest_free_set(13))),
)

square_counts = np.bincount([k * k % 13 for k in range(1, 13)], minlength=13)
pairs = [int(square_counts[d] + square_counts[-d]) for d in (1, 3, 4)]
compare(
    "times each pair of squares +-1, +-3, +-4 occurs modulo 13",
    "3.3",
    "4 4 4",
    " ".join(map(str, pairs)),
)
listed = " ".join(map(str, [0, *sg.moser_de_bruijn(70)]))
compare(
    "the Moser-de Bruijn sequence to 69",
    "3.3",
    "0 1 4 5 16 17 20 21 64 65 68 69",
    listed,
)
compare(
    "Moser-de Bruijn: cold positions below 4^4, sqrt(n)",
    "3.3",
    16,
    int((moser[:256] == 0).sum()),
)
fours = 4 ** np.arange(4, 8)
of_order = all(moser[:k].max() == np.sqrt(k) - 1 for k in fours)
compare(
    "Moser-de Bruijn: the largest nim-value is of the order of sqrt(n)",
    "3.3",
    True,
    of_order,
)
