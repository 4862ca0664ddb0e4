"""The engine is compared with the recurrence, on every small game and at every seam (moduli, tiles, words, threads)."""

from functools import partial
from itertools import product

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import subtraction_engine as engine
import subtraction_games as sg
from subtraction_engine import recurrence, sieve, tuning
from subtraction_engine.cold import slicing
from subtraction_engine.nim import plan, tiling
from subtraction_engine.support.blocks import in_threads

NO_HOTSPOTS = np.zeros(0, dtype=np.int64)


def by_shares(evaluation, parts=1, times=1, ahead=False):
    """The results and the tasks of an evaluation, with each task in `parts` shares that are computed `times` times.

    If `ahead`, the shares of a block are computed before the block before it is settled.
    """

    def shares_of(task):
        return [[evaluation.share(task, part, parts) for part in range(parts)] for _ in range(times)][-1]

    found, tasks, begun = [NO_HOTSPOTS], [], {}
    while evaluation.position < evaluation.n:
        task = next(iter(begun), None) or evaluation.task()
        shares, begun = begun.get(task) or shares_of(task), {}
        if ahead and (later := evaluation.task_ahead()):
            begun[later] = shares_of(later)
        tasks.append(task)
        found.append(evaluation.settle(task, shares).results)
    return np.concatenate(found), tasks


def sliced(moves, n, hotspots, modulus, panels=None, *parts_and_times):
    return by_shares(engine.cold_evaluation(moves, n, hotspots, modulus, panels), *parts_and_times)[0]


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


@pytest.fixture
def short_ranges(monkeypatch):
    """Even short ranges are shared out."""
    for kind in (slicing.Slicing, engine.Tiling):
        monkeypatch.setattr(kind, "short", 0)


OFTEN = settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@OFTEN
@given(
    games(30_000), st.integers(0, 200), st.sampled_from([None, 1, 2, 3, 7, 8, 9, 64]), st.integers(1, 4),
    st.integers(1, 2), st.booleans(), st.sampled_from([2, 3, 7]),
)  # fmt: skip
def test_cold_positions_with_any_modulus_panels_shares_and_threads(
    short_ranges, game, modulus, panels, parts, times, ahead, threads
):
    """With several threads, a block is marked while the one before it is being settled."""
    n, moves, hotspots = game
    expected = recurrence.cold_positions(moves, n, hotspots)
    assert np.array_equal(sliced(moves, n, hotspots, modulus, panels, parts, times, ahead), expected)
    together = in_threads(engine.cold_evaluation(moves, n, hotspots, modulus, panels), threads)
    assert np.array_equal(np.concatenate([NO_HOTSPOTS, *(cold for _, _, cold in together)]), expected)


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

    def chosen(moves, n):
        pilot = sieve.cold_positions(moves[moves < engine.PILOT], engine.PILOT, NO_HOTSPOTS)
        return engine.forecast(moves, n, pilot).modulus

    for k, divisor in ((28, 5), (42, 65)):
        moves = sg.squares(2**k)
        assert chosen(moves, 2**k) % divisor == 0
        assert isinstance(engine.cold_evaluation(moves, 2**k, NO_HOTSPOTS, chosen(moves, 2**k)), slicing.Slicing)
    n = 2**24
    assert chosen(np.unique(np.random.default_rng(7).integers(1, n, 4096)), n) in (0, 1)
    too_many = engine.cold_evaluation(np.arange(1, 10**5), 10**5, NO_HOTSPOTS, 2000)
    assert isinstance(too_many, sieve.Sieving), "no plan holds 2000 classes of short moves"


def searched(tasks):
    """The plans of all blocks that weren't left to the recurrence."""
    return [chosen for _, _, chosen in tasks if chosen is not None]


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


@settings(OFTEN, max_examples=40)
@given(games(60_000), st.integers(1, 3), st.booleans(), st.sampled_from([512, 1024, 8192, 2**17]))
def test_nim_values_of_random_games_with_any_block_and_shares(
    short_ranges, few_moves_suffice, game, parts, ahead, block
):
    n, moves, _ = game
    expected = recurrence.nim_values(moves, n)
    values, _ = by_shares(engine.Tiling(moves, n, block), parts, ahead=ahead)
    assert np.array_equal(values, expected)
    together = in_threads(engine.Tiling(moves, n, block), 1 + parts)
    assert np.array_equal(np.concatenate([expected[:0], *(found for _, _, found in together)]), expected)


