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
# # Solutions 1: the game and its theory
#
# Here are worked solutions to the exercises of notebooks 1 to 4, with proofs written out and numbers computed. Each
# exercise comes with a hint, so try the exercise before you read its solution.

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
# **Which heap do you take?** The heap of 34 is cold, so the player who begins with it loses. Choose the heap of 35 and
# take 1, which leaves 34, or choose the heap of 36 and take all of it. The heaps of 35 and 36 each also allow another
# winning move.

# %%
print({heap: sg.winning_moves(sg.squares, [heap]) for heap in (34, 35, 36)})

# %% [markdown]
# ## Notebook 1, exercise 2
#
# **Three heaps by hand.** The heaps 4, 13 and 28 have the nim-values 2, 1 and 4, and $2\oplus1\oplus4=7$. In binary,
# the highest column with an odd number of ones is the fours column, so the winning move is in the heap of 28 and leads
# to a position of value $4\oplus7=3$. From 28 coins you can leave 27, 24, 19, 12 or 3, which have the values 3, 2, 2, 0
# and 1, so take 1 coin. That is the only winning move, since no other value has a one in the fours column. The heaps 9,
# 13 and 25 have the nim-values 2, 1 and 3, and $2\oplus1\oplus3=0$, so there is no winning move.

# %%
values = sg.nim_values(sg.squares, 29)
for heaps in ([4, 13, 28], [9, 13, 25]):
    winning = sg.winning_moves(sg.squares, heaps)
    print(heaps, "values", values[heaps].tolist(), "winning", winning)

# %% [markdown]
# ## Notebook 1, exercise 3
#
# **A long period.** Looking at many nim-values may suggest a period but proves nothing. By the proof of Theorem 1.2,
# once the same $M$ consecutive values occur twice, where $M$ is the largest move, everything after them is repeated. So
# to be certain, look for the first block of $M$ values that recurs.


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
# The first block that recurs gives the *smallest* period. From the first occurrence of this block on, the nim-values
# repeat for ever. If they had a smaller period later on, they would have it from this occurrence on, and a block would
# have recurred earlier. For each of the 255 sets of numbers up to 8, a block recurs within 5,000 values, which proves
# that none of these sets has a period longer than 25.
#
# ## Notebook 1, exercise 4
#
# **Two equal heaps.** For every subtraction set the player to move loses, by Theorem 1.1, because two equal heaps have
# equal nim-values and $v\oplus v=0$. You can also see this without the theorem, because whatever the first player takes
# from one heap, the second player can take from the other, until the first player runs out of moves. The converse
# fails, because the player to move also loses with two *unequal* heaps if their nim-values agree, as for 0 and 2.

# %%
for S in (sg.squares, sg.primes, [2, 5, 7]):
    assert not any(sg.winning_moves(S, [heap, heap]) for heap in range(40))
print("0 and 2 coins:", sg.winning_moves(sg.squares, [0, 2]))

# %% [markdown]
# ## Notebook 1, exercise 5
#
# **1 and the primes.** We prove by induction that the nim-value of $n$ is $n\bmod4$. From $n$ the moves 1, 2 and 3, as
# far as they fit, lead to positions with the values $n-1$, $n-2$ and $n-3$ modulo 4. Let $v=n\bmod4$. All of
# $0,\dots,v-1$ are among these values, reached by the moves $v,\dots,1$, which fit because $n\ge v$. The value $v$
# itself is never reached, because a move to it would be a multiple of 4, which is neither 1 nor prime. So the mex is
# $v$. $\square$
#
# The proof needs the move 2 to get from $4k+2$ to $4k$. Without the move 2 the claim is false, but a simpler one is
# true: **all moves are odd, so the nim-value of $n$ is $n\bmod2$.** *Proof.* By induction. From an even number every
# move leads to an odd number, which has the value 1, so the mex is 0. From an odd number every move leads to an even
# number, which has the value 0, and the move 1 is always possible, so the mex is 1. $\square$
#
# With the primes alone the game is harder (OEIS A025043), and no period appears in 4,000 positions.

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
# move has won, so these positions are hot. From a position $k\ge m$, the moves to positions below $m$ lead to hot
# positions and do not help. The other moves $s$ have $k-s\ge m$, that is, $s\le k-m$, so they are the moves of normal
# play at $k-m$. Therefore the recurrence of misère play at $k$ is that of normal play at $k-m$. $\square$ For
# subtract-a-square the cold positions of misère play are OEIS A224839. Exercise 3 of notebook 3 uses this result.

