"""Sequences that others have printed in the OEIS, and sets near the limits of floating point."""

import hashlib

import numpy as np
import pytest

import subtraction_games as sg
from subtraction_games.games import NAMED
from subtraction_games.sets import set_name


def b_file_hash(sequence) -> str:
    """The SHA-256 of the OEIS b-file, which has a line "index value" for each term."""
    return hashlib.sha256("".join(f"{i} {int(v)}\n" for i, v in enumerate(sequence)).encode()).hexdigest()


def test_subtract_a_square():
    cold, values = sg.cold_positions(sg.squares, 2**23), sg.nim_values(sg.squares, 10_001)
    assert b_file_hash(cold[:61_300]) == "5ae7b8748744d84f1c7a63dba8d6e73363f1dca8450a2933f13abd3f18626ec7", "A030193"
    assert b_file_hash(values) == "931eb17bcf07d057955b4b21f68683a5d7741a507e2f2a19c693a1f59b1e19c5", "A014586"


KNOWN = {  # sequences of the OEIS, how they are computed here, and their first terms
    'A030194: cold_positions("triangular", 300)': """
        0 2 4 9 11 13 18 20 22 27 29 31 51 53 60 62 69 71 85 94 101 103 110 112 141 143 150 152 159 161 168 170
        211 220 229 245 267 269 292 299""",
    'A275432: cold_positions("practical", 8482)': """
        0 3 10 13 44 47 102 105 146 149 232 235 636 639 814 817 950 953 1208 1211 2994 2997 4922 4925 4996 4999
        6748 6751 8026 8029 8478 8481""",
    'A025043: cold_positions("primes", 311)': """
        0 1 9 10 25 34 35 49 55 85 91 100 115 121 125 133 145 155 169 175 187 195 205 217 235 247 253 259 265
        289 295 301 309 310""",
    'A297963: records(nim_values("squares", 23_473))[0]': """
        0 1 4 25 28 29 75 103 200 234 315 364 479 633 802 1054 1173 1311 1894 2058 2173 2419 3244 3648 4249 4474
        4982 5943 6133 6809 7429 8590 8654 9419 10284 11728 12152 13884 15493 16623 17312 18389 19745 20528
        22111 23472""",
    'A338027: remoteness("squares", 51)': """
        0 1 2 3 1 2 3 4 5 1 4 3 6 7 3 4 1 8 3 5 6 3 8 5 5 1 5 3 7 7 3 5 5 9 10 5 1 7 3 6 5 3 9 5 8 7 5 9 7 1 11""",
}


@pytest.mark.parametrize("sequence", KNOWN)
def test_sequences_of_other_games_and_records_and_remoteness(sequence):
    _, _, call = sequence.partition(": ")
    assert eval(call, vars(sg)).tolist() == [int(word) for word in KNOWN[sequence].split()]


@pytest.mark.parametrize("S", [*NAMED.values(), sg.powers(2), sg.powers(10)], ids=set_name)
def test_a_set_below_n_is_the_beginning_of_the_set_below_1000(S):
    elements = S(1000)  # whose first ones are in the example of each set
    for n in range(51):
        assert S(n).tolist() == elements[elements < n].tolist()
        assert S(n).dtype == np.int64


@pytest.mark.parametrize("root", [10**5, 10**6])
def test_cubes_are_exact_near_the_limits_of_floating_point(root):
    assert (sg.cubes(root**3)[-1], sg.cubes(root**3 + 1)[-1]) == ((root - 1) ** 3, root**3)
