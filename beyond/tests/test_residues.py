"""Counts of residues, from positions and from tables, and the modulus that a game prefers."""

import pickle

import numpy as np

import subtraction_games as sg
from subtraction_theory.meanfield import scattered
from subtraction_theory.residues import ResidueCounts, favourite_modulus


def test_a_game_s_favourite_modulus():
    cold = {S: sg.cold_positions(S, 2**16) for S in (sg.squares, sg.cubes, sg.factorials)}
    assert [favourite_modulus(positions, S(2**16))[0] for S, positions in cold.items()] == [5, 7, None]


def test_counts_are_the_same_from_positions_and_from_a_table(tmp_path):
    cold, ends, path = sg.cold_positions(sg.squares, 2**12), [2**9, 2**10, 2**12], tmp_path / "doublings.npz"
    below = {m: [np.bincount(cold[cold < end // (625 // m)] % m, minlength=m) for end in ends] for m in (25, 625)}
    np.savez(path, n=ends, below_625=below[625], below_a_25th=below[25])
    here, table = (ResidueCounts.read_doublings(path, cold[cold < n], n) for n in (2**12, 2**7))
    for m, low, high in ((625, 0, 2**9), (125, 2**9, 2**12), (25, 0, 2**12 // 25)):
        assert table.between(m, low, high).tolist() == here.between(m, low, high).tolist()
    assert here.between(3, 100, 200).sum() == ((cold >= 100) & (cold < 200)).sum()
    assert table.between(25, 0, 2**11) is table.between(5, 100, 2**12) is None


def test_a_scattered_set_can_be_sent_to_another_process():
    assert pickle.loads(pickle.dumps(scattered(1, 5)))(500).tolist() == scattered(1, 5)(500).tolist()