# %%
misere = sg.misere_cold_positions(sg.squares, n)
print("misère:", misere[:13].tolist())
assert np.array_equal(misere, sg.cold_positions(sg.squares, n - 1) + 1)

# %% [markdown]
# ## Notebook 1, exercise 7
#
# **Factorials.** The nim-values of this game do not have period 25. The pattern of 25 values repeats for five thousand
# positions and breaks at position 5050, whose value differs from that of 5025. This is a warning against patterns that
# have only been observed.

# %%
values = sg.nim_values(sg.factorials, 5100)
differs = int(np.argmax(values[25:] != values[:-25]))
there, later = values[differs], values[differs + 25]
print(f"position {differs} has the value {there}, and {differs + 25} has {later}")

# %% [markdown]
# ## Notebook 1, exercise 8
#
# **Remoteness.** The remoteness is even at cold positions and odd at hot ones, since the winner makes the last move. So
# the winner moves to a position with the least even remoteness, and the loser to one with the largest remoteness. A
# game with thirteen coins takes 7 moves (OEIS A338027).


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
# **Two heaps at once.** The cold pairs are found by the sieve of [notebook
# 2](../02-dynamic-programming-and-sieving.ipynb#Looking-forward:-the-sieve), used in two dimensions. Go through the
# pairs row by row. Every move leads to an earlier row, or to an earlier place in the same row. So each pair that
# nothing has marked is cold, and it marks the pairs from which a move leads to it. For Wythoff's game this finds the
# well-known pairs that come from the golden ratio. If one heap is empty, no move can take from both heaps, so the first
# row is subtract-a-square. On a board of 128 by 128 pairs there are 2,033 cold pairs. Without the moves that take from
# both heaps, there are 2,528, which are the pairs of equal nim-values. We know of no formula for the 2,033 cold pairs.


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
print(
    f"squares, 128 by 128: {with_both.sum():,} cold pairs, "
    f"and {without.sum():,} if no move takes from both heaps"
)
assert np.array_equal(np.flatnonzero(with_both[0]), sg.cold_positions(sg.squares, 128))
assert np.array_equal(without, np.equal.outer(*[sg.nim_values(sg.squares, 128)] * 2))

# %% [markdown]
# ## Notebook 2, exercise 1
#
# **The moves in descending order.** A large move leads to a small position, and small positions are more often cold
# than large ones, since the density of the cold positions falls. So in descending order you should meet a cold position
# sooner. Let us count the looks.


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
print(
    f"ascending {ascending:,} looks, descending {descending:,}, "
    f"fewer by a factor of {ascending / descending:.2f}"
)
assert ascending == analysis.looks(sg.squares(n), n)

# %% [markdown]
# ## Notebook 2, exercise 2
#
# **Hotspots in the sieve.** The program has one new argument and one new line. Hotspots are marked from the start, so
# they neither count as cold nor mark other positions. If 2 is a hotspot, position 0 marks 1, 4 and 9. So 3 is cold and
# marks 4 and 7, and 5 is cold and marks 6 and 9. Only 8 and 10 are left unmarked, so the cold positions up to 10 are 0,
# 3, 5, 8 and 10. If all cold positions are made hotspots, the sieve finds the positions of nim-value 1. If those are
# made hotspots as well, the sieve finds the positions of nim-value 2, and so on, as Lemma 2 in notebook 4 proves.
# Exercise 1 of notebook 4 uses this sieve.


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
# **There are at most as many marks as pairs.** Each mark is made at a position $c+s$ below $n$ by a cold position $c$
# and a move $s$. Assign it to the pair of the position $c+s$ and the move $s$. Different marks are assigned to
# different pairs, since $c+s$ and $s$ determine $c$. So there are at most as many marks as pairs. $\square$ The pairs
# without a mark are those whose move leads to a hot position.

