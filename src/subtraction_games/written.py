"""Subtraction sets written as text, for command lines: a name, numbers, or a formula in n.

A formula is read, never run: it is taken apart by Python's own parser, and its few operations are carried out on whole
numbers that may not outgrow any position, so no text can do harm or take long.
"""

from __future__ import annotations

import ast
from array import array
from collections.abc import Callable
from itertools import count

import numpy as np

from .games import NAMED
from .support.arguments import Moves, SubtractionSet, integers, require_memory, shown

LONGEST = 200  # characters of a formula: more are no formula that anybody means
MANY = 2**20  # elements between two looks at the memory that is left
MOST_BITS = 4096  # of any number on the way to an element; elements that a game can use have 62


def written_set(text: str) -> SubtractionSet:
    """The subtraction set that a text writes.

    Either the name of a set of `games` ("squares"), or numbers ("1, 4, 9"), or a formula in n that grows with
    n = 1, 2, 3, ... ("n**3", "n*(3*n-1)//2"; whole numbers with + - * // ** and brackets). Raises ValueError for
    anything else, and says what is wrong with it.

    >>> written_set("squares")(20), written_set("n*(3*n-1)//2")(40), written_set("1, 4")
    (array([ 1,  4,  9, 16]), array([ 1,  5, 12, 22, 35]), array([1, 4]))
    """
    text = text.strip()
    if text in NAMED:
        return NAMED[text]
    numbers = text.replace(",", " ").split()
    if numbers and all(number.isascii() and number.isdecimal() for number in numbers):
        return _numbers(numbers)
    try:
        return _formula(text)
    except _NoFormulaError as error:
        raise ValueError(
            f"a game must be one of {', '.join(NAMED)}, or numbers such as '1, 4, 9', or a formula in n such as 'n**3' "
            f"or 'n*(3*n-1)//2', not {shown(text)}: {error}"
        ) from None


def _numbers(digits: list[str]) -> Moves:
    longest = max(digits, key=len)
    if len(longest) > 19:  # before the digits become a number, which takes time for very many
        raise ValueError(f"the subtraction set must be distinct positive numbers below 2^63; {shown(longest)} is not")
    return integers("the subtraction set", [int(number) for number in digits], least=1, stop=2**63)


class _NoFormulaError(ValueError):
    """What is wrong with a formula, as the end of a sentence."""


def _formula(text: str) -> Callable[[int], Moves]:
    if len(text) > LONGEST:
        raise _NoFormulaError(f"a formula has at most {LONGEST} characters")
    try:
        tree = ast.parse(text, mode="eval").body
        _value(tree, 1)
    except _NoFormulaError:
        raise
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise _NoFormulaError("it can't be read") from None

    def formula(n: int) -> Moves:
        elements = array("q")
        for k in count(1):
            try:
                element = _value(tree, k)
            except _NoFormulaError as error:
                raise ValueError(f"{text!r} can't be worked out at n = {k}: {error}") from None
            if element <= (elements[-1] if elements else 0):
                raise ValueError(
                    f"{text!r} must be a whole number that grows with n = 1, 2, ...; at n = {k} it is {element}"
                )
            if element >= n:
                return np.array(elements, dtype=np.int64)
            if k % MANY == 0:  # no telling beforehand how many there will be
                require_memory(2 * elements.itemsize * k, f"the numbers of {text!r} below {n}")
            elements.append(element)
        raise AssertionError

    formula.__name__ = text
    return formula


def _value(node: ast.expr, n: int) -> int:
    """The whole number that a formula is at n."""
    match node:
        case ast.Constant(value=int() as number) if type(number) is int:
            return _bounded(number)
        case ast.Name(id="n"):
            return n
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_value(operand, n)
        case ast.BinOp(left=left, op=operation, right=right):
            return _bounded(_combined(operation, _value(left, n), _value(right, n)))
    hint = " (write * for a product)" if isinstance(node, ast.Call) else ""
    raise _NoFormulaError(f"{ast.unparse(node)!r} can't stand in it{hint}")


def _combined(operation: ast.operator, a: int, b: int) -> int:
    match operation:
        case ast.Add():
            return a + b
        case ast.Sub():
            return a - b
        case ast.Mult():
            return a * b
        case ast.FloorDiv() if b:
            return a // b
        case ast.Pow() if b >= 0:
            if b * max(abs(a).bit_length() - 1, 0) > MOST_BITS:  # a power at least so long: too long to work out
                raise _NoFormulaError(f"a number in it has over {MOST_BITS} binary digits")
            return int(a**b)
        case ast.FloorDiv():
            raise _NoFormulaError("it divides by zero")
        case ast.Pow():
            raise _NoFormulaError("it has a negative power")
    allowed = {ast.Div: "/ (write // for whole numbers)", ast.BitXor: "^ (write ** for a power)"}
    raise _NoFormulaError(f"only + - * // ** can stand in it, not {allowed.get(type(operation), 'other signs')}")


def _bounded(number: int) -> int:
    if number.bit_length() > MOST_BITS:
        raise _NoFormulaError(f"a number in it has over {MOST_BITS} binary digits")
    return number
