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
# # 20. When does convolution pay?
#
# The paper's new algorithms win on paper: convolution evaluates $n$ positions in $O(n\log^2n)$ steps, where
# the sieve takes about $n^{1.2}$. The paper also says where the winning begins, near $n=10^{18}$ for cold
# positions and near $10^{26}$ for nim-values, and leaves it there. **Are those numbers right, how firmly do
# they stand, and what does the clock say?**
#
# We derive the two break-even sizes in full, shake them to see what they hang on, count steps, and then go to
# the measured times of every method in this package, extrapolate them with their uncertainty, and ask for
# each rival where the curves cross. Read notebooks [3](03-divide-and-conquer.ipynb),
# [6](06-number-of-cold-positions.ipynb) and [8](08-faster-still.ipynb) first.
#
# *After D. Eppstein, "Faster Evaluation of Subtraction Games", FUN
# [2018](../book/references.md#eppstein2018), LIPIcs 100, 20:1-20:12.*

# %% tags=["parameters"]
n = 2**16  # positions on which operations are counted (make's LESSON_N)

# %% tags=["setup"]
from functools import partial

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from scipy.special import beta, lambertw

import subtraction_games as sg
from subtraction_games import figures
from subtraction_games.paper import convolution, recurrence, sieve

figures.use_style()
default = n == 2**16  # the n that the numbers in the text belong to

# %% [markdown]
# ## One inequality for both games
#
# Cold positions: convolution takes $n\log_2^2n$ steps, the sieve $|C|\,|S|\approx n^{0.7}n^{0.5}=n^{1.2}$.
# Nim-values: level by level $m\,n\log_2^2n\approx n^{1.35}\log_2^2n$, dynamic programming $n^{1.5}$. Divide
# by $n$ in the first comparison and by $n^{1.35}$ in the second. What remains is the same question twice:
#
# $$\log_2^2n<n^a,\qquad a=0.2\text{ for cold positions},\quad a=0.15\text{ for nim-values}.$$
#
# Write $k=\log_2n$ and take logarithms once more: $2\log_2k<a\,k$. On the left is a logarithm, on the right a
# straight line. Here are both sides.

# %%
sides = {"cold positions": 0.2, "nim-values": 0.15}
meetings = {"cold positions": 58.8, "nim-values": 85.6}
k = np.linspace(1, 110, 500)
fig, ax = plt.subplots()
ax.plot(k, 2 * np.log2(k), color=figures.INK, label=r"logarithms: $2\log_2 k$")
for task, a in sides.items():
    ax.plot(k, a * k, label=rf"{task}: ${a}\,k$")
    ax.annotate(f"$k={meetings[task]}$", (meetings[task], a * meetings[task]), (6, -12), textcoords="offset points")
ax.set(xlabel="k = log$_2$ n", ylabel="log$_2$ of each side", xlim=(0, 110), ylim=(0, 19))
ax.set_title("Convolution takes fewer steps where the straight line is on top")
ax.legend(loc="upper left")
figures.show(fig, "A curve of two logarithms and two straight lines, which cross it where k is 58.8 and 85.6")

# %% [markdown]
# **The two sides meet exactly twice.** The difference $g(k)=ak-2\log_2k$ is convex, so it has at most two
# zeros. It tends to infinity on the left as well as on the right, and its minimum, where
# $g'(k)=a-2/(k\ln2)=0$, lies at $k_0=2/(a\ln2)$. There $2^{ak_0}=e^2\approx7.4$, whatever $a$ is, while
# $k_0^2$ is far larger: $g$ is negative there, and there are exactly two zeros. $\square$
#
# The lower zero lies at $n$ slightly above 2, a game with two or three positions; it means nothing. The upper
# zero is the break-even size. In between convolution is behind, and at $k_0$ it is furthest behind.

# %%
for task, a in sides.items():
    k0 = 2 / (a * np.log(2))
    print(f"{task}: furthest behind at n = 2^{k0:.1f}, with {k0**2 / np.exp(2):.0f} times the rival's steps")

# %% [markdown]
# So the sizes at which people try programs out, ten thousand to a million positions, are just the ones where
# the logarithms look worst: 28 times as many steps at $2^{14}$, 50 times as many at $2^{19}$.
#
# ## The break-even size as a formula
#
# A real program has constant factors. Let convolution's steps cost $C$ times as much as its rival's. Then the
# break-even size solves $Ck^2=2^{ak}$. Put $b=\frac12a\ln2$ and take square roots: $\sqrt C\,k=e^{bk}$, or
# $-bk\,e^{-bk}=-b/\sqrt C$. The inverse of $w\mapsto we^w$ is Lambert's function $W$; its branch $W_{-1}$
# gives the larger solution:
#
# $$k=-\frac1b\,W_{-1}\!\left(-\frac b{\sqrt C}\right).$$
#
# Two cases have no such crossing. If $a\le0$, the rival's power is no larger and convolution never catches
# up. If $b/\sqrt C>1/e$, the rival is so slow that the curves do not meet: convolution leads everywhere.


# %%
def break_even(a, C=1.0):
    """log2 of the n from which C n log2(n)^2 < n^(1 + a): inf if there is none, 0 if it holds throughout."""
    a, C = np.broadcast_arrays(np.asarray(a, dtype=float), C)
    b = np.where(a > 0, a, 1) * np.log(2) / 2
    w = -b / np.sqrt(C)
    k = -lambertw(np.maximum(w, -1 / np.e), -1).real / b
    return np.where(a <= 0, np.inf, np.where(w < -1 / np.e, 0.0, k))


# %%
for task, a in sides.items():
    k = float(break_even(a))
    print(f"{task}: n = 2^{k:.2f} = 10^{k * np.log10(2):.2f}")

# %% [markdown]
# Those are the paper's "approximately $10^{18}$" and "approximately $10^{26}$", $2^{58.8}$ and $2^{85.6}$. To
# check the formula, put its answers back into the equation. (The second size does not even fit into a 64-bit
# word: a program that got there would need other numbers to name its positions with.)

# %%
assert [round(float(break_even(a)) * np.log10(2)) for a in (0.2, 0.15)] == [18, 26]
assert round(float(break_even(0.2))) == 59, "as a power of 2"
assert all(np.isclose(2 ** (a * break_even(a)), break_even(a) ** 2) for a in (0.2, 0.15))
assert all(round(float(break_even(a)), 1) == meetings[task] for task, a in sides.items())
assert break_even(0.15) > 64