# %%
marks = analysis.marks(sg.squares(n), n)
pairs = [(x, s) for x in range(n) for s in sg.squares(x + 1).tolist()]
is_cold = np.zeros(n, dtype=bool)
is_cold[sg.cold_positions(sg.squares, n)] = True
assert marks == sum(is_cold[x - s] for x, s in pairs) <= len(pairs)

# %% [markdown]
# ## Notebook 2, exercise 4
#
# **An estimate for a game of your own.** Take the game of the pentagonal numbers. Below $10^5$ the explorer counts
# 2,079 cold positions, and the game has 258 moves. So the estimate is $2079\cdot258=536{,}382$ marks, but the sieve
# makes only 406,092. The estimate is too large by a factor of 1.32, because a large move makes a mark below $n$ only
# from the small cold positions, although cold positions are denser there.

# %%
pentagonal = parse_set("n*(3*n-1)//2")
cold, moves = sg.cold_positions(pentagonal, 10**5), pentagonal(10**5)
estimate, marks = len(cold) * len(moves), analysis.marks(moves, 10**5)
print(
    f"{len(cold):,} cold positions times {len(moves)} moves give {estimate:,}, "
    f"and there are {marks:,} marks"
)
print(f"the estimate is too large by a factor of {estimate / marks:.2f}")

# %% [markdown]
# ## Notebook 3, exercise 1
#
# **Transforms of the plain recursion.** Each range of at least two positions has one midpoint and makes one
# convolution. Halving the range from 0 to $n-1$ down to single positions takes $n-1$ cuts, because each cut makes one
# more piece. A convolution takes three transforms, two forward and one back, so there are $3(n-1)$ transforms in all,
# which is 196,605 for $n=2^{16}$. Here is the recursion for $2^{12}$ positions. The program keeps a list of its
# convolutions, which exercise 5 uses.


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
print(
    f"{3 * len(convolutions):,} transforms for 2^12 positions, "
    f"and {3 * (2**16 - 1):,} for 2^16"
)

# %% [markdown]
# ## Notebook 3, exercise 2
#
# **Four blocks.** Each range of four blocks has $\binom42=6$ pairs of an earlier and a later block, and so makes six
# squares in the picture. A game of 64 positions has one range of 64, four ranges of 16 and sixteen ranges of 4
# positions. Together the squares cover each of the $64\cdot63/2$ pairs of a smaller and a larger position once, as
# before.

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
print(
    f"squares on each level: {squares_of_level}; they cover {area} pairs in all, "
    f"and 64 * 63 / 2 is {64 * 63 // 2}"
)

# %% [markdown]
# ## Notebook 3, exercise 3
#
# **Misère play by hotspots.** Let $m$ be the smallest move, and $H=\{0,\dots,m-1\}$, so that the positions without a
# move are hot by decree. In misère play the player who has to move from such a position has won, which is what hot
# means, and at all other positions the recurrence is the usual one (exercise 6 of notebook 1). So misère play is the
# game with the hotspots $H$. For subtract-a-square $H=\{0\}$, because taking the last coin loses.

# %%
for S, smallest in ((sg.squares, 1), ([3, 5], 3), ([2, 4, 7], 2)):
    by_hotspots = sg.cold_positions(S, n, hotspots=range(smallest))
    assert np.array_equal(by_hotspots, sg.misere_cold_positions(S, n))

# %% [markdown]
# ## Notebook 3, exercise 4
#
# **The recursion and a set of your own.** The recursion also finds the cold positions of the game of pentagonal
# numbers, which exercise 4 of notebook 2 counts.

# %%
no_hotspots = np.zeros(1000, dtype=bool)
by_recursion = np.flatnonzero(~evaluate(0, 1000, no_hotspots, pentagonal))
print(by_recursion[:15].tolist(), "...")
assert np.array_equal(by_recursion, cold[cold < 1000]), "as the explorer finds them"

# %% [markdown]
# ## Notebook 3, exercise 5
#
# **Butterflies.** A range of $L=2^j$ positions makes one convolution, of two vectors with $L/2$ and $L$ entries. The
# function of notebook 3 computes this convolution by three transforms of length $2L$, with $L\log_2(2L)$ butterflies
# each. If $n=2^k$, the ranges of length $2^j$ add up to $n$ positions and take $3n(j+1)$ butterflies, and all levels
# $j=1,\dots,k$ together take $\frac32nk(k+3)$. One of the two logarithms counts the levels. The other comes from the
# transforms, and half of it is saved because the ranges get shorter.

