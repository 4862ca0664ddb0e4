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
# # Solutions to notebooks 1 to 4
#
# This notebook works through the exercises of notebooks 1 to 4, with the proofs written out and the numbers computed.
# Every exercise comes with a hint, so try it yourself before you read its solution.

# %% tags=["parameters"]
n = 2**12  # positions on which marks, looks and rounds are counted

# %% tags=["setup"]
from functools import cache
from itertools import combinations

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.patches import Rectangle

import subtraction_games as sg
from subtraction_games import analysis, core, figures
from subtraction_games.sets import parse_set

figures.use_style()
nothing = np.array([], dtype=np.int64)

# %% [markdown]
# ## Notebook 1, exercise 1
#
# **Which heap do you take?** The heap of 34 is cold, so you would lose if you chose it. Choose the heap of 35 and take
# 1 coin to leave 34, or choose the heap of 36 and take all of it. Each of these two heaps also allows one other winning
# move.

# %%
print({heap: sg.winning_moves(sg.squares, [heap]) for heap in (34, 35, 36)})

# %% [markdown]
# ## Notebook 1, exercise 2
#
# **Three heaps by hand.** The heaps of 4, 13 and 28 coins have the nim-values 2, 1 and 4, and their nim-sum is
# $2\oplus1\oplus4=7$. A winning move in the heap of 4 or 13 would have to leave a heap of value $2\oplus7=5$ or
# $1\oplus7=6$, but all values are at most 4 here. So every winning move takes coins from the heap of 28 and leaves a
# heap of value $4\oplus7=3$. From 28 coins you can leave 27, 24, 19, 12 or 3, with the values 3, 2, 2, 0 and 1, so the
# only winning move is to take 1 coin. The heaps of 9, 13 and 25 coins have the nim-values 2, 1 and 3, and since
# $2\oplus1\oplus3=0$, there is no winning move.

# %%
values = sg.nim_values(sg.squares, 29)
for heaps in ([4, 13, 28], [9, 13, 25]):
    winning = sg.winning_moves(sg.squares, heaps)
    print(heaps, "values", values[heaps].tolist(), "winning", winning)

# %% [markdown]
# ## Notebook 1, exercise 3
#
# **A long period.** A long list of nim-values may suggest a period, but it proves nothing. By the proof of Theorem 1.2,
# the nim-values of a game with largest move $M$ repeat for ever once a block of $M$ consecutive values has recurred. To
# be certain of a period, look for the first block of $M$ values that recurs.


# %%
def exact_period(moves):
    """Return where the nim-values become periodic, and their smallest period."""
    values, M, starts = sg.nim_values(moves, 5000).tolist(), max(moves), {}
    for start in range(5000 - M):
        block = tuple(values[start : start + M])
        if block in starts:
            return starts[block], start - starts[block]
        starts[block] = start


sets = [moves for size in range(1, 9) for moves in combinations(range(1, 9), size)]
periods = {moves: exact_period(moves) for moves in sets}
longest = max(period for _, period in periods.values())
reached_by = [moves for moves in sets if periods[moves][1] == longest]
print(f"{len(sets)} sets; longest period {longest}:", reached_by)

# %% [markdown]
# The first block that recurs gives the *smallest* period. From its first occurrence on, the nim-values repeat for ever.
# If they had a smaller period later on, they would have it from this occurrence on, and some block would have recurred
# sooner. For each of the 255 sets of numbers up to 8, a block recurs within 5,000 values, so we have proved that none
# of these sets has a period longer than 25.
#
# ## Notebook 1, exercise 4
#
# **Two equal heaps.** Two equal heaps have equal nim-values, and $v\oplus v=0$. By Theorem 1.1 the player to move
# therefore loses, whatever the subtraction set is. You can also see this result without the theorem. Whatever the first
# player takes from one heap, the second player takes from the other, until the first player has no move left. The
# converse is false. In subtract-a-square the player to move also loses with *unequal* heaps of 0 and 2 coins, because
# both heaps have nim-value 0.

# %%
for S in (sg.squares, sg.primes, [2, 5, 7]):
    assert not any(sg.winning_moves(S, [heap, heap]) for heap in range(40))
