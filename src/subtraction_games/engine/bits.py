"""Bits of residue rows in vector registers: shifted windows, and counting zeros.

Numba compiles plain loops well, but unrolls short ones before it looks for vectors. These few operations are
written in LLVM's own vector types, which LLVM splits into whatever the machine has, so they are portable. Kernels
that use an operation from here are compiled anew only when their own file changes: after editing this one, remove
the __pycache__ folders.
"""

from __future__ import annotations

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

PANEL_WORDS = 8  # words of 64 bits in a panel of a bit row: one vector register
PANEL = 64 * PANEL_WORDS  # rows of a panel


def _bit_operation(name):
    @intrinsic
    def operation(typingctx, x):
        def codegen(context, builder, signature, args):
            more = [ir.Constant(ir.IntType(1), 0)] if name == "cttz" else []
            return getattr(builder, name)(*args, *more)

        return types.uint64(types.uint64), codegen

    return operation


trailing_zeros, popcount = _bit_operation("cttz"), _bit_operation("ctpop")


@intrinsic
def window(typingctx, high, low, shift):
    """The 64 bits of high:low from bit `shift` mod 64 upwards, in one instruction."""

    def codegen(context, builder, signature, args):
        kind = ir.FunctionType(args[0].type, [args[0].type] * 3)
        return builder.call(cgutils.get_or_insert_function(builder.module, kind, "llvm.fshr.i64"), args)

    return types.uint64(types.uint64, types.uint64, types.uint64), codegen


def _or_panel(windows):
    """An operation that ORs 1 or 4 shifted windows of a panel's length into a panel; 1 if it is all ones then.

    Written in LLVM's vector types, because the plain loop over eight words is unrolled before
    the vectoriser sees it: 3 to 5 ns for each window, against 0.6 to 1 ns here.
    """
    word, vector = ir.IntType(64), ir.VectorType(ir.IntType(64), PANEL_WORDS)

    @intrinsic
    def operation(typingctx, hot, h, cold, at, by):
        def codegen(context, builder, signature, args):
            fshr = cgutils.get_or_insert_function(
                builder.module, ir.FunctionType(vector, [vector] * 3), f"llvm.fshr.v{PANEL_WORDS}i64"
            )

            def address(argument, index):
                data = context.make_array(signature.args[argument])(context, builder, args[argument]).data
                return builder.bitcast(builder.gep(data, [index]), vector.as_pointer())

            def repeat(x):
                lanes = ir.VectorType(ir.IntType(32), PANEL_WORDS)
                first = builder.insert_element(ir.Constant(vector, ir.Undefined), x, ir.IntType(32)(0))
                return builder.shuffle_vector(first, first, ir.Constant(lanes, [0] * PANEL_WORDS))

            target = address(0, args[1])
            panel = builder.load(target, align=8)
            for i in range(windows):
                c = builder.extract_value(args[3], i)
                low = builder.load(address(2, c), align=8)
                high = builder.load(address(2, builder.add(c, word(1))), align=8)
                shift = repeat(builder.extract_value(args[4], i))
                panel = builder.or_(panel, builder.call(fshr, [high, low, shift]))
            builder.store(panel, target, align=8)
            ones = builder.icmp_unsigned("==", panel, ir.Constant(vector, [2**64 - 1] * PANEL_WORDS))
            lanes = builder.bitcast(ones, ir.IntType(PANEL_WORDS))
            return builder.zext(builder.icmp_unsigned("==", lanes, ir.IntType(PANEL_WORDS)(2**PANEL_WORDS - 1)), word)

        several = types.UniTuple(types.uint64, windows)
        return types.uint64(hot, types.uint64, cold, several, several), codegen

    return operation


or_one, or_four = _or_panel(1), _or_panel(4)