# %%
by_level = {}
for x, y in convolutions[: 2**12 - 1]:  # the list from exercise 1
    by_level[y - x] = by_level.get(y - x, 0) + 3 * (y - x) * int(np.log2(2 * (y - x)))
print("butterflies by length of the range:", by_level)
total, k = sum(by_level.values()), 12
print(
    f"together {total:,}, which is {total / (2**k * k**2):.2f} times "
    f"n log2(n)^2 = {2**k * k**2:,}"
)
assert total == 3 * 2**k * k * (k + 3) // 2

# %% [markdown]
# ## Notebook 3, exercise 6
#
# **Fewer steps, by a factor of $\log\log n$.** Step 3 of the recursion multiplies by a polynomial that is still being
# found, which is known as *online* or *relaxed* multiplication (Fischer and Stockmeyer
# [1974](../../book/references.md#fischer1974online); van der Hoeven [1997](../../book/references.md#hoeven1997),
# [2002](../../book/references.md#hoeven2002)). The idea of cutting a range into more than two parts, as in exercise 2,
# comes from these papers.
#
# Cut a range into $B$ blocks of $h$ positions each. Evaluate the blocks one after another, and before you evaluate a
# block, carry to it the marks from all earlier blocks of the range. Transforms are saved in two ways. Each block is
# transformed only once, for use in all later blocks, and the products that a block receives are added up, value by
# value, *before* they are transformed back.
#
# *What is a step?* A step is an addition, subtraction or multiplication of remainders modulo a prime that exceeds every
# count and has roots of unity for the transforms. A prime that is 1 modulo a power of two $N\ge4n$ has $N$-th roots of
# unity and exceeds every count, because no count is larger than $n$. The least such prime is below a fixed power of $N$
# (a theorem of Linnik's), so its remainders have $O(\log n)$ bits, and these operations are steps of a word RAM, too.
# We take the prime and its roots of unity as given.
#
# **Theorem 1'.** *The hot and cold positions in a range of $n$ positions of a subtraction game with hotspots can be
# found in $O(n\log^2n\,/\log\log n)$ steps.*
#
# **Proof.** *Lengths.* Let $n\ge4$, and let $B$ be the least power of two that is at least $\log_2n$, so that $B\le n$.
# Let $B^k$ be the largest power of $B$ that is at most $n$. Round $n$ up to the next multiple of $B^k$, which is below
# $2n$. The whole range then consists of at most $B$ blocks of $B^k$ positions, and a range of $B^j$ positions, for
# $j\ge2$, consists of $B$ blocks of $B^{j-1}$ positions. Ranges of $B$ positions are evaluated by looking back, in
# $B^2$ steps each, which makes $O(Bn)=O(n\log n)$ steps in all.
#
# *Correctness* is proved as for Theorem 1, with "an earlier block" in place of "the lower half". A move that carries a
# mark $d$ blocks ahead lies between $(d-1)h$ and $(d+1)h$. Subtract $(d-1)h$ from these moves. Then a cyclic
# convolution of length $2h$ with the earlier block contains the marks of the later block at $h$ to $2h-1$, and the sums
# that wrap around are at most $3h-2$, so they fall below $h$, where they do not matter.
#
# *Cost.* There are at most $2n/h$ blocks of any given length $h$. Each block is transformed at most once in each
# direction, at length $2h$, which takes $O(n\log n)$ steps. Each block receives marks from fewer than $B$ earlier
# blocks, with $2h$ products for each of these, which makes $O(Bn)=O(n\log n)$ products in all. The transforms of the
# moves depend on $h$ and $d$ alone. There are fewer distances $d$ than blocks in a range, so the lengths of these
# transforms add up to at most twice the length of a range, and they take $O(n\log n)$ steps. Altogether, the blocks of
# one length take $O(n\log n)$ steps, and there are $k\le\log n/\log B=O(\log n/\log\log n)$ lengths. $\square$
#
# Here is the algorithm of this proof as a program, except that its transforms are rounded, like those of `core`.