print("0 and 2 coins:", sg.winning_moves(sg.squares, [0, 2]))

# %% [markdown]
# ## Notebook 1, exercise 5
#
# **1 and the primes.** We prove by induction that the nim-value of $n$ is $v=n\bmod4$. Since $v\le3$, the numbers
# $1,\dots,v$ are moves, and they are possible because $v\le n$. By the induction hypothesis, the moves $v,\dots,1$ lead
# to positions with the values $0,\dots,v-1$. No move leads to a position of value $v$, because such a move would be a
# multiple of 4, which is neither 1 nor prime. So the mex is $v$. $\square$
#
# The proof needs the move 2 to get from $4k+2$ to $4k$. Without the move 2 the claim is false, but a simpler claim is
# true. **If you may take 1 or an odd prime, the nim-value of $n$ is $n\bmod2$, because all moves are odd.** *Proof.*
# Again we use induction. From an even number, every move leads to an odd number, which has value 1, so the mex is 0.
# From an odd number, every move leads to an even number, which has value 0, and the move 1 is always possible, so the
# mex is 1. $\square$
#
# If only primes may be taken, the game is harder (OEIS A025043), and no period appears in the first 4,000 positions.

# %%
one_and_primes = [1, *sg.primes(n).tolist()]
assert np.array_equal(sg.nim_values(one_and_primes, n), np.arange(n) % 4)
odd_moves = [s for s in one_and_primes if s % 2]
assert np.array_equal(sg.nim_values(odd_moves, n), np.arange(n) % 2)
print("the primes:", sg.cold_positions(sg.primes, 100).tolist())
period = analysis.observed_period(sg.nim_values(sg.primes, 4_000))
print("period within 4,000 positions:", period)

# %% [markdown]
# ## Notebook 1, exercise 6
#
# **Misère play.** Let $m$ be the smallest move. Below $m$ no move is possible, and in misère play a player who cannot
# move has won, so these positions are hot. A move from a position $k\ge m$ to one of these hot positions does not help.
# The other moves $s$ satisfy $k-s\ge m$, that is, $s\le k-m$, so they are the moves that normal play allows at $k-m$.
# Therefore the recurrence of misère play at $k$ is that of normal play at $k-m$. $\square$ For subtract-a-square, the
# cold positions of misère play are listed as OEIS A224839. Exercise 3 of notebook 3 uses this result.

# %%
misere = sg.misere_cold_positions(sg.squares, n)
print("misère:", misere[:13].tolist())
assert np.array_equal(misere, sg.cold_positions(sg.squares, n - 1) + 1)

# %% [markdown]
# ## Notebook 1, exercise 7
#
# **Factorials.** The nim-values of this game do not have period 25, although they seem to. A pattern of 25 values
# repeats for five thousand positions, but breaks down at position 5050, whose value differs from that of position 5025.
# Beware of patterns that have been observed but not proved.

# %%
values = sg.nim_values(sg.factorials, 5100)
differs = int(np.argmax(values[25:] != values[:-25]))
there, later = values[differs], values[differs + 25]
print(f"position {differs} has the value {there}, and {differs + 25} has {later}")

# %% [markdown]
# ## Notebook 1, exercise 8
#
# **Remoteness.** The winner makes the last move, so the remoteness is even at cold positions and odd at hot ones. The
# winner hurries by moving to a position with the least even remoteness, and the loser delays by moving to a position
# with the largest remoteness. A game with 13 coins lasts 7 moves (OEIS A338027).


# %%
@cache
def moves_left(coins):
    options = [moves_left(coins - s) for s in sg.squares(coins + 1).tolist()]
    winning = [moves for moves in options if moves % 2 == 0]
    return 1 + (min(winning) if winning else max(options, default=-1))


remoteness = [moves_left(coins) for coins in range(200)]
print("remoteness of 0 to 13:", remoteness[:14])
assert remoteness == sg.remoteness(sg.squares, 200).tolist()

