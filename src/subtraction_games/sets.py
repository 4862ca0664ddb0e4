"""Turn subtraction sets into arrays of moves, and read sets and sizes from text.

A *subtraction set* is a function ``S(n)`` that lists its elements smaller than ``n`` (for infinite sets), a collection
of distinct positive integers (a finite set), or a string such as "squares", "1, 4" or "n*(3*n-1)//2". Every evaluator
first turns the set into `moves`, the ascending int64 array of its elements smaller than n, because a heap of fewer than
n tokens has no other moves. A formula is never executed. Instead, Python's parser turns it into a tree, in which only
whole numbers, n, brackets and the operators `+ - * // **` are allowed. The pages' script games.js reads the same texts.
"""

import ast
import re
from collections.abc import Callable, Iterable, Iterator
from difflib import get_close_matches
from functools import partial
from itertools import count
from operator import add, floordiv, mul, sub

import numpy as np

from .arguments import Moves, SubtractionSet, abbreviated, bound, integers, require_memory
from .games import NAMED, named

MANY = 2**20  # after this many elements, check that there is memory for the rest
MOST_BITS = 4096  # the most binary digits of a power in a formula, because 9**9**9 would never finish
MOST_CHARACTERS = 200  # of a formula, so that neither language nests calls too deeply


def moves_below(S: SubtractionSet, n: int) -> Moves:
    """Return the elements of the subtraction set S that are smaller than n, as a new ascending int64 array.

    The caller has checked that n is an int. The elements may be in any order, and elements of n or more are
    ignored. A string is parsed by `parse_set`. Raises TypeError or ValueError if S, or the answer of a
    function S, is not a set of positive integers.

    >>> moves_below([4, 1, 100], 50), moves_below("n**3", 50)
    (array([1, 4]), array([ 1,  8, 27]))
    >>> moves_below(lambda n: [k * k for k in range(1, n)], 10)
    array([1, 4, 9])
    """
    if isinstance(S, str):
        S = parse_set(S)
    if callable(S):
        return integers(f"the answer of {set_name(S)}({n})", S(n), least=1, stop=2**63, below=n)
    if isinstance(S, Iterable):
        return integers("the subtraction set", S, least=1, stop=2**63, below=n)
    raise TypeError(
        "the subtraction set must be a formula or a name in quotes such as 'n**3' or 'squares', a collection such as "
        f"[1, 4, 9], or a function of one number, n, that lists its elements below n, not {abbreviated(S)}"
    )


def set_name(S: SubtractionSet) -> str:
    """Return the name that messages and files use for a subtraction set."""
    if isinstance(S, str):
        return S.strip()
    return getattr(S, "__name__", "the subtraction set" if callable(S) else "a finite set")


def parse_formula(text: str) -> Callable[[int], int]:
    """Return the function of n that a formula denotes. Parsing and calling it may raise ValueError.

    The error's message completes a sentence about the formula.

    >>> [parse_formula("n*(3*n-1)//2")(n) for n in (1, 2, 3)]
    [1, 5, 12]
    """
    text = text.strip()
    if len(text) > MOST_CHARACTERS:
        raise ValueError(f"it has more than {MOST_CHARACTERS} characters")
    if re.search(r"[^ -~]|#|\d[^\W\deE]", text):  # no comments or line breaks, no 0x10 or 1_000
        raise ValueError("only n, decimal numbers such as 1000 or 1e6, brackets and + - * // ** are allowed")
    try:
        tree = ast.parse(text, mode="eval").body
        _value(tree, 1)
    except SyntaxError:
        raise ValueError("it cannot be parsed") from None
    return partial(_value, tree)


def parse_size(name: str, text: str, least: int = 256, most: int = 2**40) -> int:
    """Parse a string as a whole number from `least` to `most`, inclusive. Raise ValueError if it is anything else.

    >>> parse_size("n", "2**10"), parse_size("n", "1e6"), parse_size("n", "1000")
    (1024, 1000000, 1000)
    """
    try:
        value = None if "n" in text else parse_formula(text)(1)
    except ValueError:
        value = None
    if value is None or not least <= value <= most:
        allowed = f"a whole number from {least} to {bound(most)}, such as 1000000 or 2**20"
        raise ValueError(f"{name} must be {allowed}, not {abbreviated(text)}")
    return value