# %% [markdown]
# ## What the answer hangs on
#
# How much do the two numbers move when the ingredients do? Differentiate $ak=\log_2C+2\log_2k$ in each of
# them:
#
# $$\frac{dk}{da}=\frac{-k}{a-\frac2{k\ln2}},\qquad\frac{dk}{d\log_2C}=\frac1{a-\frac2{k\ln2}}.$$
#
# The denominator is a small number, the angle at which the line meets the logarithm in the picture above. The
# curves meet at a flat angle, so a small push moves the meeting point far. In numbers:


# %%
def slope(a):
    """dk / d log2(C) at C = 1: by how many doublings of n the break-even moves for a doubling of C."""
    k = float(break_even(a))
    return 1 / (a - 2 / (k * np.log(2)))


# %%
for task, a in sides.items():
    low, high = break_even([a + 0.01, a - 0.01]) * np.log10(2)
    doubled = f"a constant factor 2 multiplies n by {2 ** slope(a):.0f}"
    print(f"{task}: exponent +-0.01 gives 10^{low:.1f} to 10^{high:.1f}; {doubled}")

# %% [markdown]
# The fitted exponents, 0.35 and 0.7, are known to about $\pm0.01$ (notebooks [5](05-maximum-nim-value.ipynb)
# and [6](06-number-of-cold-positions.ipynb) show their spread). That alone moves the break-even for cold
# positions from $10^{16.6}$ to $10^{18.9}$, and the one for nim-values from $10^{23.7}$ to $10^{28.2}$. And a
# program that is twice as slow pays a hundred times later, or four hundred times for nim-values: **constants
# enter with a power between six and nine.** "$10^{18}$" is a number with an uncertainty of several powers of
# ten.

# %%
moved = break_even([0.21, 0.19, 0.16, 0.14]) * np.log10(2)
assert [f"{x:.1f}" for x in moved] == ["16.6", "18.9", "23.7", "28.2"]
assert (round(slope(0.2), 1), round(slope(0.15), 1)) == (6.6, 8.6)

# %%
constant = np.geomspace(0.01, 100, 200)
fig, ax = plt.subplots()
for (task, a), colour in zip(sides.items(), (figures.BLUE, figures.VERMILION), strict=True):
    low, mid, high = (break_even(a + shift, constant) * np.log10(2) for shift in (0.01, 0, -0.01))
    ax.fill_between(constant, low, high, color=colour, alpha=0.2, linewidth=0)
    ax.plot(constant, mid, color=colour, label=rf"{task}, exponent $\pm$0.01")
ax.axhline(30 * np.log10(2), color=figures.INK, linewidth=0.8, linestyle="--", label="n = 2$^{30}$")
ax.set(xscale="log", xlim=(0.01, 100), ylim=(0, 45), ylabel="break-even size, log$_{10}$ n")
ax.set_xlabel("cost C of a step of convolution, in steps of its rival")
ax.set_title("A constant factor moves the break-even by powers of ten")
ax.legend(loc="upper left")
figures.show(fig, "Two bands of the break-even size, rising with the cost of a step; a dashed line at 2 to the 30")

# %% [markdown]
# The steep ends at the left are the second special case: there convolution leads at every size. Read the
# picture from the dashed line, too: for convolution to win at $n=2^{30}$, its steps would have to cost
# $C=2^{30a}/30^2$ of the rival's: a fourteenth for cold positions, a fortieth for nim-values.

# %%
assert [round(30**2 / 2 ** (30 * a)) for a in (0.2, 0.15)] == [14, 40]

# %% [markdown]
# ## Counting: where the squared logarithm comes from
#
# What *is* a step? The sieve's step is a mark. A transform's is a *butterfly*, a multiplication, an
# addition and a subtraction, here of remainders modulo a prime ([notebook 3](03-divide-and-conquer.ipynb));
# transforming $N$ numbers takes $\frac N2\log_2N$ of them. To count without trusting a formula,
# `convolution.transforms` runs the package's own program with stand-ins for its two transforms, which note the
# length of each and pass the work on.


# %%
def transforms(n, ways, short):
    """The lengths of all transforms that the divide and conquer takes for n positions."""
    task = partial(convolution.cold_positions, sg.squares(n), n, np.zeros(0, dtype=np.int64), short)
    return [length for length, _ in convolution.transforms(task, ways)]


# %% [markdown]
# First the recursion of Theorem 1 as it stands: ranges cut in two, down to single positions. (For whole
# levels we count at the largest power of two up to $n$.)

# %%
size = 2 ** (n.bit_length() - 1)
lengths = transforms(size, ways=2, short=1)
levels = size.bit_length() - 1
print(f"{size:,} positions: {len(lengths):,} transforms of total length {sum(lengths):,}")

# %% [markdown]
# **Why these numbers?** A range of $L$ positions needs one transform of its lower half's cold positions and
# one back, both of length $L$ (the moves' transforms are shared: one for each length). There are $n/L$ ranges
# of that length. So each of the $k=\log_2n$ levels has transforms of total length $2n$, and together with the
# moves' it is exactly $2nk+2(n-1)$; the *number* of transforms is $2(n-1)+k$.
#
# That is one logarithm. The second is inside the transforms: length $L$ takes $\frac L2\log_2L$ butterflies,
# so the levels take $n\log_2L$ each, and
# $$n\,(1+2+\dots+k)=\frac n2\,k(k+1)$$
# together. The squared logarithm is a triangle of numbers, and half a square. (The shared transforms of the
# moves add less than $nk$.) $\square$


