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
# The paper's new algorithms win on paper: convolution evaluates $n$ positions in $O(n\log^2n)$ steps, where the sieve
# takes a small power of $n$ more. The winning begins, says the paper, near $n=10^{18}$ for cold positions and near
# $10^{26}$ for nim-values. **Are those numbers right, and how firmly do they stand?** In this appendix we derive the
# two break-even sizes, shake them to see what they hang on, and then count steps exactly. Read notebooks
# [3](03-divide-and-conquer.ipynb), [6](06-number-of-cold-positions.ipynb) and [8](08-faster-still.ipynb) first.
#
# *After D. Eppstein, "Faster Evaluation of Subtraction Games", FUN [2018](../book/references.md#eppstein2018), LIPIcs
# 100, 20:1-20:12.*

# %% tags=["parameters"]
n = 2**16  # positions on which operations are counted (make's LESSON_N)

# %% tags=["setup"]
from functools import partial

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from scipy.special import beta, lambertw

import subtraction_games as sg
from subtraction_engine.exact import convolution
from subtraction_games import analysis, figures

figures.use_style()

# %% [markdown]
# ## One inequality for both games
#
# For cold positions convolution takes $n\log_2^2n$ steps, the sieve $|C|\,|S|\approx n^{1.2}$. For nim-values
# convolution, level by level, takes $n^{1.35}\log_2^2n$, dynamic programming $n^{1.5}$. Divide by $n$, or by
# $n^{1.35}$. What remains is the same question twice:
# $$\log_2^2n<n^a,\qquad a=0.2\text{ for cold positions},\quad a=0.15\text{ for nim-values}.$$
# Write $k=\log_2n$ and take logarithms once more: $2\log_2k<a\,k$, a logarithm against a straight line.
#
# **Claim.** The two sides meet exactly twice. **Proof.** The difference $g(k)=ak-2\log_2k$ is convex, so it has at most
# two zeros. It tends to infinity on the left as well as on the right, and its minimum, where $g'(k)=a-2/(k\ln2)=0$,
# lies at $k_0=2/(a\ln2)$. There $2^{ak_0}=e^2\approx7.4$, whatever $a$ is, while $k_0^2$ is far larger: $g$ is negative
# there, and there are exactly two zeros. $\square$
#
# The lower zero lies slightly above $n=2$ and means nothing. The upper one is the break-even size. In between
# convolution is behind, at $k_0$ furthest.

# %%
sides = {"cold positions": 0.2, "nim-values": 0.15}
for (task, a), rival in zip(sides.items(), (1.2, 1.5), strict=True):
    k0 = 2 / (a * np.log(2))
    print(f"{task}: n^{rival - a:.2f} log2(n)^2 steps against n^{rival}, a = {a}; behind most at n = 2^{k0:.1f},")
    print(f"with k^2 / e^2 = {k0**2:.0f} / {np.exp(2):.1f} = {k0**2 / np.exp(2):.0f} times the steps")

# %% [markdown]
# So the sizes at which people try programs out, ten thousand to a million positions, are just where the logarithms look
# worst: 28 times as many steps at $2^{14}$, 50 times at $2^{19}$.
#
# ## The break-even size as a formula
#
# A real program has constant factors. Let convolution's steps cost $C$ times as much as its rival's. Then the
# break-even size solves $Ck^2=2^{ak}$. Put $b=\frac12a\ln2$ and take square roots: $\sqrt C\,k=e^{bk}$, or
# $-bk\,e^{-bk}=-b/\sqrt C$. The inverse of $w\mapsto we^w$ is Lambert's function $W$; its branch $W_{-1}$ gives the
# larger solution:
# $$k=-\frac1b\,W_{-1}\!\left(-\frac b{\sqrt C}\right).$$
# If $a\le0$, the rival's power is no larger and convolution never catches up. If $b/\sqrt C>1/e$, the rival is so slow
# that the curves do not meet: convolution leads everywhere.


# %%
def break_even(a, C=1.0):
    """log2 of the n from which C n log2(n)^2 < n^(1 + a): inf if there is none, 0 if it holds throughout."""
    a, C = np.broadcast_arrays(np.asarray(a, dtype=float), C)
    b = np.where(a > 0, a, 1) * np.log(2) / 2
    w = -b / np.sqrt(C)
    k = -lambertw(np.maximum(w, -1 / np.e), -1).real / b
    return np.where(a <= 0, np.inf, np.where(w < -1 / np.e, 0.0, k))


for task, a in sides.items():
    k = float(break_even(a))
    print(f"{task}: n is 2 to the {k:.1f} or 10 to the {k * np.log10(2):.2f}, about 10^{k * np.log10(2):.0f}")
    assert round(k * np.log10(2)) == {"cold positions": 18, "nim-values": 26}[task], "the paper's 10^18 and 10^26"

