"""Vectors of 512 bits in registers, and words of 64: what both halves of the engine compute with.

Numba compiles plain loops well, but unrolls short ones before it looks for vectors. These few operations are written
in LLVM's own vector types, which LLVM splits into whatever the machine has, so they are portable. They take
addresses: an array that is handed on inside a tuple has its references counted, in step with all threads. Whoever
takes an address keeps the array.
"""

from __future__ import annotations

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, models, register_model

from .kernel import kernel

WORD = 64  # bits of a word
WORDS = 8  # words of a vector
PANEL = WORD * WORDS  # bits of a vector: rows of a panel, or positions of a tile
LINE = np.uint64(PANEL // 8)  # bytes of a vector: a cache line
EIGHT = np.uint64(8)  # bytes of a word

ONE = np.uint64(1)
FULL = np.uint64(2**64 - 1)
SIX, NINE = np.uint64(6), np.uint64(9)  # i >> SIX is the word of bit i, i >> NINE its vector
IN_WORD = np.uint64(63)  # i & IN_WORD is its bit in the word

WORD_TYPE = ir.IntType(64)


class Vector(types.Type):
    """`count` integers of `width` bits, held in registers."""

    def __init__(self, width, count):
        self.value = ir.VectorType(ir.IntType(width), count)
        super().__init__(f"vector of {count} int{width}")


@register_model(Vector)
class _VectorModel(models.PrimitiveModel):
    def __init__(self, manager, kind):
        super().__init__(manager, kind, kind.value)


bits512 = Vector(64, WORDS)
ONES = ir.Constant(bits512.value, [2**64 - 1] * WORDS)
ZEROS = ir.Constant(bits512.value, [0] * WORDS)


# --- memory ----------------------------------------------------------------------------------------------


def data_of(context, builder, signature, args, k):
    """Pointer to the first element of the one-dimensional array args[k]."""
    return context.make_array(signature.args[k])(context, builder, args[k]).data


@intrinsic
def address(typing, array, i):
    """uint64: the address of element i of a one-dimensional array."""

    def generate(context, builder, signature, args):
        element = builder.gep(data_of(context, builder, signature, args, 0), [args[1]])
        return builder.ptrtoint(element, WORD_TYPE)

    return types.uint64(array, types.intp), generate


def access(vector, align):
    """The operations load(address) and store(address, x) of a vector type, at multiples of `align` bytes."""

    @intrinsic
    def load(typing, address):
        def generate(context, builder, signature, args):
            return builder.load(builder.inttoptr(args[0], vector.value.as_pointer()), align=align)

        return vector(types.uint64), generate

    @intrinsic
    def store(typing, address, x):
        def generate(context, builder, signature, args):
            builder.store(args[1], builder.inttoptr(args[0], vector.value.as_pointer()), align=align)
            return context.get_dummy_value()

        return types.void(types.uint64, vector), generate

    return load, store


load, store = access(bits512, 8)


@intrinsic
def load_word(typing, address, i):
    """Word i of those at an address."""

    def generate(context, builder, signature, args):
        words = builder.inttoptr(args[0], WORD_TYPE.as_pointer())
        return builder.load(builder.gep(words, [args[1]]), align=8)

    return types.uint64(types.uint64, types.uint64), generate


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


@kernel
def funnel(high, low, shift):
    """The 64 bits of high:low from bit `shift` on, for shift below 64. (One instruction where that is fast.)"""
    return (low >> shift) | ((high << ONE) << (shift ^ IN_WORD))


# --- vectors of bits -------------------------------------------------------------------------------------


def splat_into(builder, x, kind):
    """x in every lane of the LLVM vector type `kind`."""
    lanes = ir.VectorType(ir.IntType(32), kind.count)
    first = builder.insert_element(ir.Constant(kind, ir.Undefined), x, ir.IntType(32)(0))
    return builder.shuffle_vector(first, first, ir.Constant(lanes, [0] * kind.count))


@intrinsic
def not_(typing, x):
    return bits512(bits512), lambda context, builder, signature, args: builder.xor(args[0], ONES)


def _binary(name):
    @intrinsic
    def operation(typing, x, y):
        return bits512(bits512, bits512), lambda context, builder, signature, args: getattr(builder, name)(*args)

    return operation


and_, or_, xor = _binary("and_"), _binary("or_"), _binary("xor")


@intrinsic
def select(typing, where, x, y):
    """The bits of x where `where` is set, and else those of y."""

    def generate(context, builder, signature, args):
        where, x, y = args
        return builder.or_(builder.and_(where, x), builder.and_(builder.xor(where, ONES), y))

    return bits512(bits512, bits512, bits512), generate


def _is_there_a_lane(builder, comparison, x, y):
    lanes = builder.bitcast(builder.icmp_unsigned(comparison, x, y), ir.IntType(WORDS))
    return builder.icmp_unsigned("!=", lanes, ir.IntType(WORDS)(0))


@intrinsic
def any_(typing, x):
    """Whether any bit is set."""

    def generate(context, builder, signature, args):
        return _is_there_a_lane(builder, "!=", args[0], ZEROS)

    return types.boolean(bits512), generate


@intrinsic
def all_(typing, x):
    """1 if every bit is set, else 0."""

    def generate(context, builder, signature, args):
        return builder.zext(builder.not_(_is_there_a_lane(builder, "!=", args[0], ONES)), WORD_TYPE)

    return types.uint64(bits512), generate


@intrinsic
def or_window(typing, x, low, high, shift):
    """x | window: the 512 bits of high:low from bit `shift` mod 64 upwards, for two vectors that follow on.

    The word above each is taken from registers. To load it instead, at an address one word on, takes twice as many
    loads, and loads across cache lines are what a window costs.
    """

    def generate(context, builder, signature, args):
        x, low, high, shift = args
        kind = bits512.value
        next_words = ir.Constant(ir.VectorType(ir.IntType(32), WORDS), list(range(1, WORDS + 1)))
        above = builder.shuffle_vector(low, high, next_words)
        signature = ir.FunctionType(kind, [kind] * 3)
        shifted = cgutils.get_or_insert_function(builder.module, signature, f"llvm.fshr.v{WORDS}i64")
        return builder.or_(x, builder.call(shifted, [above, low, splat_into(builder, shift, kind)]))

    return bits512(bits512, bits512, bits512, types.uint64), generate
