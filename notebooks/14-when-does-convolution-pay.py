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
# # 14. When does convolution pay?
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
# *After D. Eppstein, "Faster Evaluation of Subtraction Games", FUN 2018, LIPIcs 100, 20:1-20:12.*

# %% tags=["parameters"]
n = 2**16  # positions on which operations are counted (make's LESSON_N)

# %%
from types import SimpleNamespace
from unittest.mock import patch

import matplotlib.pyplot as plt
import numpy as np
from scipy import fft
from scipy.special import beta, lambertw

import subtraction_games as sg
from subtraction_games import convolution, figures, recurrence, sieve
from subtraction_games.files import rows_of

figures.use_style()

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
plt.show()

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
    print(f"{task}: exponent +-0.01 gives 10^{low:.1f} to 10^{high:.1f};"
          f" a constant factor 2 multiplies n by {2 ** slope(a):.0f}")  # fmt: skip

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
plt.show()

# %% [markdown]
# The steep ends at the left are the second special case: there convolution leads at every size. Read the
# picture from the dashed line, too: for convolution to win at $n=2^{30}$, its steps would have to cost
# $C=2^{30a}/30^2$ of the rival's: a fourteenth for cold positions, a fortieth for nim-values.

# %%
assert [round(30**2 / 2 ** (30 * a)) for a in (0.2, 0.15)] == [14, 40]

# %% [markdown]
# ## Counting: where the squared logarithm comes from
#
# What *is* a step? The sieve's step is a mark. A Fourier transform's is a *butterfly*, one addition and one
# subtraction of complex numbers with a multiplication; transforming $N$ real numbers takes about
# $\frac N4\log_2N$ of them. To count without trusting a formula, `transforms` runs the package's own program
# with stand-ins for scipy's two transforms, which note the length of each and pass the work on.


# %%
def transforms(n, ways, short):
    """The lengths of all transforms that the divide and conquer takes for n positions."""
    lengths = []

    def rfft(vector, length=None):
        lengths.append(length or vector.size)
        return fft.rfft(vector, length)

    def irfft(spectrum, **options):
        lengths.append(2 * (spectrum.size - 1))
        return fft.irfft(spectrum, **options)

    with patch.multiple(convolution, WAYS=ways, fft=SimpleNamespace(rfft=rfft, irfft=irfft)):
        convolution.cold_positions(sg.squares(n), n, np.zeros(0, dtype=np.int64), short)
    return lengths


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
# That is one logarithm. The second is inside the transforms: length $L$ takes $\frac L4\log_2L$ butterflies,
# so the levels take $\frac n2\log_2L$ each, and
# $$\frac n2(1+2+\dots+k)=\frac n4\,k(k+1)$$
# together. The squared logarithm is a triangle of numbers, and half a square. (The shared transforms of the
# moves add less than $nk/2$.) $\square$


# %%
def butterflies(lengths):
    """About how many butterflies it takes to transform real vectors of these lengths."""
    return sum(length / 4 * np.log2(length) for length in lengths)


# %%
assert len(lengths) == 2 * (size - 1) + levels
assert sum(lengths) == 2 * size * levels + 2 * (size - 1)
assert 0 <= butterflies(lengths) - size / 4 * levels * (levels + 1) < size * levels / 2

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
assert n != 2**16 or abs(marks_by_law(n) / marks - 1) < 0.1
assert abs(marks_by_law(2**30) / 43.6e9 - 1) < 0.02  # counted in notebook 6

# %%
bits = np.arange(8, 51).tolist()
shown = [k for k in bits if 2**k <= n]
counted = [sieve.mark_hot(sg.squares(2**k), np.zeros(2**k, dtype=bool)) / 2**k for k in shown]
fig, ax = plt.subplots()
ax.plot(bits, [k * (k + 1) / 4 for k in bits], label="butterflies, Theorem 1 as it stands")
ax.plot(bits, [package_butterflies(2**k) / 2**k for k in bits], label="butterflies, in sixteen blocks")
ax.plot(bits, [marks_by_law(2**k) / 2**k for k in bits], label="marks, by the law")
ax.plot(shown, counted, "o", color=figures.GREEN, markersize=4, label="marks, counted")
ax.set(xlabel="k = log$_2$ n", ylabel="steps for each position", ylim=(0, 700))
ax.set_title("A squared logarithm against a small power")
ax.legend(loc="upper left")
plt.show()

