"""If a game contains itself, every residue class of the game is again the game, with hotspots."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import subtraction_games as sg
from subtraction_theory import copies


def quarters_too(seeds: set[int], q: int):
    """A set whose multiples of q are q times the whole set, grown from seeds that are not multiples of q."""
    grown = {s * q**k for s in seeds if s % q for k in range(12)}
    return lambda n: np.array(sorted(s for s in grown if s < n), dtype=np.int64)


@given(st.sets(st.integers(1, 40), max_size=8), st.integers(2, 9), st.integers(0, 400))
def test_every_class_is_the_game_with_hotspots(seeds, q, n):
    S = quarters_too(seeds, q)
    assert copies.contains_itself(S, q, n)
    cold = sg.cold_positions(S, n, method="dynamic-programming")
    hot, moves, known = copies.disturbed(S, cold, q, n), S(n).tolist(), {*cold.tolist()}
    assert hot.tolist() == [any(s % q and x - s in known for s in moves) for x in range(n)]
    for r in range(min(q, n)):
        here = hot[r::q]
        copy = sg.cold_positions(S, here.size, hotspots=np.flatnonzero(here), method="dynamic-programming")
        assert (q * copy + r).tolist() == cold[cold % q == r].tolist()


@pytest.mark.parametrize("n", [0, 1, 2, 3, 8, 26, 27, 28, 1000, 2**20, 2**22 + 77])
@pytest.mark.parametrize("q", [25, 625, 15625])
def test_a_class_is_found_without_the_rest_of_the_game(q, n):
    cold = sg.cold_positions(sg.squares, n)
    for r in copies.autonomous_classes(q):
        strays = copies.neighbours(r, q, cold)
        assert np.array_equal(copies.autonomous(r, n, strays, q), cold[cold % q == r])


@given(st.integers(0, 624), st.integers(0, 10**6))
def test_neighbours_are_what_a_square_leads_to(r, t):
    for q in (25, 625):
        led_to = any((r - t - k * k) % q == 0 and k * k % q for k in range(q))
        assert copies.neighbours(r % q, q, np.array([t])).tolist() == [t] * led_to


@settings(max_examples=40)
@given(st.integers(1, 3000), st.integers(1, 4), st.randoms())
def test_strays_decide_whatever_the_pairs(n, depth, random):
    cold = sg.cold_positions(sg.squares, n)
    for choose in (copies.leading, lambda members: np.array([random.randrange(5) for _ in members.T])):
        pairs, strays = copies.divide(cold, depth, choose)
        assert [u.size for u in pairs] == [25**i for i in range(depth)]
        of = {int(x): i for i, each in enumerate(strays) for x in each}
        assert len(of) == sum(map(len, strays)), "each stray belongs to a single copy"
        for x in range(min(n, 25**depth)):
            out = [i for i in range(depth) if (x // 25**i - pairs[i][x % 25**i]) % 5 not in (0, 2)]
            if out:
                assert of.get(x) == (out[0] if x in cold else None)
                continue
            led_to = ((of.get(x - k * k), k) for k in range(1, int(x**0.5) + 1))
            assert (x in cold) == (not any(i is not None and k % 5**i == 0 and k % 5 ** (i + 1) for i, k in led_to))


@pytest.mark.parametrize("depths", [1, 2])
@pytest.mark.parametrize(("m", "D"), [(5, [0, 2]), (5, [1, 4]), (13, [0, 2, 8]), (6, [1]), (2, [1])])
def test_hotspots_inside_move_a_copy_up_or_do_nothing(m, D, depths):
    """Theorem 10.7: everything outside the tree is hot, and a few positions below M inside it."""
    M = m ** (2 * depths)
    tree, n = np.array([x for x in range(M) if all(x // m ** (2 * i) % m in D for i in range(depths))]), 3 * M + 77
    outside = np.flatnonzero(~np.isin(np.arange(n) % M, tree))
    for seed in range(3):
        inside = np.random.default_rng(seed).choice(tree, tree.size // 3, replace=False)
        cold = sg.cold_positions(sg.squares, n, hotspots=np.append(outside, inside))
        for r in tree.tolist():
            size = -((r - n) // M)
            plain = sg.cold_positions(sg.squares, max(size - (r in inside), 0)) + (r in inside)
            assert (M * plain + r).tolist() == cold[cold % M == r].tolist()
