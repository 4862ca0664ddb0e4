"""Bits of residue rows in vector registers: a panel of 512 rows at a time, and counting zeros in words.

Numba compiles plain loops well, but unrolls short ones before it looks for vectors. These few operations are
written in LLVM's own vector types, which LLVM splits into whatever the machine has, so they are portable.
"""

from __future__ import annotations

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, models, register_model

from .kernel import kernel

PANEL_WORDS = 8  # words of 64 bits in a panel of a bit row: one vector register
PANEL = 64 * PANEL_WORDS  # rows of a panel

_WORD = ir.IntType(64)
_PANEL = ir.VectorType(_WORD, PANEL_WORDS)


# --- words -----------------------------------------------------------------------------------------------


def _bit_operation(name):
    @intrinsic
    def operation(typing, x):
        def generate(context, builder, signature, args):
            more = [ir.Constant(ir.IntType(1), 0)] if name == "cttz" else []
            return getattr(builder, name)(*args, *more)

        return types.uint64(types.uint64), generate

    return operation


trailing_zeros, popcount = _bit_operation("cttz"), _bit_operation("ctpop")


@intrinsic
def load_word(typing, address, i):
    """Word i of those at an address. An array that is handed on in a tuple is counted, in step with all threads."""

    def generate(context, builder, signature, args):
        words = builder.inttoptr(args[0], _WORD.as_pointer())
        return builder.load(builder.gep(words, [args[1]]), align=8)

    return types.uint64(types.uint64, types.uint64), generate


@kernel
def window(high, low, shift):
    """The 64 bits of high:low from bit `shift` on, for shift below 64. (In one instruction where that is fast.)"""
    return (low >> shift) | ((high << np.uint64(1)) << (shift ^ np.uint64(63)))


# --- panels ----------------------------------------------------------------------------------------------


class _Panel(types.Type):
    """A panel's words, held in a register."""

    def __init__(self):
        super().__init__("panel of 512 bits")


@register_model(_Panel)
class _PanelModel(models.PrimitiveModel):
    def __init__(self, manager, kind):
        super().__init__(manager, kind, _PANEL)


_panel = _Panel()


@intrinsic
def load_panel(typing, address):
    """The panel at an address, which a multiple of 8 suffices for."""

    def generate(context, builder, signature, args):
        return builder.load(builder.inttoptr(args[0], _PANEL.as_pointer()), align=8)

    return _panel(types.uint64), generate


@intrinsic
def store_panel(typing, address, panel):
    """Write a panel to an address."""

    def generate(context, builder, signature, args):
        builder.store(args[1], builder.inttoptr(args[0], _PANEL.as_pointer()), align=8)
        return context.get_dummy_value()

    return types.void(types.uint64, _panel), generate


@intrinsic
def or_window(typing, panel, low, high, shift):
    """panel | window: the 512 bits of high:low from bit `shift` mod 64 upwards, for two panels that follow on.

    The word above each is taken from registers. To load it instead, at an address one word on, takes twice as many
    loads, and loads across cache lines are what a window costs.
    """

    def generate(context, builder, signature, args):
        places = [ir.Constant(ir.VectorType(ir.IntType(32), PANEL_WORDS), list(p)) for p in (range(1, 9), [0] * 8)]
        above = builder.shuffle_vector(args[1], args[2], places[0])
        one = builder.insert_element(ir.Constant(_PANEL, ir.Undefined), args[3], ir.IntType(32)(0))
        shift = builder.shuffle_vector(one, one, places[1])
        kind = ir.FunctionType(_PANEL, [_PANEL] * 3)
        funnel = cgutils.get_or_insert_function(builder.module, kind, f"llvm.fshr.v{PANEL_WORDS}i64")
        return builder.or_(args[0], builder.call(funnel, [above, args[1], shift]))

    return _panel(_panel, _panel, _panel, types.uint64), generate


@intrinsic
def all_ones(typing, panel):
    """1 if every bit of a panel is set, else 0."""

    def generate(context, builder, signature, args):
        ones = builder.icmp_unsigned("==", args[0], ir.Constant(_PANEL, [2**64 - 1] * PANEL_WORDS))
        lanes = builder.bitcast(ones, ir.IntType(PANEL_WORDS))
        return builder.zext(builder.icmp_unsigned("==", lanes, ir.IntType(PANEL_WORDS)(2**PANEL_WORDS - 1)), _WORD)

    return types.uint64(_panel), generate