# %% [markdown]
# ## Notebook 1, exercise 9
#
# **Two heaps at once.** The sieve of [notebook
# 2](../02-dynamic-programming-and-sieving.ipynb#Looking-forward:-the-sieve) also works in two dimensions. Go through
# the pairs row by row, so that every move leads to an earlier row or to an earlier place in the same row. A pair that
# is still unmarked when you come to it is cold, and it marks the pairs from which a move leads to it. For Wythoff's
# game, the sieve finds the well-known pairs given by the golden ratio. In our game, the first row reproduces
# subtract-a-square, because no move can take from both heaps if one of them is empty. On a board of 128 by 128 pairs
# there are 2,033 cold pairs, and we know of no formula for them. Without the moves that take from both heaps, there are
# 2,528 cold pairs, namely the pairs of heaps with equal nim-values.


# %%
def cold_pairs(taken, side, both=True):
    """Return bool[side, side], true at cold pairs; `both`: moves may take from both."""
    hot = np.zeros((side, side), dtype=bool)
    for a, b in np.ndindex(side, side):
        if not hot[a, b]:
            hot[a + taken[taken < side - a], b] = True
            hot[a, b + taken[taken < side - b]] = True
            if both:
                diagonal = taken[taken < side - max(a, b)]
                hot[a + diagonal, b + diagonal] = True
    return ~hot


wythoff = np.argwhere(cold_pairs(np.arange(1, 30), 30)).tolist()
print("Wythoff:", [(a, b) for a, b in wythoff if a <= b][:6])
with_both, without = (cold_pairs(sg.squares(128), 128, both) for both in (True, False))
print(f"squares, 128 by 128: {with_both.sum():,} cold pairs,")
print(f"and {without.sum():,} if no move takes from both heaps")
assert np.array_equal(np.flatnonzero(with_both[0]), sg.cold_positions(sg.squares, 128))
assert np.array_equal(without, np.equal.outer(*[sg.nim_values(sg.squares, 128)] * 2))

# %% [markdown]
# ## Notebook 2, exercise 1
#
# **The moves in descending order.** Large moves lead to small positions. Since the density of the cold positions falls,
# small positions are cold more often than large ones. A search in descending order should therefore meet a cold
# position sooner. Let us count how often it looks.


# %%
def looks_in_order(order):
    """Count the looks if each search stops at its first move to a cold position."""
    hot, looks = np.zeros(n, dtype=bool), 0
    for position in range(n):
        moves = order(sg.squares(position + 1))
        to_cold = np.flatnonzero(~hot[position - moves])
        hot[position] = to_cold.size > 0
        looks += to_cold[0] + 1 if to_cold.size else len(moves)
    return int(looks)


ascending = looks_in_order(lambda moves: moves)
descending = looks_in_order(lambda moves: moves[::-1])
print(f"ascending {ascending:,} looks, descending {descending:,},")
print(f"fewer by a factor of {ascending / descending:.2f}")
assert ascending == analysis.looks(sg.squares(n), n)

# %% [markdown]
# ## Notebook 2, exercise 2
#
# **Hotspots in the sieve.** The program has one new argument and one new line. Hotspots are marked from the start, so
# they neither count as cold nor mark other positions. If 2 is a hotspot, position 0 marks 1, 4 and 9, position 3 is
# cold and marks 4 and 7, and position 5 is cold and marks 6 and 9. Only 8 and 10 are left unmarked, so the cold
# positions up to 10 are 0, 3, 5, 8 and 10. If all cold positions are made hotspots, the sieve finds the positions of
# nim-value 1. If these positions are made hotspots as well, the sieve finds the positions of nim-value 2, and so on, as
# Lemma 2 in notebook 4 proves. We shall use this sieve again in exercise 1 of notebook 4.


# %%
def cold_by_sieving(moves, n, hotspots):
    hot = np.zeros(n, dtype=bool)
    hot[hotspots] = True
    cold = []
    for position in range(n):
        if not hot[position]:
            cold.append(position)
            hot[position + moves[moves < n - position]] = True
    return cold


print("with 2 as a hotspot:", cold_by_sieving(sg.squares(11), 11, [2]))
values = sg.nim_values(sg.squares, n)
ones = cold_by_sieving(sg.squares(n), n, np.flatnonzero(values == 0))
print("with all cold positions as hotspots:", ones[:8])
assert ones == np.flatnonzero(values == 1).tolist()