# %% [markdown]
# The blue curve is the parabola $k(k+1)/4$, so the squared logarithm can be seen. The green one is a power
# with a small exponent: flat for a long time, then through everything. Cutting into sixteen makes the
# parabola two to four times flatter, in steps: at each new length of block the count rises.
#
# Why sixteen blocks help at all: a transform is used more often. With two blocks, the lower half is
# transformed for the sake of the upper half alone. With sixteen, each block's transform serves all later
# blocks of its range, and what they receive is added up before it is transformed back. The additions are paid
# for with up to fifteen products for each block, which the count of butterflies leaves out; so it flatters
# convolution a little.
#
# In these counts the break-even is far smaller than in the first section. At $n=2^{30}$ the sieve makes 41
# marks for each position, and the package's convolution some 92 butterflies: little more than a factor of
# two. Where do the counts meet?

# %%
per_position = package_butterflies(2**30) / 2**30
meeting = min(k for k in range(20, 60) if package_butterflies(2**k) < marks_by_law(2**k))
print(f"{per_position:.1f} butterflies for each position at 2^30; fewer than marks from 2^{meeting}")
assert 90 < per_position < 95
assert meeting == 42
assert all(2 < k * (k + 1) / 4 / (package_butterflies(2**k) / 2**k) < 4.1 for k in bits if k > 17)
assert round(43.6e9 / 2**30) == 41  # as in notebook 6

# %% [markdown]
# So counting moves the break-even from $2^{59}$ to $2^{42}$, a factor of a hundred thousand, although only
# constants have changed. But a butterfly costs more than a mark: about ten floating-point operations on
# numbers of eight or sixteen bytes. From here on the clock must speak.
#
# ## What was measured
#
# `make bench` times all methods in one run on one machine, up to sizes for which it has patience; convolution
# reaches $2^{24}$ for cold positions and $2^{20}$ for nim-values. A first look: convolution against plain
# dynamic programming, for cold positions.

# %%
rows = [row for row in rows_of("../benchmarks/times.csv") if row["game"] == "squares"]


# %%
def measured(task, method):
    """Sizes and median seconds, ascending."""
    mine = [row for row in rows if (row["task"], row["method"]) == (task, method)]
    return np.array(sorted((int(row["n"]), float(row["seconds"])) for row in mine)).T


# %%
sizes, by_convolution = measured("cold positions", "convolution")
_, by_recurrence = measured("cold positions", "dynamic-programming")
against = dict(zip(np.log2(sizes).astype(int).tolist(), by_convolution / by_recurrence[: len(sizes)], strict=True))
print("time of convolution / time of dynamic programming:")
print("  ".join(f"2^{bits}: {ratio:.2f}" for bits, ratio in against.items() if bits > 14))

# %% [markdown]
# **Here convolution wins, in the data, today.** From $2^{15}$ to $2^{22}$ it needs less time than the
# algorithm that the paper's introduction starts from, typically by a quarter or a third. (Up to $2^{14}$ the
# package hands the whole range to the sieve, so those sizes prove nothing and are left out.) It is a modest
# victory: dynamic programming is the weakest rival that convolution has for cold positions, and the sieve
# makes do with far fewer steps. And at $2^{23}$ the lead is gone. What happened there?

# %%
assert np.median([against[bits] for bits in range(15, 23)]) < 0.95
assert max(against[16], against[22]) < 1
assert min(against[23], against[24]) > 0.85

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
assert n != 2**16 or f"{looks_exponent:.2f}" == "1.37"


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
plt.show()

# %% [markdown]
# Where a curve is flat, the count explains the clock.
#
# * *The segmented sieve* is flat: $n^{1.2}$ is its law.
# * *The sieve as stated* is flat only until its array outgrows the caches; then each mark costs more and
#   more.
# * *The engine* starts as a sieve and looks for a modulus once that pays: the fall at the right of the
#   middle.
# * *Convolution* is nearly flat up to $2^{22}$. There, to the eye, it does run in time $O(n\log^2n)$. And
#   then it jumps, to about three times the cost.

# %%
ours_cost, _, stated_cost, segmented_cost, _ = cost.values()
before, after = [ours_cost[bits] for bits in range(15, 23)], [ours_cost[23], ours_cost[24]]
flat = [cost for bits, cost in segmented_cost.items() if bits >= 20]

# %%
assert max(before) < 2.5 * min(before)
assert min(after) > 1.6 * np.median(before)
assert max(flat) < 2 * min(flat)
assert stated_cost[30] > 3 * stated_cost[22]
assert stated_cost[28] > 3 * stated_cost[24]