# %%
def butterflies(lengths):
    """How many butterflies it takes to transform vectors of these lengths, powers of two."""
    return sum(length // 2 * (length.bit_length() - 1) for length in lengths)


# %%
assert len(lengths) == 2 * (size - 1) + levels
assert sum(lengths) == 2 * size * levels + 2 * (size - 1)
assert 0 <= butterflies(lengths) - size // 2 * levels * (levels + 1) < size * levels

# %% [markdown]
# The package cuts ranges into sixteen blocks, and leaves ranges of $2^{14}$ to the sieve. With blocks of $h$
# positions, every block but the first of a range costs one transform of length $2h$ each way. So a formula
# counts them without running anything; it agrees with the run.


# %%
def sixteen_ways(n, short=2**14):
    """The lengths of the transforms of method="convolution", as {length: number}."""
    counts, h = {}, short
    while h < n:
        stops = (n - 1) // h - (n - 1) // (16 * h)
        counts[2 * h] = 2 * stops + min(stops, 15)  # the last term: transforms of moves
        h *= 16
    return counts


# %%
def package_butterflies(n):
    return sum(number * butterflies([length]) for length, number in sixteen_ways(n).items())


# %%
for short in (16, 2**14):
    run = transforms(n, ways=16, short=short)
    assert {length: run.count(length) for length in set(run)} == sixteen_ways(n, short)

# %% [markdown]
# And the sieve's marks: a power law for the cold positions, $cn^e$ with the constants of
# [notebook 6](06-number-of-cold-positions.ipynb), gives them in closed form. Each cold position $x$ makes
# about $\sqrt{n-x}$ marks, and $\int_0^n\sqrt{n-x}\;d(cx^e)=c\,e\,B(e,\tfrac32)\,n^{e+1/2}$, with Euler's
# beta function.


# %%
def marks_by_law(n):
    """About how many marks the sieve makes below n."""
    c, e = 0.897244337916743, 0.698354314248528
    return c * e * beta(e, 1.5) * float(n) ** (e + 0.5)


# %%
marks = sieve.mark_hot(sg.squares(n), np.zeros(n, dtype=bool))
print(f"marks below {n:,}: {marks:,} counted, {marks_by_law(n) / marks:.2f} times as many by the law")
assert not default or abs(marks_by_law(n) / marks - 1) < 0.1
assert abs(marks_by_law(2**30) / 43.6e9 - 1) < 0.02  # counted in notebook 6

# %%
bits = np.arange(8, 51).tolist()
shown = [k for k in bits if 2**k <= n]
counted = [sieve.mark_hot(sg.squares(2**k), np.zeros(2**k, dtype=bool)) / 2**k for k in shown]
fig, ax = plt.subplots()
ax.plot(bits, [k * (k + 1) / 2 for k in bits], label="butterflies, Theorem 1 as it stands")
ax.plot(bits, [package_butterflies(2**k) / 2**k for k in bits], label="butterflies, in sixteen blocks")
ax.plot(bits, [marks_by_law(2**k) / 2**k for k in bits], label="marks, by the law")
ax.plot(shown, counted, "o", color=figures.GREEN, markersize=4, label="marks, counted")
ax.set(xlabel="k = log$_2$ n", ylabel="steps for each position", ylim=(0, 1300))
ax.set_title("A squared logarithm against a small power")
ax.legend(loc="upper left")
figures.show(fig, "Steps for each position against k: a parabola, a flatter curve of blocks, and marks that bend up")

# %% [markdown]
# The blue curve is the parabola $k(k+1)/2$, so the squared logarithm can be seen. The green one is a power
# with a small exponent: flat for a long time, then through everything. Cutting into sixteen makes the
# parabola two to four times flatter, in steps: at each new length of block the count rises.
#
# Why sixteen blocks help at all: a transform is used more often. That is Theorem 1' of
# [notebook 3](03-divide-and-conquer.ipynb), which also counts the products that pay for it, up to fifteen for
# each number; they are left out here, so this count flatters convolution a little.
#
# In these counts the break-even is smaller than in the first section. At $n=2^{30}$ the sieve makes 41
# marks for each position, and the package's convolution 184 butterflies: more than four times as many.
# Where do the counts meet?

# %%
per_position = package_butterflies(2**30) / 2**30
meeting = min(k for k in range(20, 60) if package_butterflies(2**k) < marks_by_law(2**k))
print(f"{per_position:.1f} butterflies for each position at 2^30; fewer than marks from 2^{meeting}")
assert round(per_position) == 184
assert 4 < per_position / (43.6e9 / 2**30) < 5
assert meeting == 50
assert all(2 < k * (k + 1) / 2 / (package_butterflies(2**k) / 2**k) < 4.1 for k in bits if k > 17)
assert round(43.6e9 / 2**30) == 41  # as in notebook 6

# %% [markdown]
# So counting moves the break-even from $2^{59}$ to $2^{50}$, a factor of five hundred, although only
# constants have changed. And a butterfly is not a mark: it is a dozen operations of a processor, but on
# neighbouring numbers and on sixteen at once, while a mark is a single operation far from the last. From
# here on the clock must speak.
#
# ## What was measured
#
# `make bench` times all methods in one run on one machine, up to sizes for which it has patience; convolution
# reaches about $2^{24}$ for cold positions and $2^{20}$ for nim-values, give or take a doubling. A first look:
# convolution against plain dynamic programming, for cold positions.

# %%
times = pd.read_csv("../benchmarks/times.csv").query("game == 'squares'").sort_values("n")


# %%
def measured(task, method):
    """Sizes and median seconds, ascending."""
    return times.query("task == @task and method == @method")[["n", "seconds"]].to_numpy().T


# %%
reached = [np.log2(measured(task, "convolution")[0][-1]) for task in sides]
assert np.abs(np.subtract(reached, [24, 20])).max() <= 1, "give or take a doubling"
seconds = times.query("task == 'cold positions'").pivot(index="n", columns="method", values="seconds")
both = (seconds["convolution"] / seconds["dynamic-programming"]).dropna()
against = {round(np.log2(size)): ratio for size, ratio in both.items()}
print("time of convolution / time of dynamic programming:")
print("  ".join(f"2^{bits}: {ratio:.2f}" for bits, ratio in against.items() if bits > 14))

# %% [markdown]
# **A close race, and then a lead.** (Up to $2^{14}$ the package hands the whole range to the sieve, so
# those sizes prove nothing and are left out.) While everything fits a cache, the two take about as long as
# each other. But dynamic programming's time grows faster, and at the largest size that both were measured
# at, $2^{24}$, convolution is ahead of the algorithm that the paper's introduction starts from. It is a
# modest victory: dynamic programming is the weakest rival that convolution has for cold positions, and the
# sieve makes do with far fewer steps.

# %%
assert against[24] < 1
assert against[24] < np.median([against[bits] for bits in range(15, 21)])
assert all(1 / 4 < ratio < 4 for bits, ratio in against.items() if bits > 14)

# %% [markdown]
# ## Dividing by the count
#
# Power laws hide such things. It is better to divide each time by the number of steps that the method should
# take, up to a constant: $n\log_2^2n$ for convolution, $n^{1.2}$ for the sieves, plain $n$ for the engine,
# whose steps nobody can predict. Dynamic programming for cold positions stops at the first cold position it
# meets, so it takes fewer than $n^{1.5}$ looks; counting them at $n$ and $n/16$ gives the exponent.

# %%
looks, fewer = (recurrence.count_looks(sg.squares(limit), limit) for limit in (n, n // 16))
looks_exponent = np.log(looks / fewer) / np.log(n / (n // 16))
print(f"{looks:,} looks below {n:,}: they grow like n^{looks_exponent:.2f}")
assert not default or f"{looks_exponent:.2f}" == "1.37"


# %%
def unit_costs(task, method, exponent, logs=0):
    """{log2 n: nanoseconds per unit n^exponent log2(n)^logs} above 2^14."""
    sizes, seconds = measured(task, method)
    units = 1e9 * seconds / (sizes**exponent * np.log2(sizes) ** logs)
    return {int(bits): float(cost) for bits, cost in zip(np.log2(sizes), units, strict=True) if bits > 14}


counted_exponents = {
    "dynamic-programming": 1.37,
    "sieve as the paper states it, in C": 1.2,
    "segmented sieve in C": 1.2,
    "engine": 1,
}

# %%
colours = [figures.ORANGE, figures.PURPLE, figures.GREEN, figures.VERMILION]
cost = {r"convolution, $n\log_2^2n$": unit_costs("cold positions", "convolution", 1, logs=2)}
for method, exponent in counted_exponents.items():
    cost[f"{method}, $n^{{{exponent}}}$"] = unit_costs("cold positions", method, exponent)
fig, ax = plt.subplots()
for (label, units), colour in zip(cost.items(), [figures.BLUE, *colours], strict=True):
    ax.plot(2.0 ** np.array(list(units)), units.values(), "o-", color=colour, markersize=4, label=label)
ax.set_xscale("log", base=2)
ax.set(yscale="log", ylim=(0.05, 90), xlabel="positions n", ylabel="nanoseconds per unit")
ax.set_title("Cold positions of subtract-a-square: time divided by the count")
ax.legend(loc="upper right", ncols=2, fontsize=8.5)
figures.show(fig, "Nanoseconds per unit for each method: convolution nearly level, the sieve as stated climbing late")

# %% [markdown]
# Where a curve is flat, the count explains the clock.
#
# * *The segmented sieve* is flat: $n^{1.2}$ is its law.
# * *The sieve as stated* is flat only until its array outgrows the caches; then each mark costs more and
#   more.
# * *The engine* starts as a sieve and looks for a modulus once that pays: the first fall. Where a larger modulus
#   pays, it falls again.
# * *Convolution* is nearly flat: from $2^{15}$ on a unit's cost stays within a factor of two and a half, while
#   $n$ grows about a thousandfold. So far it does run in time $O(n\log^2n)$.

# %%
ours_cost, _, stated_cost, segmented_cost, _ = cost.values()
flat = [each for bits, each in segmented_cost.items() if bits >= 20]
assert max(ours_cost.values()) < 2.5 * min(ours_cost.values())
assert 2 ** (max(ours_cost) - 15) > 500, "a thousandfold, or nearly"
assert max(flat) < 2 * min(flat)
assert stated_cost[max(stated_cost)] > 3 * stated_cost[22]
assert stated_cost[28] > 3 * stated_cost[24]

# %% [markdown]
# That convolution is so flat is not to be taken for granted. With a library's transforms in double precision,
# in the same program, a unit costs two or three times as much at $2^{24}$ as at $2^{16}$: a vector of
# $2^{23}$ numbers of eight bytes fills 64 MiB, more than a cache. Remainders modulo a prime of 31 bits take
# half of that, and the package's transform goes depth first, so that all but its first steps work on pieces
# that fit.

# %%
in_floating_point = unit_costs("cold positions", "convolution in floating point", 1, logs=2)
for bits in (16, 20, 24):
    print(f"2^{bits}: {ours_cost[bits]:.2f} ns a unit, in floating point {in_floating_point[bits]:.2f}")
assert 1.5 < in_floating_point[24] / in_floating_point[16] < 3.5, "two or three times as much"
assert in_floating_point[24] / in_floating_point[16] > 1.3 * ours_cost[24] / ours_cost[16]

# %% [markdown]
# ## Extrapolating, with the uncertainty
#
# To find crossings we must prolong the curves, some of them by many powers of ten. Two ways suggest
# themselves, and neither is right.
#
# * **By the clock:** the power law through a method's last five sizes, by repeated medians. It believes that
#   the caches will go on to hurt as they did lately.
# * **By the count:** the exponent that the counts give, and only the constant from the last five sizes. It
#   believes that the caches will not hurt any further.
#
# The sieve as stated shows the difference. A unit of its work costs over three times more at $2^{28}$ than at
# $2^{24}$. The first way prolongs that as if each mark would go on to cost more for ever. The second stops it
# at once. A mark that misses every cache and every table of pages costs some constant time in the end, so the
# second way is right for $n$ large enough, but its constant may still have to grow.
#
# For convolution we take the second way only, $c\,n\log_2^2n$ (or $c\,n^{1.35}\log_2^2n$), because no power
# law describes a logarithm.
#
# For the uncertainty we *bootstrap*: draw five points with replacement from those that we have, fit again,
# and do so four hundred times (with a fixed seed). That assumes that the points scatter independently about
# a law of the right form. It knows nothing of bends that lie ahead: where convolution's vectors leave the
# last cache, or where the segmented sieve stops being flat. So the ranges below are too narrow, and what
# the two ways disagree by is the better measure of what we don't know.

# %%
rng = np.random.default_rng(14)


def bootstrap(task, method, fit, last=5, times=400):
    """float[times, 2]: coefficient and exponent, fitted to resamples of the last few sizes."""
    sizes, seconds = (column[-last:] for column in measured(task, method))
    draws = rng.integers(0, last, (2 * times, 5))
    proper = [draw for draw in draws if len(set(draw.tolist())) > 1]  # one point fixes no line
    return np.array([fit(sizes[draw], seconds[draw]) for draw in proper[:times]])


# %%
def fit_by_count(exponent, logs=0):
    """The fit of c alone in c n^exponent log2(n)^logs: the median."""
    return lambda sizes, seconds: (np.median(seconds / (sizes**exponent * np.log2(sizes) ** logs)), exponent)


# %% [markdown]
# The rivals and the exponents that the counts give them. The engine for cold positions has none, so its clock
# must do.

# %%
stated = {"sieve as the paper states it": 1.2, "segmented sieve": 1.2, "engine": None}
nim_rivals = {"dynamic-programming": 1.5, "dynamic-programming in C": 1.5, "engine": 1.5}
rivals = [("cold positions", *pair) for pair in (counted_exponents | stated).items()]
rivals += [("nim-values", *pair) for pair in nim_rivals.items()]

# %%
powers = {"cold positions": 1, "nim-values": 1.35}
ours = {task: bootstrap(task, "convolution", fit_by_count(power, logs=2)) for task, power in powers.items()}
clock = {(task, method): bootstrap(task, method, sg.fit_power_law) for task, method, _ in rivals}
count = {(task, method): bootstrap(task, method, fit_by_count(e)) for task, method, e in rivals if e}

# %% [markdown]
# How far do the clock's exponents scatter? Here is the spread for the two methods whose future matters most,
# from five sizes each. Neither is known to better than some hundredths. And the engine's, below 1 in many
# resamples, is no law: the time of a program that settles every position grows like $n$ at least. It got
# better moduli on the way.

# %%
for method in ("segmented sieve in C", "engine"):
    low, high = np.quantile(clock["cold positions", method][:, 1], [0.05, 0.95])
    print(f"{method}: n^{low:.2f} to n^{high:.2f}")
    assert high - low > 0.03
assert low < 1, "the engine's, in many resamples"

# %% [markdown]
# ## The crossings
#
# They need no new mathematics. Convolution's $c\,n^p\log_2^2n$ meets the rival's $c'n^e$ where
# $C\log_2^2n=n^a$ with $a=e-p$ and $C=c/c'$: the formula of the beginning, with measured constants. Here is
# the median crossing for each rival, with the range that holds nine tenths of the resamples.


# %%
def crossings(task, laws):
    """log2 n of the crossing with each law of a rival."""
    return break_even(laws[:, 1] - powers[task], np.resize(ours[task][:, 0], len(laws)) / laws[:, 0])


def span(bits):
    """The 5%, 50% and 95% quantiles."""
    return np.quantile(bits, [0.05, 0.5, 0.95], method="inverted_cdf").tolist()


# %%
def named(bits):
    return f"2^{bits:.0f}" if bits < 1000 else "never"


for way, laws in (("clock", clock), ("count", count)):
    for (task, method), fitted in laws.items():
        low, mid, high = map(named, span(crossings(task, fitted)))
        print(f"by the {way}, {task} against {method}: {mid} ({low} to {high})")

# %% [markdown]
# Read the list rival by rival, remembering that a factor of 1.2 in a constant is one of three or more in $n$,
# and that by the clock the exponents move too.
#
# * **Dynamic programming, cold positions.** The crossing lies within the data, or about where they end.
# * **The sieve as stated** is met about where its measured sizes end if its marks go on to grow dearer. By the
#   count it may be just there or many doublings later: that range is wider than ten doublings, because the
#   constant hangs on how many of the five sizes lie beyond the bend.
# * **The segmented sieve.** By the count it is met between $2^{45}$ and $2^{59}$, in Python and in C within four
#   doublings of each other, and the paper's own $2^{59}$ is not so far off. That is an accident of this machine: a
#   unit $n\log_2^2n$ of convolution happens to cost about as much as a unit $n^{1.2}$ of the sieve, so $C$ is not
#   far from 1. By the clock, too, it is far beyond the data; where, the clock does not know (see below).
# * **The engine, cold positions:** beyond anything, or never, *if* its time goes on as measured (see below).
# * **Nim-values:** by the clock, whose exponents still rise, dynamic programming is met tens of doublings
#   earlier than by the count. (Where a range begins among sizes that were measured, that is only a steep line
#   through resampled points that lie close together.)

# %%
by_way = {"clock": clock, "count": count}
middle = {way: {key: span(crossings(key[0], f))[1] for key, f in laws.items()} for way, laws in by_way.items()}
assert 1.2 ** slope(0.2) > 3, "a fifth more in a constant"
assert middle["count"]["cold positions", "dynamic-programming"] < 32
stated = ("sieve as the paper states it", "sieve as the paper states it, in C")
assert all(26 < middle["clock"]["cold positions", m] < 32 for m in stated), "about where the measured sizes end"
for method in stated:
    low, mid, high = span(crossings("cold positions", count["cold positions", method]))
    assert high - low > 10, "wider than ten doublings"
in_segments = ("segmented sieve", "segmented sieve in C")
by_count = [middle["count"]["cold positions", m] for m in in_segments]
assert 45 < min(by_count) < max(by_count) < min(59, min(by_count) + 4)
assert all(middle["clock"]["cold positions", m] > 35 for m in in_segments), "far beyond the data"

# %%
assert 0.2 < np.median(list(ours_cost.values())) / flat[-1] < 2.5
assert middle["clock"]["cold positions", "engine"] > 50
assert middle["count"]["nim-values", "dynamic-programming in C"] > 50
recurrences = [("nim-values", m) for m in ("dynamic-programming", "dynamic-programming in C")]
assert min(middle["count"][m] - middle["clock"][m] for m in recurrences) > 20, "tens of doublings earlier by the clock"
assert middle["count"]["nim-values", "engine"] > middle["count"]["nim-values", "dynamic-programming"]

# %% [markdown]
# **The same question to two runs.** How much is one of these crossings worth? Here are the times of convolution
# and the segmented sieve from two runs of the benchmark on the same machine. (During the first, others used the
# memory while the largest sizes were timed.) Fit both, now without resampling, and the table as it stands.

# %%
first = {  # {method: (log2 n, seconds)}, from times.csv at commit 097dff7; the second run at f52b1e1
    "convolution": ([20, 21, 22, 23, 24], [0.098988, 0.189100, 0.416121, 1.056580, 2.327171]),
    "segmented sieve": ([22, 23, 24, 25, 26], [0.031994, 0.077883, 0.174684, 0.393445, 0.916639]),
    "segmented sieve in C": ([24, 25, 26, 28, 30], [0.164471, 0.381121, 0.858065, 6.243750, 34.198343]),
}
second = {
    "convolution": ([21, 22, 23, 24, 25], [0.159791, 0.382872, 0.809229, 2.036257, 4.955084]),
    "segmented sieve": ([24, 25, 26, 28, 30], [0.233294, 0.556771, 1.340186, 7.962324, 46.607117]),
    "segmented sieve in C": ([24, 25, 26, 28, 30], [0.233179, 0.585344, 1.297025, 6.810887, 36.095696]),
}
runs = [{m: (2.0 ** np.array(bits), np.array(times)) for m, (bits, times) in run.items()} for run in (first, second)]
latest = {method: measured("cold positions", method)[:, -5:] for method in first}


# %%
def meets_segments(run):
    """log2 n of the crossings with the segmented sieve in Python and in C: by the clock, by the count."""
    unit, _ = fit_by_count(1, logs=2)(*run["convolution"])
    laws = [[fit(*run[m]) for m in in_segments] for fit in (sg.fit_power_law, fit_by_count(1.2))]
    return [[round(float(break_even(e - 1, unit / c))) for c, e in way] for way in laws]


# %%
for name, run in zip(("first", "second", "as it stands"), (*runs, latest), strict=True):
    (python, c), by_count = meets_segments(run)
    print(f"{name:>12}: by the clock 2^{python} in Python and 2^{c} in C, by the count", end=" ")
    print(" and ".join(f"2^{bits}" for bits in by_count))

# %% [markdown]
# From the first run the clock says $2^{57}$ in Python and $2^{46}$ in C, from the second $2^{40}$ and $2^{49}$.
# These are two programs that make the same marks, and a factor of 130,000 between two answers for one of them. So
# **the clock's crossing with the segmented sieve is worth little**: "somewhere from $2^{40}$ to $2^{57}$" is all
# that it says. The count moves as well, from $2^{54}$ and $2^{55}$ to $2^{48}$ and $2^{49}$, but the two languages
# move together, and the reason is known. In the second run the marks took longer than in the first, and the
# convolution less long; and a factor of two in $C$ is one of a hundred in $n$.

# %%
assert [meets_segments(run) for run in runs] == [[[57, 46], [54, 55]], [[40, 49], [48, 49]]]
assert round(2 ** (57 - 40), -4) == 130_000
assert round(2 ** slope(0.2), -2) == 100
at_21, at_24 = (runs[1][m][1][0] / runs[0][m][1][k] for m, k in (("convolution", 1), ("segmented sieve in C", 0)))
assert at_21 < 1 < at_24, "convolution was the faster in the second run, the sieve in C the slower"

# %% [markdown]
# **A second term for the segmented sieve.** Its program does two things: it makes marks, and for every
# segment it looks up which move of each cold position comes next. That is $O(|C|\,|S|+|C|\,n/L)$ for
# segments of $L$ positions, and with a fixed $L$ the second term grows faster: like $n^{1.7}/L$. By the law
# for cold positions $cn^e$, there are $c\,e\,B(e,2)\,n^{e+1}/L$ such look-ups. With the C program's
# $L=2^{21}$, and a look-up taken to cost as much as a mark, they are as many as the marks from about
# $2^{43}$ on. So the crossing with *this* program lies about there, within two doublings, and not where the marks
# alone would put it, which is several doublings later. It stands more firmly, too: $2^{44}$ by the first run's
# times and $2^{43}$ by the second's, because the steeper a line is, the less flat is the angle at which it meets
# the logarithm. Segments that grow like $\sqrt n$ keep the second term below the first, and then the first
# term's crossing stands; but there such a segment is far longer than a cache, and marks cost more.


# %%
def look_ups_by_law(n, segment=2**21):
    """About how many times the segmented sieve looks up a cold position's next move."""
    c, e = 0.897244337916743, 0.698354314248528
    return c * e * beta(e, 2) * float(n) ** (e + 1) / segment


# %%
def first_ahead(run, steps):
    """The least k for which convolution takes less time at 2^k than the sieve in C, whose steps are given."""
    unit, _ = fit_by_count(1, logs=2)(*run["convolution"])
    each_step = dict(zip(*run["segmented sieve in C"], strict=True))[2**30] / marks_by_law(2**30)
    return min(k for k in range(30, 80) if unit * 2**k * k**2 < each_step * steps(2**k))


# %%
both_terms = [first_ahead(run, lambda n: marks_by_law(n) + look_ups_by_law(n)) for run in (*runs, latest)]
marks_alone = first_ahead(latest, marks_by_law)
as_many = min(k for k in range(30, 80) if look_ups_by_law(2**k) > marks_by_law(2**k))
print(f"crossing with segments of 2^21: 2^{both_terms[2]}; with segments as long as it takes: 2^{marks_alone}")
assert as_many == 43
assert both_terms[:2] == [44, 43]
assert abs(both_terms[2] - as_many) <= 2, "within two doublings"
assert marks_alone - both_terms[2] > 3, "several doublings later"

# %% [markdown]
# ## What is out of reach?
#
# A crossing is a place where somebody would have to stand. How long would convolution itself run to get there
# on this machine, and how much memory would its 52 bytes for each position be? To be generous to it, take for
# each rival the lower end of the ranges by both ways, pooled.

# %%
year = 365.25 * 86400
unit = float(np.median(ours["cold positions"][:, 0]))
pooled = {key: np.concatenate([clock[key], count.get(key, clock[key])]) for key in clock}
for (task, method), fitted in pooled.items():
    k = span(crossings(task, fitted))[0]
    years = float(np.median(ours[task][:, 0])) * 2 ** (k * powers[task]) * k**2 / year
    print(f"{task} against {method}: 2^{k:.0f}, {convolution.BYTES * 2**k / 1e12:.1e} terabytes, {years:.1e} years")

# %% [markdown]
# Few of these lines are for people. There is dynamic programming for cold positions, where the crossing lies
# within the data. There is the sieve as the paper states it, at some gigabytes or terabytes; but that says more
# about the caches than about convolution, since the same marks in segments do without the bend. And there is
# dynamic programming for nim-values, if its exponent goes on to rise: an if that the count denies. Against
# segments that are long enough, a crossing by the count asks for more than a thousand terabytes of memory. (The
# lower ends for the segmented sieves are the clock's, of which we have just seen what they are worth; even they
# ask for more than ten terabytes.)

# %%
assert convolution.BYTES * 2 ** middle["count"]["cold positions", "segmented sieve in C"] > 1e15
for method in in_segments:
    lower_end = span(crossings("cold positions", pooled["cold positions", method]))[0]
    assert convolution.BYTES * 2**lower_end > 1e13, "more than ten terabytes"

# %% [markdown]
# ## And the engine?
#
# By the clock alone, most resamples cross the engine for cold positions at astronomic sizes or never. Do not
# believe it. A law fitted to five sizes says what happened at these sizes, and here more is known. The engine's
# time is a sum of two terms:
#
# * the windows that it must shift and OR, which its two rules keep few, so that this term has grown about
#   like $n$;
# * and the looks that find out which windows it may skip: by the cost theorem of [notebook
#   8](08-faster-still.ipynb) one for each move, class of targets that is not yet full, and block, whether or
#   not there is anything to shift. The largest block and the largest modulus are fixed. So this term is
#   $n|S|/(64\cdot512)$: **it grows like $n^{1.5}$**, and no skipping removes it.
#
# In the measured times it is still hidden: over the last five sizes they grow more slowly than $n^{1.2}$. But
# with its constants as they are, the engine loses in the long run: to a sieve with segments that grow, and to
# $n\log^2n$. When? Take what is measured at the largest size for the first term, and a nanosecond for each look,
# which is a guess and is called one.

# %%
sizes, seconds = measured("cold positions", "engine")
sizes, seconds = sizes[sizes >= 2**28], seconds[sizes >= 2**28]
alpha, steep = seconds[-1] / sizes[-1], 1e-9 / (64 * 512)
two_terms = [k for k in range(30, 200) if unit * 2.0**k * k**2 < alpha * 2.0**k + steep * 2.0 ** (1.5 * k)]
print(f"engine: {1e9 * alpha:.2f} n + {1e9 * steep:.1e} n^1.5 nanoseconds; convolution is ahead from 2^{two_terms[0]}")

# %%
last_five = measured("cold positions", "engine")[:, -5:]
grown = sg.fit_power_law(*last_five).exponent
print(f"from 2^{np.log2(last_five[0, 0]):.0f} on the engine's time grew like n^{grown:.2f}")
assert grown < 1.2
in_years = unit * 2.0 ** two_terms[0] * two_terms[0] ** 2 / year
assert in_years > 1
assert convolution.BYTES * 2.0 ** two_terms[0] > 1e15

# %% [markdown]
# So convolution overtakes the engine, too: at a size that asks for more than a thousand terabytes and for
# years. Out of reach, but not "never". (Tiles and moduli that grow with $n$ would change the engine's
# second term; nobody has worked that out.)
#
# For nim-values the engine takes every pair of a position and a move, a constant number of them at a time,
# so its time grows like $n^{1.5}$ and there is a crossing. How far it is depends on which exponents one
# believes: by the clock and by the count the ranges below reach from ten thousand years or so to more than the age
# of the universe.

# %%
all_spans = []
for way, laws in (("clock", clock), ("count", count)):
    low, mid, high = span(crossings("nim-values", laws["nim-values", "engine"]))
    spans = [float(np.median(ours["nim-values"][:, 0])) * 2 ** (1.35 * k) * k**2 / year for k in (low, mid, high)]
    print(f"by the {way}: {named(low)} to {named(high)}, " + " to ".join(f"{years:.0e}" for years in spans) + " years")
    assert low > 30
    all_spans += spans
assert round(np.log10(min(all_spans))) == 4, "ten thousand years or so"
assert max(all_spans) > 1.4e10, "more than the age of the universe"

# %% [markdown]
# ## Figure 12
#
# Time grows over so many powers of ten that all curves would look alike. So the figure shows time *divided by
# $n$*, nanoseconds for each position: a line that rises slowly is nearly linear time. A band holds nine
# tenths of the resamples, both ways of extrapolating pooled. The dashed lines are a day and a century of
# computing in all: what lies to the right of such a line takes longer.


# %%
def extrapolate(ax, task, method, laws, colour, last, logs=0):
    """Measured times, then the median law with a band of nine tenths; returns what was drawn."""
    sizes, seconds = measured(task, method)
    beyond = 2.0 ** np.arange(np.log2(sizes[-1]), last + 1)
    curves = laws[:, :1] * beyond ** laws[:, 1:] * np.log2(beyond) ** logs
    low, mid, high = np.quantile(curves, [0.05, 0.5, 0.95], axis=0)
    ax.plot(sizes, 1e9 * seconds / sizes, "o", color=colour, markersize=3.5)
    ax.plot(beyond, 1e9 * mid / beyond, color=colour)
    ax.fill_between(beyond, 1e9 * low / beyond, 1e9 * high / beyond, color=colour, alpha=0.16, linewidth=0)
    rows = [*zip(sizes, seconds, seconds, seconds, strict=True), *zip(beyond, low, mid, high, strict=True)]
    return [(task, method, int(size), *map(float, times)) for size, *times in rows]


# %%
def mark_crossing(ax, task, laws, colour, name, last):
    """A bar along convolution's curve over the range of the crossing, a diamond at its median."""
    low, mid, high = span(crossings(task, laws))
    ends = " to ".join(f"2$^{{{x:.0f}}}$" if x < 1000 else "never" for x in (low, high))
    ax.plot([], [], "o-", color=colour, markersize=3.5, label=f"{name}: {ends}")
    at = np.append(np.linspace(min(low, last), min(high, last), 50), min(mid, 2 * last))
    height = 1e9 * np.median(ours[task][:, 0]) * 2 ** ((powers[task] - 1) * at) * at**2
    ax.plot(2 ** at[:-1], height[:-1], color=colour, linewidth=5, alpha=0.5, solid_capstyle="butt")
    ax.plot(2 ** at[-1], height[-1], "D", color=colour, markeredgecolor="white", zorder=5)


# %%
def finish(ax, task, last, bottom, top):
    """Scales, dashed lines of equal time in all, and the legend."""
    ends = np.array([2.0**15, 2.0**last])
    for name, limit in (("a day", 86400), ("a century", 100 * year)):
        ax.plot(ends, 1e9 * limit / ends, color=figures.INK, linewidth=0.7, linestyle="--")
        ax.annotate(name, (1e9 * limit / bottom, bottom), (-4, 4), textcoords="offset points", ha="right", fontsize=8)
    ax.set_xscale("log", base=2)
    ax.set(yscale="log", xlim=ends, ylim=(bottom, top), xlabel="positions n", title=task)
    ax.set_xticks([2.0**bits for bits in range(20, last, 20 if last > 70 else 10)])
    ax.legend(loc="upper center", bbox_to_anchor=(0.5, -0.14), fontsize=8.5)


# %%
def draw_panel(ax, task, last, methods):
    """Convolution and its rivals, in colours from the end of the list; returns what was drawn."""
    ax.plot([], [], "o-", color=figures.BLUE, markersize=3.5, label="convolution; it overtakes")
    drawn = extrapolate(ax, task, "convolution", ours[task], figures.BLUE, last, logs=2)
    for method, colour in zip(methods, colours[-len(methods) :], strict=True):
        drawn += extrapolate(ax, task, method, pooled[task, method], colour, last)
        mark_crossing(ax, task, pooled[task, method], colour, method, last)
    return drawn


# %%
fig, axes = plt.subplots(1, 2, figsize=(8.4, 6))
drawn = draw_panel(axes[0], "cold positions", 70, list(counted_exponents))
drawn += draw_panel(axes[1], "nim-values", 96, ["dynamic-programming in C", "engine"])
finish(axes[0], "cold positions", 70, 0.1, 1e8)
finish(axes[1], "nim-values", 96, 10, 1e15)
axes[0].set_ylabel("nanoseconds for each position")
columns = ("task", "method", "n", "seconds_low", "seconds", "seconds_high")
figures.save(fig, "figure-12-when-convolution-pays", dict(zip(columns, zip(*drawn, strict=True), strict=True)))
figures.show(fig, "Two panels of time for each position: measured dots, and extrapolations that widen into bands")

# %% [markdown]
# **Figure 12.** Time for each position against $n$: measured (dots) and extrapolated (lines with bands).
# Thick bars on the blue curve, and the legend, give the range in which convolution overtakes each rival;
# diamonds are medians.
#
# On the left the blue curve is nearly level: that is what $\log^2n$ looks like, over ten powers of ten. The
# green one, the segmented sieve, rises by $n^{0.2}$, so slowly that it needs fifteen doublings or more to climb
# from where it was measured to where they meet. The purple band is wide because the two ways disagree about
# what memory will do to the sieve as stated; the vermilion one of the engine, because five points, among
# them changes of the modulus, say little about what comes after them, and it leaves out the engine's second term. It
# falls where the fit's exponent is below 1, and nobody should follow it there. On the right everybody
# climbs, since each method takes more than $n^{1.35}$ steps; there convolution's curve is only slightly
# less steep than its rivals', which is why its crossings are so far away and so uncertain.

# %%
median = span(crossings("cold positions", pooled["cold positions", "segmented sieve in C"]))[1]
assert median - 30 > 15, "fifteen doublings or more"

# %% [markdown]
# ## What would have to change at $2^{30}$
#
# Let us turn the question round. At the paper's $n=2^{30}$ the rivals for cold positions are measured.
# Convolution is not (it asks for some 20 GiB there), but its unit cost says what to expect. How much
# cheaper would it have to be? And what may a butterfly cost, if convolution takes as many as we counted?

# %%
expected = unit * 2**30 * 30**2
print(f"convolution at 2^30: about {expected:.0f} s")

# %%
factor = {}
for method in list(counted_exponents)[1:]:
    taken = {int(size): float(seconds) for size, seconds in measured("cold positions", method).T}[2**30]
    factor[method] = expected / taken
    each = 1e12 * taken / package_butterflies(2**30)
    print(f"{method}: {taken:.1f} s, {factor[method]:.1f} times as fast; {each:.0f} picoseconds a butterfly")

# %% [markdown]
# What could be gained?
#
# * *Caches and narrow numbers.* Both are in the package's transform already: remainders of four bytes,
#   depth first.
# * *Cores.* Transforms share well between several; but so do the rivals' marks.
# * *Fewer levels.* Theorem 1' with more blocks, as far as products are cheaper than butterflies: it is in
#   there, too.
#
# Against the sieve as stated that is enough: convolution should be about level with it at $2^{30}$, or ahead. The
# segmented sieve asks for more. Even if a butterfly cost no more than a mark, convolution would take four
# times as long at $2^{30}$, because it needs more than four times as many: here it is the count, and not
# the machine, that speaks.
#
# And to reach the engine, a butterfly would have to take some ten picoseconds. A processor at 4 GHz has a
# cycle of a quarter of a nanosecond. No tuning of constants gets there. What might is fewer butterflies: a
# convolution that uses the residues of [notebook 7](07-modularity.ipynb), as the engine does, and transforms
# only the classes that hold anything. We have not tried.

# %%
assert factor["sieve as the paper states it, in C"] < 2, "about level, or ahead"
assert factor["segmented sieve in C"] > 4
assert package_butterflies(2**30) > 4 * marks_by_law(2**30)
assert 5 < 1e12 * expected / factor["engine"] / package_butterflies(2**30) < 15, "some ten picoseconds"

# %% [markdown]
# For nim-values the same question has a simpler answer, since dynamic programming and the engine are measured
# at convolution's largest size, too, near $2^{20}$, and by the count the ratio changes slowly: between $2^{20}$
# and $2^{30}$ convolution gains $2^{0.15\cdot10}$ and loses $(30/20)^2$, a quarter in all.

# %%
largest = measured("nim-values", "convolution")[0, -1]
taken = {m: dict(measured("nim-values", m).T)[largest] for m in ("convolution", *nim_rivals)}
ahead = {method: float(taken["convolution"] / taken[method]) for method in nim_rivals}
for method, ratio in ahead.items():
    print(f"{method}: {ratio:.0f} times as fast at 2^{np.log2(largest):.0f}")
assert min(ahead.values()) > 10, "more than ten times"
assert ahead["engine"] == max(ahead.values())
assert round(2 ** (0.15 * 10) / 1.5**2, 2) == 1.26

# %% [markdown]
# Plain dynamic programming is more than ten times ahead, the engine further still, and the gap at $2^{30}$ would
# still be about that.
# So the paper's closing remark that its algorithms are "not yet practical" is right for nim-values with
# every rival; for cold positions it is right with every rival but plain dynamic programming. And its
# $10^{18}$ and $10^{26}$, derived without any constants, turn out to be of the right kind: sizes at which
# nobody computes.
#
# ## Findings
#
# * The paper's $10^{18}$ and $10^{26}$ are the larger roots of $\log_2^2n=n^a$, in closed form by Lambert's
#   function.
# * They stand on flat ground: $\pm0.01$ in a fitted exponent, or a factor of two in a constant, moves them by
#   one to three powers of ten.
# * The recursion of Theorem 1 takes $\frac n2k(k+1)$ butterflies, $k=\log_2n$. In sixteen blocks it needs
#   fewer butterflies than the sieve makes marks from $2^{50}$ on.
# * By the clock, convolution overtakes dynamic programming for cold positions by $2^{24}$; in whole numbers
#   its cost is nearly flat in units of $n\log_2^2n$, in floating point it is not.
# * It may meet the sieve as stated about where the measured sizes end. It meets the segmented sieve near $2^{43}$
#   if segments stay at $2^{21}$ positions, and where memories are far too small if they grow.
# * What the clock says of such crossings changes by powers of ten from one run of the benchmark to the next.
# * It overtakes the engine as well, because one of the engine's terms grows like $n^{1.5}$: far beyond any
#   machine, and where exactly is a guess.
#
# ## Exercises
#
# 1. *Check.* What becomes of the two break-even sizes if convolution took $n\log_2n$ steps? *Hint: solve
#    $\log_2k=ak$; for $a=0.2$, $k$ is about 22.* [Solution](solutions/part-6.ipynb#Notebook-20,-exercise-1)
# 2. *Check.* Cut ranges into four blocks: how many butterflies for each position at $2^{30}$? *Hint:
#    replace 16 by 4 and 15 by 3 in `sixteen_ways`; `transforms(n, ways=4, short=16)` counts the same
#    lengths.* [Solution](solutions/part-6.ipynb#Notebook-20,-exercise-2)
# 3. *Go further.* Run `make bench` on your machine. Where does convolution in floating point get slower?
#    *Hint: one number of double precision takes 8 bytes; compare a vector of them with your last-level
#    cache.* [Solution](solutions/part-6.ipynb#Notebook-20,-exercise-3)
# 4. *Prove.* Show that for $0<a<1/(e\ln2)$ the equation $\log_2k=ak$ has exactly two solutions, and that
#    convolution pays beyond the larger one and never between them. *Hint: $\log_2k-ak$ is concave.*
#    [Solution](solutions/part-6.ipynb#Notebook-20,-exercise-4)
# 5. *Go further.* For which game of your own would convolution pay at once? Try `make explore
#    GAME="2*n-1"`. *Hint: a sieve makes a mark for each cold position and move; there should be many of
#    both.* [Solution](solutions/part-6.ipynb#Notebook-20,-exercise-5)
#
# **Next:** [Other games](17-other-games.ipynb)