# %%
def settle_by_blocks(hot, h, B, S, moves):
    """Settle `hot` in place, in blocks of h; moves[h][d - 1] carries d blocks ahead."""
    if h == 1:
        cold = core.cold_by_looking_back(S(B), B, np.flatnonzero(hot))
        hot[:] = ~np.isin(np.arange(B), cold)
        return
    blocks = hot.reshape(-1, h)
    transforms = np.zeros((len(blocks), h + 1), dtype=complex)
    for j, block in enumerate(blocks):
        if j:  # transform the block before once, for all later blocks
            transforms[j - 1] = np.fft.rfft(~blocks[j - 1], 2 * h)
            total = (transforms[:j] * moves[h][j - 1 :: -1]).sum(axis=0)
            block |= np.fft.irfft(total)[h:] > 0.5  # the sum is transformed back once
        settle_by_blocks(block, h // B, B, S, moves)


# %%
def cold_by_blocks(S, n, hotspots):
    """The cold positions of range(n), for n >= 4."""
    B = 1 << (int(np.ceil(np.log2(n))) - 1).bit_length()
    h = B ** max(k for k in range(1, 20) if B**k <= n)
    hot = np.isin(np.arange(-(-n // h) * h), hotspots)
    moves, is_move = {}, np.isin(np.arange(B * h), S(B * h))
    for length in (h // B**k for k in range(20) if h // B**k > 1):
        by_distance = [is_move[d * length :][: 2 * length] for d in range(B - 1)]
        moves[length] = np.fft.rfft(by_distance)
    settle_by_blocks(hot, h, B, S, moves)
    return np.flatnonzero(~hot[:n])


for S in (sg.squares, sg.primes, pentagonal):
    for size in (4, 5, 100, 2**12, 5000):
        expected = core.cold_by_convolution(S(size), size, range(0, size, 7))
        assert np.array_equal(cold_by_blocks(S, size, range(0, size, 7)), expected)

# %% [markdown]
# By this theorem the rounds of Theorem 3 in [notebook 4](../04-nim-values.ipynb) take $O((m+1)\,n\log^2n\,/\log\log n)$
# steps. A better bound is known in the same model, namely $n\log n\,e^{O(\sqrt{\log\log n})}$ steps (van der Hoeven
# [2007](../../book/references.md#hoeven2007), [2014](../../book/references.md#hoeven2014)). We have not programmed the
# algorithm behind this bound.
#
# ## Notebook 4, exercise 1
#
# **The sieve in every round.** In round $t$ of the sieve each position of nim-value $t$ makes one mark for every move
# that stays below $n$. Every position is cold in exactly one round, so over all rounds there are $\sum_s(n-s)$ marks,
# as many as pairs of a position and a move. Dynamic programming examines the same pairs when it computes the
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
# some sizes another round takes equally few. That the last round is *always* among the smallest is an observation up to
# our $n$, not a theorem.

# %%
count, ties, exceptions = np.zeros(int(values.max()) + 1, dtype=int), 0, 0
for size, value in enumerate(values.tolist(), start=1):
    count[value] += 1
    rounds = count[: values[:size].max() + 1]
    exceptions += bool(rounds[-1] > rounds.min())
    ties += bool(np.count_nonzero(rounds == rounds.min()) > 1)
print(
    f"of {n:,} sizes, the last round takes more than another at {exceptions}, "
    f"and rounds tie for least at {ties:,}"
)

# %% [markdown]
# ## Notebook 4, exercise 3
#
# **A map of Moser and de Bruijn.** By Theorem 7.1 in [notebook 7](../07-modularity.ipynb) the nim-value of $n$ is the
# number whose binary digits are the base-4 digits of $n$, each reduced modulo 2. The best widths for the picture are
# powers of 4. In rows of 64, the high digits of a position give its row and the low digits its column, so the picture
# is made of copies of itself.

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
    "with the same dark and light at two scales",
)
by_digits = 8 * moser[:64, None] + moser[:64]  # high digits give the high bits
assert np.array_equal(moser.reshape(64, 64), by_digits)

# %% [markdown]
# **Back to** notebooks [1](../01-subtraction-games.ipynb) to [4](../04-nim-values.ipynb).