# %% [markdown]
# ## Notebook 2, exercise 3
#
# **There are at most as many marks as pairs.** *Proof.* Each mark is made at a position $c+s$ below $n$, where $c$ is
# cold and $s$ is a move. Assign the mark to the pair consisting of the position $c+s$ and the move $s$. Since $c+s$ and
# $s$ determine $c$, different marks are assigned to different pairs. $\square$ The pairs left without a mark are those
# whose move leads to a hot position.

# %%
marks = analysis.marks(sg.squares(n), n)
pairs = [(x, s) for x in range(n) for s in sg.squares(x + 1).tolist()]
is_cold = np.zeros(n, dtype=bool)
is_cold[sg.cold_positions(sg.squares, n)] = True
assert marks == sum(is_cold[x - s] for x, s in pairs) <= len(pairs)

# %% [markdown]
# ## Notebook 2, exercise 4
#
# **An estimate for a game of your own.** Let the moves be the pentagonal numbers. Below $10^5$ the explorer counts
# 2,079 cold positions, and there are 258 moves, so the estimate is $2079\cdot258=536{,}382$ marks. The sieve makes only
# 406,092 marks, so the estimate is too large by a factor of 1.32. This estimate ignores the fact that a large move
# makes marks below $n$ only from small cold positions. Since small numbers are cold more often, the error is moderate.

# %%
pentagonal = parse_set("n*(3*n-1)//2")
cold, moves = sg.cold_positions(pentagonal, 10**5), pentagonal(10**5)
estimate, marks = len(cold) * len(moves), analysis.marks(moves, 10**5)
print(f"{len(cold):,} cold positions times {len(moves)} moves give {estimate:,},")
print(f"and there are {marks:,} marks")
print(f"the estimate is too large by a factor of {estimate / marks:.2f}")

# %% [markdown]
# ## Notebook 3, exercise 1
#
# **Transforms of the plain recursion.** Each range of at least two positions is cut at a midpoint, and each cut
# requires one convolution. A cut increases the number of pieces by one, so it takes $n-1$ cuts to divide the range from
# 0 to $n-1$ into single positions. A convolution consists of three transforms, two forward and one back, so there are
# $3(n-1)$ transforms in all, or 196,605 for $n=2^{16}$. Here is the recursion for $2^{12}$ positions. The program keeps
# a list of its convolutions for exercise 5.


# %%
convolutions = []


def evaluate(x, y, hotspots, S):
    """Evaluate the range [x, y) by the five steps of notebook 3."""
    if y - x <= 1:
        return hotspots
    convolutions.append((x, y))
    m = (x + y) // 2
    lower = evaluate(x, m, hotspots[: m - x], S)
    moves = np.isin(np.arange(y - x), S(y - x))
    marks = core.boolean_convolution(~lower, moves)[m - x : y - x]
    upper = evaluate(m, y, hotspots[m - x :] | marks, S)
    return np.concatenate([lower, upper])


evaluate(0, 2**12, np.zeros(2**12, dtype=bool), sg.squares)
assert len(convolutions) == 2**12 - 1
print(f"{3 * len(convolutions):,} transforms for 2^12 positions,")
print(f"and {3 * (2**16 - 1):,} for 2^16")

# %% [markdown]
# ## Notebook 3, exercise 2
#
# **Four blocks.** A range of four blocks contains $\binom42=6$ pairs of an earlier and a later block, so it adds six
# squares to the picture. For a game of 64 positions, the recursion evaluates one range of 64 positions, four ranges of
# 16 and sixteen ranges of 4. Together, the squares again cover each of the $64\cdot63/2$ pairs of a smaller and a
# larger position exactly once.

# %%
fig, ax = plt.subplots(figsize=(4.6, 4.4))
area, squares_of_level = 0, []
for h, colour in {16: figures.BLUE, 4: figures.GREEN, 1: figures.VERMILION}.items():
    starts, blocks = range(0, 64, 4 * h), combinations(range(0, 4 * h, h), 2)
    corners = [(x + later, x + earlier) for earlier, later in blocks for x in starts]
    squares_of_level.append(len(corners))
    area += len(corners) * h**2
    for corner in corners:
        ax.add_patch(Rectangle(corner, h, h, fc=colour, ec="white", lw=0.5, alpha=0.45))
