"""Whole numbers written as formulas: 2**34 and 10**9 for a size, n*(3*n-1)//2 for the numbers of a set.

A formula is read, never run: Python's own parser takes it apart, and only whole numbers, n, brackets and the signs
+ - * // ** may stand in it. This file imports nothing but Python's own, so a tool can read sizes before anything else.
"""

import ast
import re
from collections.abc import Callable
from functools import partial
from operator import add, floordiv, mul, sub

LEAST, MOST = 256, 2**40  # the notebooks need a few hundred positions, and no run past 2^40 would end
MOST_BITS = 4096  # of a power in a formula, since 9**9**9 would take for ever; positions have 62


class FormulaError(ValueError):
    """What is wrong with a formula, as the end of a sentence."""


def parse_formula(text: str) -> Callable[[int], int]:
    """The function of n that a formula writes; it, and this, raise FormulaError for what can't be read or worked out.

    >>> [parse_formula("n*(3*n-1)//2")(n) for n in (1, 2, 3)]
    [1, 5, 12]
    """
    if re.search(r"[^ -~]|#|\d[^\W\deE]", text.strip()):  # no comment, no line break, not 0x10 or 1_000
        raise FormulaError("only n, decimal numbers such as 1000 or 1e6, brackets and + - * // ** can stand in it")
    try:
        tree = ast.parse(text.strip(), mode="eval").body
        _value(tree, 1)
    except FormulaError:
        raise
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise FormulaError("it can't be read") from None
    return partial(_value, tree)


def parse_size(name: str, text: str, least: int = LEAST, most: int = MOST) -> int:
    """The whole number from `least` to `most` (both inclusive) that `text` writes; ValueError for anything else.

    >>> parse_size("n", "2**10"), parse_size("n", "1e6"), parse_size("n", "1000")
    (1024, 1000000, 1000)
    """
    try:
        value = None if "n" in text else parse_formula(re.sub(r"^\s*0+(?=\d)", "", text))(1)
    except FormulaError:
        value = None
    if value is None or not least <= value <= most:
        largest = f"2**{most.bit_length() - 1}" if most.bit_count() == 1 else most
        allowed = f"a whole number from {least} to {largest}, such as 1000000 or 2**20"
        raise ValueError(f"{name} must be {allowed}, not {text if len(text) <= 60 else text[:57] + '...'!r}")
    return value


def _value(node: ast.expr, n: int) -> int:
    match node:
        case ast.Constant(value=int() as number) if not isinstance(number, bool):
            return number
        case ast.Constant(value=float() as number) if number < 2**53 and number.is_integer():  # 1e6
            return int(number)
        case ast.Name(id="n"):
            return n
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_value(operand, n)
        case ast.BinOp(left=left, op=sign, right=right) if type(sign) in OPERATIONS:
            try:
                return OPERATIONS[type(sign)](_value(left, n), _value(right, n))
            except ZeroDivisionError:
                raise FormulaError("it divides by zero") from None
        case ast.BinOp(op=sign):
            hints = {ast.Div: "/ (write // for whole numbers)", ast.BitXor: "^ (write ** for a power)"}
            raise FormulaError(f"only + - * // ** can stand in it, not {hints.get(type(sign), 'other signs')}")
    hint = " (write * for a product)" if isinstance(node, ast.Call) else ""
    raise FormulaError(f"{ast.unparse(node)!r} can't stand in it{hint}")


def _power(base: int, exponent: int) -> int:
    if exponent < 0:
        raise FormulaError("it has a negative power")
    if exponent * (abs(base).bit_length() - 1) > MOST_BITS:
        raise FormulaError(f"a number in it has over {MOST_BITS} binary digits")
    return int(base**exponent)


OPERATIONS = {ast.Add: add, ast.Sub: sub, ast.Mult: mul, ast.FloorDiv: floordiv, ast.Pow: _power}