# %% [markdown]
# **Those are the paper's "approximately $10^{18}$" and "approximately $10^{26}$".** (The second does not even fit into
# a 64-bit word.) Here are both sides of the inequality.

# %%
k = np.linspace(1, 110, 500)
fig, ax = plt.subplots()
ax.plot(k, 2 * np.log2(k), color=figures.INK, label=r"logarithms: $2\log_2 k$")
for task, a in sides.items():
    ax.plot(k, a * k, label=rf"{task}: ${a}\,k$")
    at = float(break_even(a))
    ax.annotate(f"$k={at:.1f}$", (at, a * at), (6, -12), textcoords="offset points")
ax.set(xlabel="k = log$_2$ n", ylabel="log$_2$ of each side", xlim=(0, 110), ylim=(0, 19))
ax.set_title("Convolution takes fewer steps where the straight line is on top")
ax.legend(loc="upper left")
figures.show(fig, "A curve of two logarithms and two straight lines, which cross it where k is 58.8 and 85.6")

# %% [markdown]
# ## What the answer hangs on
#
# How much do the two numbers move when the ingredients do? Differentiate $ak=\log_2C+2\log_2k$:
# $$\frac{dk}{da}=\frac{-k}{a-\frac2{k\ln2}},\qquad\frac{dk}{d\log_2C}=\frac1{a-\frac2{k\ln2}}.$$
# The denominator is the angle at which the line meets the logarithm in the picture. It is flat, so a small push moves
# the meeting point far. In numbers:

# %%
for task, a in sides.items():
    low, high = break_even([a + 0.01, a - 0.01]) * np.log10(2)
    slope = 1 / (a - 2 / (float(break_even(a)) * np.log(2)))
    print(f"{task}: exponent +-0.01 gives 10 to the {low:.1f} to {high:.1f}; C enters with the power {slope:.1f},")
    print(f"so that a factor 2 multiplies n by {2**slope:.0f}; C = 1/{30**2 / 2 ** (30 * a):.0f} to win at 2^30")

# %% [markdown]
# The fitted exponents are known to about $\pm0.01$ (notebooks [5](05-maximum-nim-value.ipynb) and
# [6](06-number-of-cold-positions.ipynb)). That alone moves the break-even for cold positions from $10^{16.6}$ to
# $10^{18.9}$, and the one for nim-values from $10^{23.7}$ to $10^{28.2}$. And a program that is twice as slow pays a
# hundred times later, or four hundred times for nim-values: **constants enter with a power between six and nine.** To
# win at $n=2^{30}$, convolution's steps would have to cost a fourteenth of the sieve's, or a fortieth for nim-values.

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
# ## Counting: where the squared logarithm comes from
#
# What *is* a step? The sieve's is a mark. A transform's is a *butterfly*, a multiplication, an addition and a
# subtraction of remainders modulo a prime ([notebook 3](03-divide-and-conquer.ipynb)); transforming $N$ numbers takes
# $\frac N2\log_2N$ of them. To count without trusting a formula, `convolution.transforms` runs the package's own
# program with stand-ins for its two transforms, which note the length of each and pass the work on. First the recursion
# of Theorem 1 as it stands: ranges cut in two, down to single positions; for $n$ a power of two.


# %%
def transforms(n, ways, short):
    """The lengths of all transforms that the divide and conquer takes for n positions."""
    task = partial(convolution.cold_positions, sg.squares(n), n, np.zeros(0, dtype=np.int64), short)
    return [length for length, _ in convolution.transforms(task, ways)]