ax.set(xlim=(0, 64), ylim=(64, 0), aspect="equal")
ax.set(xlabel="to hot position", ylabel="from cold position")
ax.set_title("Ranges of four blocks, n = 64")
figures.show(
    fig, "Squares of three sizes above a diagonal, six for each range of four blocks"
)

# %%
print(f"squares on each level: {squares_of_level}; they cover {area} pairs in all,")
print(f"and 64 * 63 / 2 is {64 * 63 // 2}")

# %% [markdown]
# ## Notebook 3, exercise 3
#
# **Misère play by hotspots.** If $m$ is the smallest move, misère play is the game with the hotspots
# $H=\{0,\dots,m-1\}$, which are the positions without a move. *Proof.* In misère play, a player who has to move from
# one of these positions has won, so these positions are hot. At all other positions the recurrence is the usual one
# (exercise 6 of notebook 1). $\square$ For subtract-a-square we have $H=\{0\}$, because taking the last coin loses.

# %%
for S, smallest in ((sg.squares, 1), ([3, 5], 3), ([2, 4, 7], 2)):
    by_hotspots = sg.cold_positions(S, n, hotspots=range(smallest))
    assert np.array_equal(by_hotspots, sg.misere_cold_positions(S, n))

# %% [markdown]
# ## Notebook 3, exercise 4
#
# **The recursion and a set of your own.** For the pentagonal numbers, the recursion finds the same cold positions as
# the explorer. Exercise 4 of notebook 2 counted the same positions.

# %%
no_hotspots = np.zeros(1000, dtype=bool)
by_recursion = np.flatnonzero(~evaluate(0, 1000, no_hotspots, pentagonal))
print(by_recursion[:15].tolist(), "...")
assert np.array_equal(by_recursion, cold[cold < 1000]), "as the explorer finds them"

# %% [markdown]
# ## Notebook 3, exercise 5
#
# **Butterflies.** A range of $L=2^j$ positions requires one convolution of vectors of $L/2$ and $L$ entries. The
# function in notebook 3 computes this convolution with three transforms of length $2L$, each taking $L\log_2(2L)$
# butterflies. If $n=2^k$, the ranges of length $2^j$ together contain $n$ positions and take $3n(j+1)$ butterflies, and
# the sum over all levels $j=1,\dots,k$ is $\frac32nk(k+3)$. One of the two logarithms in $n\log_2^2n$ counts the
# levels. The other logarithm comes from the transforms, and half of it is saved because the ranges get shorter.

# %%
by_level = {}
for x, y in convolutions[: 2**12 - 1]:  # the list from exercise 1
    by_level[y - x] = by_level.get(y - x, 0) + 3 * (y - x) * int(np.log2(2 * (y - x)))
print("butterflies by length of the range:", by_level)
total, k = sum(by_level.values()), 12
print(f"together {total:,}, which is {total / (2**k * k**2):.2f} times")
print(f"n log2(n)^2 = {2**k * k**2:,}")
assert total == 3 * 2**k * k * (k + 3) // 2

