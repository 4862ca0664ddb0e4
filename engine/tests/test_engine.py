"""The engine is compared with the recurrence, on every small game and at every seam (moduli, tiles, words, threads)."""

from functools import partial
from itertools import product

import numpy as np
import pytest
from folders import subsets
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import subtraction_engine as engine
import subtraction_games as sg
from subtraction_engine import recurrence, sieve, tuning
from subtraction_engine.cold import containers
from subtraction_engine.cold import slicing as cold_engine
from subtraction_engine.nim import plan, tiling
from subtraction_engine.support.blocks import in_threads
from subtraction_games.sets import moves_below

NO_HOTSPOTS = np.zeros(0, dtype=np.int64)


def by_sieve(S, n):
    return sieve.cold_positions(moves_below(S, n), n, NO_HOTSPOTS)


def engine_values(moves, n, threads=1):
    return sg.nim_values(moves, n, method="engine", threads=threads)


def by_shares(evaluation, parts=1, times=1):
    """The results and the tasks of an evaluation, with each task in `parts` shares that are computed `times` times."""
    found, tasks = [NO_HOTSPOTS], []
    while evaluation.position < evaluation.n:
        tasks.append(evaluation.task())
        for _ in range(times):
            shares = [evaluation.share(tasks[-1], part, parts) for part in range(parts)]
        found.append(evaluation.settle(tasks[-1], shares).results)
    return np.concatenate(found), tasks


def sliced(moves, n, hotspots, modulus, panels=None, *parts_and_times):
    return by_shares(engine.cold_evaluation(moves, n, hotspots, modulus, panels), *parts_and_times)[0]


def test_all_small_games():
    """All S within {1..6} with all sets of hotspots within range(6). The modulus and the panels vary throughout."""
    n = 25
    hotspot_sets = subsets(range(6))
    for i, moves in enumerate(subsets(range(1, 7))):
        for j, hotspots in enumerate(hotspot_sets):
            answer = sliced(moves, n, hotspots, 1 + (i + j) % 9, 1 + j % 3, 1 + j % 2)
            assert np.array_equal(answer, recurrence.cold_positions(moves, n, hotspots)), (moves, hotspots)
        for size in (0, 1, 2, 33, 200):
            fitting = moves[moves < size]
            assert np.array_equal(engine_values(fitting, size), recurrence.nim_values(fitting, size)), moves


@st.composite
def games(draw, largest):
    """A subtraction set (sparse, dense or of few residues), hotspots, and n."""
    n = draw(st.integers(0, largest))
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    density = draw(st.sampled_from([0.001, 0.01, 0.1, 0.9]))
    moves = np.flatnonzero(rng.random(n) < density)
    if draw(st.booleans()):
        moves = moves[np.isin(moves % 5, [0, 1, 4])]
    hotspots = np.flatnonzero(rng.random(n) < draw(st.sampled_from([0, 0.01, 0.5])))
    return n, moves[moves > 0], hotspots


@settings(max_examples=100, deadline=None)
@given(
    games(30_000), st.integers(0, 200), st.sampled_from([None, 1, 2, 3, 7, 8, 9, 64]), st.integers(1, 4),
    st.integers(1, 2),
)  # fmt: skip
def test_cold_positions_with_any_modulus_panels_and_shares(game, modulus, panels, parts, times):
    n, moves, hotspots = game
    found = sliced(moves, n, hotspots, modulus, panels, parts, times)
    assert np.array_equal(found, recurrence.cold_positions(moves, n, hotspots))


@settings(max_examples=60, deadline=None)
@given(games(40_000), st.integers(1, 60), st.sampled_from([1, 2, 3, 8, 64]), st.sampled_from([2, 3, 7]))
def test_blocks_do_not_depend_on_threads(game, modulus, panels, threads):
    """With several threads, a block is marked while the one before it is being settled."""
    n, moves, hotspots = game
    alone, together = (
        list(in_threads(engine.cold_evaluation(moves, n, hotspots, modulus, panels), number)) for number in (1, threads)
    )
    assert [block[:2] for block in together] == [block[:2] for block in alone]
    assert all(np.array_equal(a.results, b.results) for a, b in zip(alone, together, strict=True))


@pytest.mark.parametrize("S", [sg.squares, [1, 5, 2**16, 2**20]])
def test_threads_change_nothing(S):
    n = 2**21
    expected = by_sieve(S, n)
    for threads in (2, 3, 2):  # with 820 blocks each, threads can meet in many ways
        found = in_threads(engine.cold_evaluation(moves_below(S, n), n, NO_HOTSPOTS, 5, 1), threads)
        assert np.array_equal(np.concatenate([cold for _, _, cold in found]), expected)
        assert np.array_equal(sg.cold_positions(S, n, method="engine", threads=threads), expected)