@pytest.mark.seam
@pytest.mark.parametrize("ahead", [False, True])
@pytest.mark.parametrize("margin", [0, 3])
@pytest.mark.parametrize(
    ("density", "n", "depths"), [(0.1, 30_000, {8, 9}), (0.3, 16_000, {9, 10}), (0.9, 12_000, {11, 12})]
)
def test_values_that_outgrow_the_bit_planes(density, n, depths, margin, ahead, few_moves_suffice, monkeypatch):
    """The largest value passes 256, 512, 1024, 2048 while candidates are used, whether foreseen or within a block."""
    monkeypatch.setattr(tuning, "MARGIN", 2 * margin)
    monkeypatch.setattr(tuning, "BLOCKS_OF_MARGIN", margin)
    moves = random_moves(n, density)
    values, tasks = by_shares(engine.Tiling(moves, n, 512), ahead=ahead)
    assert depths <= {chosen.depth for chosen in searched(tasks)}
    assert np.array_equal(values, recurrence.nim_values(moves, n))
    for stop in range(4096, n, 4096):
        going_on = engine.Tiling(moves, n, 512)
        going_on.restore(stop, values[:stop].astype(np.uint16))
        assert np.array_equal(going_on.results_since(0), values[:stop])
        assert np.array_equal(by_shares(going_on)[0], values[stop:]), stop


@pytest.mark.seam
def test_a_value_that_is_too_large_for_the_planes_ends_their_use(few_moves_suffice, monkeypatch):
    """Eight bits can't tell 256 from 0, which many positions lack among random values that look like results."""
    planned, n, rng = plan.choose_plan, 16_384, np.random.default_rng(0)
    monkeypatch.setattr(tiling, "choose_plan", lambda foreseen, *needed: planned(min(foreseen, 200), *needed))
    moves = 512 + np.flatnonzero(rng.random(n - 512) < np.where(np.arange(512, n) < 4096, 0.4, 0.01))
    values, evaluation = rng.integers(0, 256, n).astype(np.uint16), engine.Tiling(moves, n, 4096)
    evaluation.restore(8192, values[:8192])
    found, tasks = by_shares(evaluation)
    recurrence.settle_values(moves, values, np.zeros(moves.size + 2, np.int64), 8192, n)
    assert ([chosen.depth for chosen in searched(tasks)], values.max() > 256) == ([8, 8], True)
    assert np.array_equal(found, values[8192:])


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


@pytest.mark.seam
def test_sizes_at_the_edges_of_words_tiles_and_blocks(always_searched):
    for extra in (-65, -64, -63, -1, 0, 1, 63, 64, 65, 511, 512, 513):
        n = 20 * tuning.LEAST_BLOCK + extra
        moves = sg.triangular(n)
        values, tasks = by_shares(engine.Tiling(moves, n, tuning.LEAST_BLOCK))
        assert tasks[-1][-1] is not None
        assert np.array_equal(values, recurrence.nim_values(moves, n)), extra


def test_only_results_that_follow_can_be_restored():
    moves = sg.squares(20_000)
    values, cold = engine.Tiling(moves, 20_000), engine.cold_evaluation(moves, 20_000, NO_HOTSPOTS, 3, 2)
    values.restore(1024, np.full(1024, moves.size, np.uint16))
    for stop, results in (
        (3072, np.zeros(1024, np.uint16)),  # too few
        (512, np.zeros(512, np.uint16)),  # of positions that are settled
        (2048, np.zeros(1024)),
        (2048, np.full(1024, moves.size + 1, np.uint16)),
    ):
        with pytest.raises(ValueError, match=r"must be (20000|\d+ unsigned)"):
            values.restore(stop, results)
    cold.restore(6144, np.array([0, 2, 5]))
    with pytest.raises(ValueError, match="stop must be 20000, or the end of a block from 6144 on, not 6145"):
        cold.restore(6145, NO_HOTSPOTS)
    for wrong in ([6150, 6149], [6143], [9216]):
        with pytest.raises(ValueError, match="do not ascend within"):
            cold.restore(9216, np.array(wrong))
    assert (values.position, cold.position) == (1024, 6144)