# %% [markdown]
# ## Notebook 3, exercise 6
#
# **Fewer steps, by a factor of $\log\log n$.** In step 3 the recursion multiplies by a polynomial whose coefficients
# are still being computed. The technical term for this is *online* or *relaxed* multiplication (Fischer and Stockmeyer
# [1974](../../book/references.md#fischer1974online); van der Hoeven [1997](../../book/references.md#hoeven1997),
# [2002](../../book/references.md#hoeven2002)). The idea of cutting a range into more than two parts, as in exercise 2,
# comes from these papers.
#
# Cut a range into $B$ blocks of $h$ positions each, and evaluate the blocks one after another. Before a block is
# evaluated, the marks from all earlier blocks of the range are carried to it. This order saves transforms in two ways.
# Each block is transformed only once, for use in all later blocks, and the products that a block receives are added up,
# value by value, *before* their sum is transformed back.
#
# *What is a step?* A step is an addition, subtraction or multiplication of remainders modulo a prime. The prime must
# exceed every count, and the transforms need roots of unity modulo the prime. No count exceeds $n$, so any prime that
# is 1 modulo a power of two $N\ge4n$ meets both conditions. Such a prime is larger than $n$ and has $N$-th roots of
# unity. By Linnik's theorem, the least such prime is below a fixed power of $N$. Its remainders therefore have $O(\log
# n)$ bits, and our steps are also steps of a word RAM. We take the prime and its roots of unity as given.
#
# **Theorem 1'.** *The hot and cold positions in a range of $n$ positions of a subtraction game with hotspots can be
# found in $O(n\log^2n\,/\log\log n)$ steps.*
#
# **Proof.** *Lengths.* Let $n\ge4$, and let $B$ be the least power of two that is at least $\log_2n$, so that $B\le n$.
# Let $B^k$ be the largest power of $B$ that is at most $n$. Round $n$ up to the next multiple of $B^k$, which is below
# $2n$. The whole range then consists of at most $B$ blocks of $B^k$ positions, and a range of $B^j$ positions, for
# $j\ge2$, consists of $B$ blocks of $B^{j-1}$ positions. Ranges of $B$ positions are evaluated by looking back, in
# $B^2$ steps each and $O(Bn)=O(n\log n)$ steps altogether.
#
# *Correctness* is proved as for Theorem 1, with "an earlier block" in place of "the lower half". The moves that carry
# marks $d$ blocks ahead lie between $(d-1)h$ and $(d+1)h$. Subtract $(d-1)h$ from these moves, and form their cyclic
# convolution of length $2h$ with the earlier block. Entries $h$ to $2h-1$ of this convolution contain the marks of
# the later block. The sums that wrap around are at most $3h-2$, so they fall below $h$ and do no harm.
#
# *Cost.* There are at most $2n/h$ blocks of any given length $h$. Each block is transformed at most once in each
# direction, at length $2h$, so these transforms take $O(n\log n)$ steps. Each block receives marks from fewer than $B$
# earlier blocks, and each of these contributes $2h$ products, so there are $O(Bn)=O(n\log n)$ products in all. The
# transforms of the moves depend only on $h$ and $d$. There are fewer distances $d$ than blocks in a range, so the total
# length of these transforms is at most twice the length of a range, and they take $O(n\log n)$ steps. Altogether, the
# blocks of one length take $O(n\log n)$ steps, and there are $k\le\log n/\log B=O(\log n/\log\log n)$ lengths.
# $\square$
#
# Here is the algorithm in code. Unlike the proof, the code computes in floating point and rounds, as `core` does.