@pytest.mark.seam
@pytest.mark.parametrize("panels", [1, 2, 9])
def test_the_only_witness_stands_at_any_seam(panels):
    """All but two positions are declared hot. A single move makes the upper hot, of every length and in every row."""
    modulus, height = 2, 512 * panels
    n = 3 * height * modulus
    seams = [0, 64, 512, 4096, height, 2 * height]
    shifts = sorted({j + k for j in seams for k in (-1, 0, 1) if j + k >= 0})
    upper = sorted({height + q for q in (0, 1, 63, 64, 511, 512, 4095, 4096, height - 1) if q < height} | {2 * height})
    for row in upper:
        for shift in (j for j in shifts if j + 1 <= row):
            for lower, higher in ((0, modulus - 1), (modulus - 1, 0), (0, 0)):
                x, y = (row - shift) * modulus + lower, row * modulus + higher
                if x < y:
                    hotspots = np.delete(np.arange(n), [x, y])
                    found = sliced(np.array([y - x]), n, hotspots, modulus, panels)
                    assert found.tolist() == [x], (row, shift, lower, higher)


def test_cold_rows_take_no_more_than_a_bit_for_each_position():
    everywhere = np.full((5, 8), 2**64 - 1, np.uint64)
    kept = containers.append(containers.no_containers(5, 512, 1), 0, everywhere)
    assert kept.before[:, 1].sum() * 16 == 5 * 512
    assert np.array_equal(containers.unpacked(kept, 0), everywhere)


@pytest.mark.seam
def test_sizes_at_the_edges_of_words_panels_and_blocks():
    heights = (0, 1, 63, 64, 65, 511, 512, 513, 1024, 4096, 4097, 32768, 32769)
    for modulus, height, extra in product((1, 5), heights, (-1, 0, 1)):
        n = max(height * modulus + extra, 0)
        moves = sg.squares(n)
        expected = sieve.cold_positions(moves, n, NO_HOTSPOTS)
        assert np.array_equal(sliced(moves, n, NO_HOTSPOTS, modulus), expected), n


def test_the_modulus_that_a_game_is_given():
    """A modulus whose plan fits, among those that divide the game best, but none if the game has no structure."""
    pilot = sieve.cold_positions(sg.squares(engine.PILOT), engine.PILOT, NO_HOTSPOTS)
    for k, divisor in ((28, 5), (40, 65), (42, 65)):
        moves = sg.squares(2**k)
        chosen = engine.forecast(moves, 2**k, pilot).modulus
        assert chosen % divisor == 0
        assert isinstance(engine.cold_evaluation(moves, 2**k, NO_HOTSPOTS, chosen), cold_engine.Slicing)
    n = 2**24
    random_set = np.unique(np.random.default_rng(7).integers(1, n, 4096))
    pilot = sieve.cold_positions(random_set[random_set < engine.PILOT], engine.PILOT, NO_HOTSPOTS)
    assert engine.forecast(random_set, n, pilot).modulus in (0, 1)
    assert np.array_equal(sg.cold_positions(random_set, n), by_sieve(random_set, n))
    short_moves = np.arange(1, 100_000)
    for modulus, kind in ((1000, cold_engine.Slicing), (2000, sieve.Sieving)):
        assert isinstance(engine.cold_evaluation(short_moves, 100_000, NO_HOTSPOTS, modulus), kind), (
            "no plan holds them"
        )


def searched(tasks):
    """The plans of all blocks that weren't left to the recurrence."""
    return [chosen for _, chosen in tasks if chosen is not None]


@pytest.fixture
def always_searched(monkeypatch):
    """Blocks are searched even where the recurrence would be faster."""
    monkeypatch.setattr(tuning, "RECURRING", np.inf)
    monkeypatch.setattr(tuning, "FEW", 0)


@pytest.fixture
def few_moves_suffice(monkeypatch, always_searched):
    """Even small games are searched by candidates."""
    monkeypatch.setattr(tuning, "FEWEST_MOVES", 8)


def random_moves(n, density, seed=1966):
    moves = np.flatnonzero(np.random.default_rng(seed).random(n) < density)
    return moves[moves > 0]


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(games(60_000), st.integers(1, 3), st.sampled_from([512, 1024, 8192, 2**17]))
def test_nim_values_of_random_games_with_any_block_and_shares(few_moves_suffice, game, parts, block):
    n, moves, _ = game
    values, _ = by_shares(engine.Tiling(moves, n, block), parts)
    assert np.array_equal(values, recurrence.nim_values(moves, n))


@pytest.mark.seam
@pytest.mark.parametrize("margin", [0, 3])
@pytest.mark.parametrize(
    ("density", "n", "depths"), [(0.1, 30_000, {8, 9}), (0.3, 16_000, {9, 10}), (0.9, 12_000, {11, 12})]
)
def test_values_that_outgrow_the_bit_planes(density, n, depths, margin, few_moves_suffice, monkeypatch):
    """The largest value passes 256, 512, 1024, 2048 while candidates are used, whether foreseen or within a block."""
    monkeypatch.setattr(tuning, "MARGIN", 2 * margin)
    monkeypatch.setattr(tuning, "BLOCKS_OF_MARGIN", margin)
    moves = random_moves(n, density)
    values, tasks = by_shares(engine.Tiling(moves, n, 512))
    assert depths <= {chosen.depth for chosen in searched(tasks)}
    assert np.array_equal(values, recurrence.nim_values(moves, n))