# %% [markdown]
# A power law fitted through convolution's last sizes would call that jump an exponent
# ([notebook 8](08-faster-still.ipynb) prints one near 1.6). It is not one, and three things happen at once.
#
# Above $2^{22}$ blocks of $2^{22}$ positions come in. Their transforms have length $2^{23}$; the rounding
# bound ([notebook 3](03-divide-and-conquer.ipynb)) no longer lets them run in single precision, so their
# numbers are twice as wide; and one vector of $2^{23}$ such numbers fills 64 MiB, more than a cache.

# %%
cold_below = len(sg.cold_positions(sg.squares, 2**22))
moves_counted = 2 * len(sg.squares(2**23))
needed = convolution.sufficient_precision(2**23, cold_below, moves_counted)
shorter = convolution.sufficient_precision(2**19, cold_below, 2 * len(sg.squares(2**22)), terms=15)
assert (shorter.__name__, needed.__name__) == ("float32", "float64")
assert 2**23 * 8 == 64 * 2**20

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
# law describes a logarithm; and for cold positions its constant comes from the two sizes behind the jump,
# since no larger size will be on the near side again.
#
# For the uncertainty we *bootstrap*: draw five points with replacement from those that we have, fit again,
# and do so four hundred times (with a fixed seed). That assumes that the points scatter independently about a
# law of the right form. It knows nothing of bends that lie ahead: the next jump of convolution, or the size
# at which the segmented sieve stops being flat. So the ranges below are too narrow, and what the two ways
# disagree by is the better measure of what we don't know.

# %%
rng = np.random.default_rng(14)


def bootstrap(task, method, fit, last=5, times=400):
    """float[times, 2]: coefficient and exponent, fitted to resamples of the last few sizes."""
    sizes, seconds = (column[-last:] for column in measured(task, method))
    draws = rng.integers(0, last, (2 * times, 5))
    proper = [draw for draw in draws if len(set(draw.tolist())) > 1]  # one point fixes no line
    return np.array([fit(sizes[draw], seconds[draw]) for draw in proper[:times]])


# %%
def by_count(exponent, logs=0):
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
ours = {
    task: bootstrap(task, "convolution", by_count(power, logs=2), last=2 if power == 1 else 5)
    for task, power in powers.items()
}
clock = {(task, method): bootstrap(task, method, sg.fit_power_law) for task, method, _ in rivals}
count = {(task, method): bootstrap(task, method, by_count(e)) for task, method, e in rivals if e}

# %% [markdown]
# How far do the clock's exponents scatter? Here is the spread for the two methods whose future matters most,
# from the same five sizes each. The segmented sieve's exponent is known to a few hundredths, the engine's is
# not: its last sizes bend upwards, and the resamples range from below 1 to nearly that of a sieve.

# %%
for method in ("segmented sieve in C", "engine"):
    low, high = np.quantile(clock["cold positions", method][:, 1], [0.05, 0.95])
    print(f"{method}: n^{low:.2f} to n^{high:.2f}")

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
# Read the list rival by rival, remembering that 20% in a constant is a factor of three or more in $n$, and
# that by the clock the exponents move too.
#
# * **Dynamic programming, cold positions.** The crossing lies about where the data end: the lead that
#   convolution lost at its jump should come back within a few doublings, and for good.
# * **The sieve as stated** is met soon after the largest measured sizes if its marks go on to grow dearer. By
#   the count, tens of doublings later.
# * **The segmented sieve**, in either language, and the two ways agree: near the paper's own $2^{59}$. That
#   is an accident of this machine: a unit $n\log_2^2n$ of convolution happens to cost about as much as a unit
#   $n^{1.2}$ of the sieve, so $C\approx1$.
# * **The engine, cold positions:** beyond anything, or never.
# * **Nim-values:** by the clock, whose exponents still rise, dynamic programming is met tens of doublings
#   earlier than by the count.

# %%
middle = {way: {key: span(crossings(key[0], f))[1] for key, f in laws.items()} for way, laws in
          (("clock", clock), ("count", count))}  # fmt: skip
assert middle["count"]["cold positions", "dynamic-programming"] < 32
assert 45 < middle["count"]["cold positions", "segmented sieve in C"] < 70
assert middle["clock"]["cold positions", "sieve as the paper states it, in C"] < 45