def butterflies(lengths):
    return sum(length // 2 * (length.bit_length() - 1) for length in lengths)


# %%
levels = n.bit_length() - 1
size = 2**levels
lengths = transforms(size, ways=2, short=1)
print(f"{size:,} positions: {len(lengths):,} transforms of total length {sum(lengths):,}")
assert len(lengths) == 2 * (size - 1) + levels
assert sum(lengths) == 2 * size * levels + 2 * (size - 1)
assert 0 <= butterflies(lengths) - size // 2 * levels * (levels + 1) < size * levels

# %% [markdown]
# **Why these numbers?** A range of $L$ positions needs one transform of its lower half's cold positions and one back,
# both of length $L$ (the moves' transforms are shared: one for each length). There are $n/L$ ranges of that length. So
# each of the $k=\log_2n$ levels has transforms of total length $2n$, and together with the moves' it is exactly
# $2nk+2(n-1)$; the *number* of transforms is $2(n-1)+k$.
#
# That is one logarithm. The second is inside the transforms: length $L$ takes $\frac L2\log_2L$ butterflies, so the
# levels take $n\,(1+2+\dots+k)=\frac n2\,k(k+1)$ together, and the shared transforms of the moves add less than $nk$.
# $\square$ The squared logarithm is a triangle of numbers, and half a square.
#
# The package cuts ranges into sixteen blocks, and leaves ranges of $2^{14}$ to the sieve: Theorem 1' of notebook 3.
# With blocks of $h$ positions, every block but the first of a range costs one transform of length $2h$ each way; a
# formula counts them as the run does. (The products that pay for it are left out, which flatters convolution a little.)


# %%
def sixteen_ways(n, short=2**14):
    """The lengths of the transforms of method="convolution", as {length: number}; the last term is of the moves."""
    counts, h = {}, short
    while h < n:
        stops = (n - 1) // h - (n - 1) // (16 * h)
        counts[2 * h] = 2 * stops + min(stops, 15)
        h *= 16
    return counts


def package_butterflies(n):
    return sum(number * butterflies([length]) for length, number in sixteen_ways(n).items())


for short in (16, 2**14):
    run = transforms(n, ways=16, short=short)
    assert {length: run.count(length) for length in set(run)} == sixteen_ways(n, short)

# %% [markdown]
# ## The rivals, counted
#
# *The sieve's marks.* The power law of [notebook 6](06-number-of-cold-positions.ipynb), $cn^e$ cold positions, gives
# them in closed form. Each cold position $x$ makes about $\sqrt{n-x}$ marks, and
# $\int_0^n\sqrt{n-x}\;d(cx^e)=c\,e\,B(e,\tfrac32)\,n^{e+1/2}$, with Euler's beta function.
#
# *Segments.* A sieve in segments of $L=2^{21}$ positions also looks up, for every segment, which move of each cold
# position comes next: $c\,e\,B(e,2)\,n^{e+1}/L$ look-ups, here taken for marks.
#
# *Dynamic programming* for cold positions stops at the first cold position it meets. Counting its looks at $n$ and
# $n/16$ gives a power; for nim-values it looks at every move, $\frac23n^{3/2}$ looks in all. *The engine* of notebook 8
# looks at every move and every block of $64\cdot512$ positions: $n^{3/2}/(64\cdot512)$ looks.

# %%
c, e = 0.897244337916743, 0.698354314248528
looks, fewer = (analysis.looks(sg.squares(limit), limit) for limit in (n, n // 16))
power = np.log(looks / fewer) / np.log(16)
rivals = {
    "sieve": lambda n: c * e * beta(e, 1.5) * float(n) ** (e + 0.5),
    "sieve in segments of 2^21": lambda n: rivals["sieve"](n) + c * e * beta(e, 2) * float(n) ** (e + 1) / 2**21,
    "dynamic programming": lambda size: looks * (size / n) ** power,
    "the engine's looks": lambda n: float(n) ** 1.5 / (64 * 512),
}
marks = analysis.marks(sg.squares(n), n)
print(f"marks below {n:,}: {marks:,} counted, {rivals['sieve'](n) / marks:.2f} times as many by the law")

# %% [markdown]
# ## One table of crossings
#
# Where do the counts meet? For nim-values, convolution goes through as many levels as there are values, by the law of
# [notebook 5](05-maximum-nim-value.ipynb).

# %%
rows = {name: (package_butterflies, steps) for name, steps in rivals.items()}
rows["dynamic programming, nim-values"] = (
    lambda n: 1.3251885340723 * float(n) ** 0.350735691549274 * package_butterflies(n),
    lambda n: 2 / 3 * float(n) ** 1.5,
)
crossing = {name: next(k for k in range(20, 200) if ours(2**k) < steps(2**k)) for name, (ours, steps) in rows.items()}
print(f"{'':31}   steps  butterflies  for each position at 2^30; fewer butterflies from (or before 2^20)")
for name, (ours, steps) in rows.items():
    print(f"{name:31}{steps(2**30) / 2**30:>8,.1f}{ours(2**30) / 2**30:>13,.1f}  2^{crossing[name]}")
print(f"by the inequality alone, the first was 2^{float(break_even(0.2)):.0f}")

# %% [markdown]
# At $n=2^{30}$ the sieve makes 40.6 marks for each position, and the package's convolution 184.2 butterflies. They meet
# near $2^{50}$: only constants have changed, and the break-even has moved from $2^{59}$ by a factor of five hundred.
# Segments of fixed length lower it to $2^{43}$. Against the engine it is near $2^{50}$ too; for nim-values near
# $2^{77}$.

# %%
bits = np.arange(15, 56)
fig, ax = plt.subplots(figsize=(6.4, 4.4))
ax.plot(bits, bits * (bits + 1) / 2, color=figures.SKY, label="butterflies, Theorem 1 as it stands")
drawn = {"butterflies, sixteen blocks": package_butterflies} | rivals
colours = (figures.BLUE, figures.GREEN, figures.PURPLE, figures.ORANGE, figures.VERMILION)
for (name, steps), colour, style in zip(drawn.items(), colours, ["-", *["--"] * 4], strict=True):
    ax.plot(bits, [steps(2 ** int(k)) / 2.0**k for k in bits], color=colour, linestyle=style, label=name)
ax.set(xlabel="k = log$_2$ n", ylabel="steps for each position", yscale="log", ylim=(0.5, 10**6))
ax.set_title("A squared logarithm against small powers")
ax.legend(ncols=2, fontsize=8.5, loc="upper left")
figures.show(fig, "Steps for each position: two curves of butterflies, nearly level, which four straight lines cross")

# %% [markdown]
# ## And the clock?
#
# A butterfly is a dozen operations of a processor, but on neighbouring numbers and on sixteen at once; a mark is a
# single operation, far from the last. What does the clock say, at the largest size timed for both?

# %%
times = pd.read_csv("../benchmarks/times.csv").query("game == 'squares'")
seconds = times.pivot_table(index="n", columns=["task", "method"], values="seconds")
cold_rivals = ["dynamic-programming", "sieve as the paper states it, in C", "segmented sieve in C", "engine"]
timed = [("cold positions", method) for method in cold_rivals]
for task, method in [*timed, ("nim-values", "dynamic-programming"), ("nim-values", "engine")]:
    both = (seconds[task, "convolution"] / seconds[task, method]).dropna()
    print(f"{task}, 2^{np.log2(both.index[-1]):.0f}: convolution takes {both.iloc[-1]:.2f} times as long as {method}")
print(f"bytes for 2^50 positions: {convolution.BYTES * 2**50 / 1e15:.0f}e15")

# %% [markdown]
# **For cold positions convolution has overtaken dynamic programming**, the algorithm that the paper's introduction
# starts from, by $2^{24}$, and is within a factor of about two of the sieve as stated, which suffers from its caches.
# The segmented sieve and the engine are far ahead, and for nim-values every rival is. What is certain is what it would
# cost to go on: at $2^{50}$ positions convolution, with 52 bytes for each, asks for 59 thousand terabytes of memory. It
# would have to transform only the residue classes that hold anything, as the engine does. We have not tried.
#
# So the paper's closing remark that its algorithms are "not yet practical" is right with every rival but plain dynamic
# programming for cold positions. And its two sizes are of the right kind: sizes at which nobody computes.

# %% tags=["checks"]
overtaken = seconds["cold positions", "convolution"] / seconds["cold positions", "dynamic-programming"]
assert overtaken[2**24] < 1, "convolution has overtaken dynamic programming by 2^24"
behind = seconds["nim-values", "convolution"] / seconds["nim-values", "dynamic-programming"]
assert behind.dropna().iloc[-1] > 5, "for nim-values every rival is far ahead"
if n == 2**16:
    assert [k for k in crossing.values() if k > 20] == [50, 43, 49, 77], "where the counts meet"
    assert 2**59 < 2 ** (float(break_even(0.2)) + 0.5) < 2**60, "the paper's, moved from 2^59"

# %% [markdown]
# ## Findings
#
# * The paper's two break-even sizes are the larger roots of $\log_2^2n=n^a$, given by Lambert's function. (Exact.)
# * They stand on flat ground: $\pm0.01$ in an exponent or a factor of two moves them by one to three powers of ten.
# * The recursion of Theorem 1 takes $\frac n2k(k+1)$ butterflies, $k=\log_2n$, and a few more for the moves. (Theorem.)
#   In sixteen blocks it needs fewer than the sieve makes marks from $2^{50}$ on.
#
# ## Exercises
#
# 1. *Check.* What becomes of the two break-even sizes if convolution took $n\log_2n$ steps? *Hint: solve $\log_2k=ak$;
#    for cold positions, $k$ is about 22.* [Solution](solutions/part-6.ipynb#Notebook-20,-exercise-1)
# 2. *Prove.* For $0<a<1/(e\ln2)$ the equation $\log_2k=ak$ has exactly two solutions; convolution pays beyond the
#    larger one and never between them. *Hint: $\log_2k-ak$ is concave.*
#    [Solution](solutions/part-6.ipynb#Notebook-20,-exercise-2)
# 3. *Go further.* For which game of your own would convolution pay at once? Try `make explore GAME="2*n-1"`. *Hint: a
#    sieve makes a mark for each cold position and move; there should be many of both.*
#    [Solution](solutions/part-6.ipynb#Notebook-20,-exercise-3)
#
# **Next:** [Two heaps](21-two-heaps.ipynb)