@pytest.mark.seam
def test_no_plane_is_written_that_is_not_there(few_moves_suffice, monkeypatch):
    """The highest bit of a value of 9 bits belongs to none of 8 planes, and would be written behind the last plane."""
    monkeypatch.setattr(tuning, "MOST_DEPTH", 8)
    evaluation, written = engine.Tiling(random_moves(20_000, 0.03), 20_000, 1024), []
    assert len(evaluation.planes) == 8
    monkeypatch.setattr(tiling, "write_bits", lambda *arguments: written.append(arguments[-1]))
    for stop, top in ((1024, 255), (2048, 256)):
        evaluation.restore(stop, np.full(1024, top, np.uint16))
    assert written == [8]


@pytest.mark.parametrize(("width", "keep"), list(product([None, 40], [1, 24, 64])))
def test_any_plan_gives_the_same_values(keep, width, monkeypatch, always_searched):
    """Lists are far too short or never shortened, there is no marking or nothing else, and values exceed its width."""
    n = 150_000
    planned, expected = plan.choose_plan, recurrence.nim_values(sg.squares(n), n)
    falling = tuple(max(1, keep * (tuning.STAGES - stage) // tuning.STAGES) for stage in range(tuning.STAGES + 1))
    for marked in (0, 1, 9, 16):
        changes = {"marked": marked, "keep": falling}
        other = partial(
            lambda changes, foreseen, *needed: planned(width or foreseen, *needed)._replace(**changes), changes
        )
        monkeypatch.setattr(tiling, "choose_plan", other)
        values, tasks = by_shares(engine.Tiling(sg.squares(n), n, 2048), 2)
        assert searched(tasks)
        assert np.array_equal(values, expected), marked


def test_only_long_ranges_are_shared_out(monkeypatch):
    shared, share = [], engine.Tiling.share
    monkeypatch.setattr(engine.Tiling, "share", lambda *asked: (shared.append(asked[-1]), share(*asked))[1])
    for n, parts in ((engine.Tiling.short, 1), (engine.Tiling.short + 1, 3)):
        shared.clear()
        engine_values(np.array([1, 2]), n, threads=3)
        assert set(shared) == {parts}


@pytest.mark.seam
def test_sizes_at_the_edges_of_words_tiles_and_blocks(always_searched):
    for extra in (-65, -64, -63, -1, 0, 1, 63, 64, 65, 511, 512, 513):
        n = 20 * tuning.LEAST_BLOCK + extra
        moves = sg.triangular(n)
        values, tasks = by_shares(engine.Tiling(moves, n, tuning.LEAST_BLOCK))
        assert tasks[-1][1] is not None
        assert np.array_equal(values, recurrence.nim_values(moves, n)), extra


def test_only_results_that_follow_can_be_restored():
    moves = sg.squares(20_000)
    values, cold = engine.Tiling(moves, 20_000), engine.cold_evaluation(moves, 20_000, NO_HOTSPOTS, 3, 2)
    values.restore(1024, np.full(1024, moves.size, np.uint16))
    sizes = [(3072, 1024), (1536, 1024), (2024, 1000), (512, 512), (21_504, 20_480)]  # (stop, values); 1,024 are known
    wrong = [(stop, np.zeros(number, np.uint16)) for stop, number in sizes]
    wrong += [(2048, np.zeros(1024)), (2048, np.full(1024, moves.size + 1, np.uint16))]
    for stop, found in wrong:
        with pytest.raises(ValueError, match=r"must be (20000|\d+ unsigned)"):
            values.restore(stop, found)
    assert (values.position, values.top) == (1024, moves.size)
    values.restore(20_000, np.zeros(20_000 - 1024, np.uint8))
    assert values.position == 20_000
    cold.restore(6144, np.array([0, 2, 5]))
    for stop in (3072, 6145, 30_000, -3072):
        with pytest.raises(ValueError, match=f"stop must be 20000, or the end of a block from 6144 on, not {stop}"):
            cold.restore(stop, NO_HOTSPOTS)
    assert cold.position == 6144


def test_going_on_from_any_block():
    """An evaluation can be continued even if its largest value far exceeds the values marked in a small game."""
    n, block = 2**18 + 100, 2**15
    moves, expected = sg.squares(n), recurrence.nim_values(sg.squares(n), n)
    for stop in range(block, n, block):
        evaluation = engine.Tiling(moves, n, block)
        evaluation.restore(stop, expected[:stop])
        assert np.array_equal(evaluation.results_since(0), expected[:stop])
        assert np.array_equal(by_shares(evaluation)[0], expected[stop:]), stop