# %%
assert 0.4 < np.median(after) / flat[-1] < 2.5
assert middle["clock"]["cold positions", "engine"] > 50
assert middle["count"]["nim-values", "dynamic-programming in C"] > 50
assert middle["count"]["nim-values", "engine"] > middle["count"]["nim-values", "dynamic-programming"]

# %% [markdown]
# Two more warnings about the caches. *Convolution for nim-values* was measured to $2^{20}$ only, before the
# jump that cold positions show. If every level jumps by the same factor of three, $\log_23\approx1.6$
# doublings of the constant, its crossings by the count move up by about fourteen doublings of $n$. *The
# segmented sieve* will bend, in convolution's favour: near $n=2^{40}$ neighbouring squares are
# $2\sqrt n=2^{21}$ apart, as far as a segment of the C program is long. Beyond, a cold position has less than
# one mark in a segment, but is looked up for each. Longer segments help, for as long as a cache holds them.

# %%
assert 13 < slope(0.15) * np.log2(3) < 14
assert 2 * int((2**40) ** 0.5) == 2**21

# %% [markdown]
# ## What is out of reach?
#
# A crossing is a place where somebody would have to stand. How long would convolution itself run to get there
# on this machine, and how much memory would its 48 bytes for each position be? To be generous to it, take for
# each rival the lower end of the ranges by both ways, pooled.

# %%
year = 365.25 * 86400
pooled = {key: np.concatenate([clock[key], count.get(key, clock[key])]) for key in clock}
for (task, method), fitted in pooled.items():
    k = span(crossings(task, fitted))[0]
    years = float(np.median(ours[task][:, 0])) * 2 ** (k * powers[task]) * k**2 / year
    print(f"{task} against {method}: 2^{k:.0f}, {48 * 2**k / 1e12:.1e} terabytes, {years:.1e} years")

# %% [markdown]
# Few of these lines are for people. There is dynamic programming for cold positions, where the crossing lies
# at the end of the data. There is the sieve as the paper states it, at some gigabytes or terabytes; but that
# says more about the caches than about convolution, since the same marks in segments do without the bend. And
# there is dynamic programming for nim-values, if its exponent goes on to rise and convolution's jump stays
# away: two ifs that the count denies. Against segments, by the count, a crossing asks for more than a
# thousand terabytes of memory.
#
# Against the engine, for cold positions, most resamples cross at astronomic sizes or not at all. A program
# whose time grows about like $n$ as far as it has been measured leaves a squared logarithm nothing to win:
# **never, for anybody.** For nim-values the engine's time grows like $n^{1.5}$, so there is a crossing; but
# in the time until then stars burn out.

# %%
assert 48 * 2 ** middle["count"]["cold positions", "segmented sieve in C"] > 1e15
assert 2 ** (1.35 * middle["count"]["nim-values", "engine"]) * ours["nim-values"][0, 0] > 1e10 * year

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
finish(axes[0], "cold positions", 70, 1, 1e8)
finish(axes[1], "nim-values", 96, 10, 1e15)
axes[0].set_ylabel("nanoseconds for each position")
columns = ("task", "method", "n", "seconds_low", "seconds", "seconds_high")
figures.save(fig, "figure-12-when-convolution-pays", dict(zip(columns, zip(*drawn, strict=True), strict=True)))

# %% [markdown]
# **Figure 12.** Time for each position against $n$: measured (dots) and extrapolated (lines with bands).
# Thick bars on the blue curve, and the legend, give the range in which convolution overtakes each rival;
# diamonds are medians.
#
# On the left the blue curve is nearly level: that is what $\log^2n$ looks like, over ten powers of ten. The
# green one, the segmented sieve, rises by $n^{0.2}$, so slowly that it needs some thirty doublings to climb
# from where it was measured to where they meet. The purple band is wide because the two ways disagree about
# what memory will do to the sieve as stated; the orange one of the engine, because five points that bend say
# little about what comes after them. On the right everybody climbs, since each method takes more than
# $n^{1.35}$ steps; there convolution's curve is only slightly less steep than its rivals', which is why its
# crossings are so far away and so uncertain.
#
# ## What would have to change at $2^{30}$
#
# Let us turn the question round. At the paper's $n=2^{30}$ the rivals for cold positions are measured.
# Convolution is not (48 bytes for each position are 48 GiB), but its unit costs before and after the jump say
# what to expect. How much cheaper would it have to be? And what may a butterfly cost, if convolution takes as
# many as we counted?