def _value(node: ast.expr, n: int) -> int:
    match node:
        case ast.Constant(value=int() as number) if not isinstance(number, bool):
            return number
        case ast.Constant(value=float() as number) if number < 2**53 and number.is_integer():  # 1e6
            return int(number)
        case ast.Name(id="n"):
            return n
        case ast.Name(id=name):
            raise ValueError(f"the variable of a formula is n, not {name}")
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_value(operand, n)
        case ast.BinOp(left=left, op=sign, right=right) if type(sign) in OPERATIONS:
            try:
                return OPERATIONS[type(sign)](_value(left, n), _value(right, n))
            except ZeroDivisionError:
                raise ValueError("it divides by zero") from None
        case ast.BinOp(op=sign):
            hints = {ast.Div: "/ (write // for whole numbers)", ast.BitXor: "^ (write ** for a power)"}
            raise ValueError(f"only + - * // ** are allowed, not {hints.get(type(sign), 'other signs')}")
    hint = " (write * for a product)" if isinstance(node, ast.Call) else ""
    raise ValueError(f"{ast.unparse(node)!r} is not allowed in it{hint}")


def _power(base: int, exponent: int) -> int:
    if exponent < 0:
        raise ValueError("it has a negative power")
    if exponent * (abs(base).bit_length() - 1) > MOST_BITS:
        raise ValueError(f"a number in it has over {MOST_BITS} binary digits")
    return int(base**exponent)


OPERATIONS = {ast.Add: add, ast.Sub: sub, ast.Mult: mul, ast.FloorDiv: floordiv, ast.Pow: _power}


def parse_set(text: str) -> SubtractionSet:
    """Return the subtraction set that a string describes. If it describes no set, a ValueError explains why.

    The string is the name of a set in `games`, a list of numbers such as "1, 4, 9", or a formula in n, such as "n**3"
    or "n*(3*n-1)//2", whose value grows with n = 1, 2, 3, ...

    >>> parse_set("squares")(20), parse_set("n*(3*n-1)//2")(40), parse_set("1, 4")
    (array([ 1,  4,  9, 16]), array([ 1,  5, 12, 22, 35]), array([1, 4]))
    """
    text = text.strip()
    if text in NAMED:
        return NAMED[text]
    numbers = [number for part in text.removesuffix(",").split(",") for number in part.split() or [part]]
    if all(number.isascii() and number.isdecimal() for number in numbers):
        if len(longest := max(numbers, key=len)) > 19:  # Python refuses to read thousands of digits
            allowed = "distinct positive numbers below 2^63"
            raise ValueError(f"the subtraction set must be {allowed}; {abbreviated(longest)} is not")
        return integers("the subtraction set", [int(number) for number in numbers], least=1, stop=2**63)
    try:
        if re.fullmatch(r"[04]?\.[0-7]+", text):
            raise ValueError("octal codes are not accepted, but 0.333 is '1, 2, 3'")
        if text != "n" and text.isidentifier():
            raise ValueError("there is no game of that name")
        return named(text, _values_below, text, parse_formula(text))
    except ValueError as error:
        hint = "".join(f"; did you mean {name!r}?" for name in get_close_matches(text.lower(), NAMED, 1))
        raise ValueError(
            f"a game must be one of {', '.join(NAMED)}, or numbers such as '1, 4, 9', or a formula in n such as 'n**3' "
            f"or 'n*(3*n-1)//2', not {abbreviated(text)}: {error}{hint}"
        ) from None


def is_formula(S: SubtractionSet) -> bool:
    """Return whether `parse_set` made the subtraction set of a formula."""
    return getattr(S, "func", None) is _values_below


def _values_below(text: str, value: Callable[[int], int], n: int) -> Moves:
    return np.fromiter(_elements(abbreviated(text), value, n), dtype=np.int64)


def _elements(name: str, value: Callable[[int], int], n: int) -> Iterator[int]:
    last = 0
    for k in count(1):
        try:
            element = value(k)
        except ValueError as error:
            raise ValueError(f"{name} cannot be evaluated at n = {k}: {error}") from None
        if element <= last:
            reason = f"at n = {k} it is {abbreviated(element)}"
            raise ValueError(f"{name} must be a positive whole number that grows with n = 1, 2, ...; {reason}")
        if element >= n:
            return
        if k == MANY:
            elements = next(2**i for i in count() if value(2**i) >= n)  # at most twice as many as are needed
            require_memory(8 * elements, f"the numbers of {name} below {n}")
        yield element
        last = element
