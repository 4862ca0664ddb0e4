"""Bad arguments of the theory raise a ValueError that names the argument and explains what is wrong."""

import numpy as np
import pytest

import subtraction_games as sg
from subtraction_theory import copies, products, waves
from subtraction_theory import difference_free as df
from subtraction_theory.kernels import is_kernel, kernels, planted, planted_count, pull


def autonomous(r, q, *strays):
    return copies.autonomous(r, 10**6, np.array(strays, dtype=np.int64), q)


REFUSED = [
    *(
        (lambda p=p: next(products.search(p, 100)), f"p must be a prime that is 3 modulo 4, not {p}")
        for p in (2, 13, 15)
    ),
    (lambda: copies.disturbed(sg.squares, np.array([0]), 1, 10), "q must be"),
    *((lambda depth=depth: copies.divide(np.array([0]), depth), "depth must be") for depth in (0, 7)),
    *((lambda x=x: copies.divide(np.array(x), 1), "positions must be distinct") for x in ([-1], [2, 2])),
    *((lambda r=r: autonomous(r, 25), f"class {r} modulo 25 is not known") for r in (0, 27, -3)),
    (lambda: autonomous(17, 625), "class 17 modulo 625 is not known to be autonomous, only 7, 62, 67"),
    (lambda: autonomous(2, 5), "q must be 25, 625 or 15625, not 5"),
    (lambda: autonomous(2, 25, 238, 10), "strays must disturb class 2 modulo 25, and 10 does not"),
    (lambda: autonomous(2, 25, 10**6 + 1), "strays must be"),
    (lambda: df.addable([0, 4], 10), "members must be square-difference-free"),
    (lambda: df.powers_modulo(2**27 + 1), "m must be"),
    (lambda: df.ruzsa_members(20, [0, 2], 10), "b must be squarefree"),
    (lambda: df.ruzsa_members(5, [1, 3], 10), "D must contain 0"),
    (lambda: df.ruzsa_members(5, [0, 1], 10), "D must be square-difference-free modulo 5, but two residues"),
    (lambda: is_kernel([-1], 5), "D must be distinct integers in range"),
    (lambda: next(kernels(1)), "m must be from 2 to"),
    (lambda: planted(1, [0], 10), "m must be from 2 to"),
    (lambda: planted(5, [0, 5], 10), "D must be distinct integers in range"),
    (lambda: planted(5, [0, 1], 10), "D must be square-difference-free modulo 5"),
    (lambda: planted(5, [0, 2], -1), "B must be at least 0"),
    (lambda: planted(7, [0, 1], 10, power=3), "D must be cube-difference-free modulo 7"),
    (lambda: is_kernel([0], 5, power=0), "power must be from 1 to 62"),
    (lambda: planted_count(5, [0, 2], -1), "n must be at least 0"),
    (lambda: pull(5, []), "D must contain some but not all residues modulo 5"),
    *((lambda c=c: waves.damped_and_fed(c), "counts must be one row") for c in ([], [[1, 2]], [3, -1])),
    (lambda: waves.shares(np.array([0, 2]), 10, [5]), "there must be positions from 5 to 9"),
]


@pytest.mark.parametrize(("call", "words"), REFUSED)
def test_what_is_refused(call, words):
    with pytest.raises(ValueError, match=f"^{words}"):
        call()