# %%
def settle_by_blocks(hot, h, B, S, moves):
    """Settle `hot` in place, in blocks of h, with the transforms of cold_by_blocks."""
    if h == 1:
        cold = core.cold_by_dynamic_programming(S(B), B, np.flatnonzero(hot))
        hot[:] = ~np.isin(np.arange(B), cold)
        return
    blocks = hot.reshape(-1, h)
    transforms = np.zeros((len(blocks), h + 1), dtype=complex)
    for j, block in enumerate(blocks):
        if j:  # transform the previous block once for all later blocks
            transforms[j - 1] = np.fft.rfft(~blocks[j - 1], 2 * h)
            total = (transforms[:j] * moves[h][j - 1 :: -1]).sum(axis=0)
            block |= np.fft.irfft(total)[h:] > 0.5  # the sum is transformed back once
        settle_by_blocks(block, h // B, B, S, moves)


# %%
def cold_by_blocks(S, n, hotspots):
    """Return the cold positions below n, for n >= 4."""
    B = 1 << (int(np.ceil(np.log2(n))) - 1).bit_length()
    h = B ** max(k for k in range(1, 20) if B**k <= n)
    hot = np.isin(np.arange(-(-n // h) * h), hotspots)
    moves, is_move = {}, np.isin(np.arange(B * h), S(B * h))
    for length in (h // B**k for k in range(20) if h // B**k > 1):
        by_distance = [is_move[d * length :][: 2 * length] for d in range(B - 1)]
        moves[length] = np.fft.rfft(by_distance)  # row d: marks d + 1 blocks ahead
    settle_by_blocks(hot, h, B, S, moves)
    return np.flatnonzero(~hot[:n])


for S in (sg.squares, sg.primes, pentagonal):
    for size in (4, 5, 100, 2**12, 5000):
        expected = core.cold_by_convolution(S(size), size, range(0, size, 7))
        assert np.array_equal(cold_by_blocks(S, size, range(0, size, 7)), expected)

# %% [markdown]
# By Theorem 1', the rounds of Theorem 3 in [notebook 4](../04-nim-values.ipynb) take $O((m+1)\,n\log^2n\,/\log\log n)$
# steps. An even better bound is known in the same model, namely $n\log n\,e^{O(\sqrt{\log\log n})}$ steps (van der
# Hoeven [2007](../../book/references.md#hoeven2007), [2014](../../book/references.md#hoeven2014)), but we have not
# implemented the algorithm behind it.
#
# ## Notebook 3, exercise 7
#
# **Rounding.** A transform of length $2^k$ leaves room for two vectors with at most $2^k$ ones each, so that
# $\sqrt{AB}\le2^k$. The bound grows with $k$, and is below one half up to $k=42$. `core` stops at $k=40$.

# %%
for k in (40, 42, 43):
    print(f"2^{k} entries: an error of at most {12 * (k + 1) * 2.0 ** (k - 53):.2f}")

# %% [markdown]
# ## Notebook 4, exercise 1
#
# **The sieve in every round.** In round $t$, each position of nim-value $t$ makes one mark for every move that leads to
# it from a position below $n$. Every position is cold in exactly one round, so all rounds together make $\sum_s(n-s)$
# marks, one for each pair of a position and a move. Dynamic programming examines the same pairs to compute the
# nim-values.

# %%
values, marks = sg.nim_values(sg.squares, n), 0
for level in range(int(values.max()) + 1):
    taken = np.flatnonzero(values == level)
    marks += int(np.searchsorted(sg.squares(n), n - taken).sum())
print(f"{marks:,} marks in {values.max() + 1} rounds")
assert marks == sum(n - int(s) for s in sg.squares(n)) == len(pairs)

# %% [markdown]
# ## Notebook 4, exercise 2
#
# **The smallest round.** For every size up to our $n$, no round takes fewer positions than the last round, though for
# some sizes another round takes just as few. Whether the last round is *always* among the smallest is open for squares.
# With the moves 1, 4, 5, 6, 9 and 12 it is not: below 13 the last round takes two positions, an earlier round one.

# %%
count, ties, exceptions = np.zeros(int(values.max()) + 1, dtype=int), 0, 0
for size, value in enumerate(values.tolist(), start=1):
    count[value] += 1
    rounds = count[: values[:size].max() + 1]
    exceptions += bool(rounds[-1] > rounds.min())
    ties += bool(np.count_nonzero(rounds == rounds.min()) > 1)
print(f"of {n:,} sizes, the last round takes more than another at {exceptions},")
print(f"and rounds tie for least at {ties:,}; in another game the rounds take")
print(np.bincount(sg.nim_values([1, 4, 5, 6, 9, 12], 13)))

# %% [markdown]
# ## Notebook 4, exercise 3
#
# **A picture of the Moser-de Bruijn game.** By Theorem 7.1 in [notebook 7](../07-modularity.ipynb), you find the
# nim-value of $n$ by reducing each base-4 digit of $n$ modulo 2 and reading the result in binary. The best widths for
# the picture are therefore powers of 4. In rows of 64, the high digits of a position give its row and the low digits
# its column, so the picture is made up of copies of itself.

# %%
moser = sg.nim_values(sg.moser_de_bruijn, 64 * 64)
fig, ax = plt.subplots(figsize=(4.6, 4.2))
image = ax.imshow(moser.reshape(64, 64), cmap="cividis", interpolation="nearest")
fig.colorbar(image, ax=ax, label="nim-value")
ax.set(xlabel="position mod 64", ylabel="position // 64")
ax.set_title("Nim-values of the Moser-de Bruijn game")
figures.show(
    fig,
    "Nim-values as colours in rows of 64: horizontal stripes, "
    "whose pattern of dark and light repeats at two scales",
)
by_digits = 8 * moser[:64, None] + moser[:64]  # high digits give the high bits
assert np.array_equal(moser.reshape(64, 64), by_digits)

# %% [markdown]
# **Back to** notebooks [1](../01-subtraction-games.ipynb) to [4](../04-nim-values.ipynb).