# %%
expected = [float(np.median(costs)) * 1e-9 * 2**30 * 30**2 for costs in (before, after)]
print(f"convolution at 2^30: {expected[0]:.0f} s without the jump, {expected[1]:.0f} s with it")

# %%
factor = {}
for method in list(counted_exponents)[1:]:
    taken = {int(size): float(seconds) for size, seconds in measured("cold positions", method).T}[2**30]
    factor[method] = expected[1] / taken
    each = 1e12 * taken / package_butterflies(2**30)
    print(f"{method}: {taken:.1f} s, {factor[method]:.1f} times as fast; {each:.0f} picoseconds a butterfly")

# %% [markdown]
# What could be gained?
#
# * *Caches.* A transform in several passes, each within the cache, might undo the jump: a factor of three.
# * *Narrow numbers.* Exact arithmetic modulo a small prime would do with half the bytes, whatever the length:
#   up to two, and a part of the first factor over again.
# * *Cores.* Transforms share well between two; but so do the rivals' marks.
#
# Six times as fast, then, would be good work, and enough against the sieve as stated. The segmented sieve
# asks for more. Even if a butterfly cost no more than a mark, convolution would take twice as long at
# $2^{30}$, because it needs twice as many: here it is the count, and not the machine, that speaks.
#
# And to reach the engine, a butterfly would have to take some twenty picoseconds. A processor at 4 GHz has a
# cycle of 250, and a butterfly is ten operations. No tuning of constants gets there. What might is fewer
# butterflies: a convolution that uses the residues of [notebook 7](07-modularity.ipynb), as the engine does,
# and transforms only the classes that hold anything. We have not tried.

# %%
assert factor["sieve as the paper states it, in C"] < 6
assert factor["segmented sieve in C"] > 6
assert factor["engine"] > 50
assert package_butterflies(2**30) > 2 * marks_by_law(2**30)
assert 1e12 * expected[1] / factor["engine"] / package_butterflies(2**30) < 40

# %% [markdown]
# For nim-values the same question has a simpler answer, since dynamic programming and the engine are both
# measured at $2^{20}$ next to convolution, and by the count the ratio changes slowly: between $2^{20}$ and
# $2^{30}$ convolution gains $2^{0.15\cdot10}$ and loses $(30/20)^2$, a quarter in all.

# %%
seconds_at_20 = {m: dict(measured("nim-values", m).T)[2**20] for m in ("convolution", *nim_rivals)}
for method in nim_rivals:
    print(f"{method}: {float(seconds_at_20['convolution'] / seconds_at_20[method]):.0f} times as fast at 2^20")
assert seconds_at_20["convolution"] > 5 * seconds_at_20["dynamic-programming in C"]
assert seconds_at_20["convolution"] > 15 * seconds_at_20["engine"]
assert round(2 ** (0.15 * 10) / 1.5**2, 2) == 1.26

# %% [markdown]
# Plain dynamic programming is some ten or twenty times ahead, and the gap at $2^{30}$ would still be about
# that. So the paper's closing remark that its algorithms are "not yet practical" is right for nim-values with
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
# * The recursion of Theorem 1 takes $\frac n4k(k+1)$ butterflies, $k=\log_2n$. In sixteen blocks it needs
#   fewer butterflies than the sieve makes marks from $2^{42}$ on.
# * By the clock, convolution beats dynamic programming for cold positions from $2^{15}$ to $2^{22}$, loses
#   the lead when its transforms outgrow single precision and the cache, and should regain it soon after.
# * It may meet the sieve as stated some doublings beyond the measured sizes, a segmented sieve beyond what
#   memories hold, and the engine never.
# * At $2^{30}$ it would have to be twice as fast to meet the sieve as stated, some fifteen times to meet the
#   segmented sieve, and more than a hundred times to meet the engine.
#
# ## Exercises
#
# 1. What becomes of the two break-even sizes if convolution took $n\log_2n$ steps? *Check: solve
#    $\log_2k=ak$; for $a=0.2$, $k$ is about 22.*
# 2. Cut ranges into four blocks: how many butterflies for each position at $2^{30}$? *Check: replace 16 by 4
#    and 15 by 3 in `sixteen_ways`; `transforms(n, ways=4, short=16)` counts the same lengths.*
# 3. Run `make bench` on your machine. Where does your convolution jump? *Check: one number of double
#    precision takes 8 bytes; compare $2^{23}$ of them with your last-level cache.*
#
# **Next:** [Other games](15-other-games.ipynb)
