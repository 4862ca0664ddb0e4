"""Bad arguments of the theory raise a ValueError that names the argument and explains what is wrong."""

import numpy as np
import pytest

import subtraction_games as sg
from subtraction_theory import copies, products, waves
from subtraction_theory import difference_free as df
from subtraction_theory.kernels import is_kernel, planted, planted_count, pull

ZERO = np.array([0])


def autonomous(r, q, *strays):
    return copies.autonomous(r, 10**6, np.array(strays, dtype=np.int64), q)


REFUSED = [  # a function, its arguments, and what the error says
    (products.generator, [15], "p must be a prime that is 3 modulo 4, not 15"),
    (copies.disturbed, [sg.squares, ZERO, 1, 10], "q must be"),
    (copies.divide, [ZERO, 7], "depth must be"),
    (copies.divide, [np.array([2, 2]), 1], "positions must be distinct"),
    (autonomous, [17, 625], "class 17 modulo 625 is not known to be autonomous, only 7, 62, 67"),
    (autonomous, [2, 5], "q must be 25, 625 or 15625, not 5"),
    (autonomous, [2, 25, 238, 10], "strays must disturb class 2 modulo 25, and 10 does not"),
    (autonomous, [2, 25, 10**6 + 1], "strays must be"),
    (df.addable, [[0, 4], 10], "members must be square-difference-free"),
    (df.powers_modulo, [2**27 + 1], "m must be"),
    (df.ruzsa_members, [20, [0, 2], 10], "b must be squarefree"),
    (df.ruzsa_members, [5, [1, 3], 10], "D must contain 0"),
    (df.ruzsa_members, [5, [0, 1], 10], "D must be square-difference-free modulo 5, but two residues"),
    (is_kernel, [[-1], 5], "D must be distinct integers in range"),
    (is_kernel, [[0], 5, 0], "power must be from 1 to 62"),
    (planted, [1, [0], 10], "m must be from 2 to"),
    (planted, [7, [0, 1], 10, 3], "D must be cube-difference-free modulo 7"),
    (planted_count, [5, [0, 2], -1], "n must be at least 0"),
    (pull, [5, []], "D must contain some but not all residues modulo 5"),
    (waves.damped_and_fed, [[3, -1]], "counts must be one row"),
    (waves.shares, [np.array([0, 2]), 10, [5]], "there must be positions from 5 to 9"),
]


@pytest.mark.parametrize(("function", "arguments", "words"), REFUSED)
def test_what_is_refused(function, arguments, words):
    with pytest.raises(ValueError, match=f"^{words}"):
        function(*arguments)
