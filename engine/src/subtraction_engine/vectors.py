"""Operations on vectors of 512 bits in registers and on words of 64 bits, for the whole engine.

Numba compiles plain loops well, but it unrolls short loops before it tries to vectorise them. These operations
therefore use LLVM's vector types, which LLVM splits into whatever registers the machine has. Addresses are passed
rather than arrays, because numba counts the references to an array that is passed inside a tuple, and all threads wait
for that counter. Code that takes an address must keep the array alive.
"""

from __future__ import annotations

from functools import wraps

import numpy as np
from llvmlite import ir
from numba.core import cgutils
from numba.core.registry import cpu_target
from numba.core.types import Tuple, Type, UniTuple, boolean, intp, uint64, void
from numba.extending import intrinsic, models, register_model

from .support.compiled import compiled

WORD = 64  # bits of a word
WORDS = 8  # words of a vector
PANEL = WORD * WORDS  # bits of a vector: rows of a panel, or positions of a tile
LINE = np.uint64(PANEL // 8)  # bytes of a vector: a cache line

ONE = np.uint64(1)
FULL = np.uint64(2**64 - 1)
SIX, NINE = np.uint64(6), np.uint64(9)  # i >> SIX is the word of bit i, and i >> NINE its vector
IN_WORD = np.uint64(63)  # i & IN_WORD is the place of bit i in its word

WORD_TYPE = ir.IntType(64)


def compiles_for(feature: str) -> bool:
    """Return whether numba's target has a feature of processors. NUMBA_CPU_NAME may name another processor."""
    *_, listed = cpu_target.target_context.codegen().magic_tuple()  # such as +avx2,-avx512f; the last mention counts
    return {each[1:]: each[0] for each in listed.split(",") if each}.get(feature) == "+"


WIDE = compiles_for("avx512f")  # a vector is one register


class Bits(Type):
    """The numba type of a vector of 512 bits, stored in registers as words."""

    value = ir.VectorType(WORD_TYPE, WORDS)


@register_model(Bits)
class _BitsModel(models.PrimitiveModel):
    def __init__(self, manager, kind):
        super().__init__(manager, kind, kind.value)


bits512 = Bits("512 bits")
ONES = ir.Constant(bits512.value, [2**64 - 1] * WORDS)
ZEROS = ir.Constant(bits512.value, [0] * WORDS)


def operation(result, *kinds):
    """Return a decorator that turns a function building LLVM code into an operation from `kinds` to `result`."""

    def define(build):
        def generate(context, builder, signature, args):
            answer = build(builder, *args)
            return context.get_dummy_value() if result is void else answer

        @wraps(build)
        def typed(typing, *arguments):
            return result(*kinds), generate

        return intrinsic(typed)

    return define


@intrinsic
def address(typing, array, i):
    """Return the address of element i of a one-dimensional array, as uint64."""

    def generate(context, builder, signature, args):
        data = context.make_array(array)(context, builder, args[0]).data
        return builder.ptrtoint(builder.gep(data, [args[1]]), WORD_TYPE)

    return uint64(array, intp), generate


def pointer(builder, address, kind, byte=0):
    """Return an LLVM pointer to a value of type `kind`, `byte` bytes after an address."""
    byte = byte if isinstance(byte, ir.Value) else WORD_TYPE(byte)
    return builder.inttoptr(builder.add(address, byte), kind.as_pointer())


def load_from(builder, address, kind, byte=0, align=1):
    """Load a value of type `kind`, `byte` bytes after an address, with the alignment `align`."""
    return builder.load(pointer(builder, address, kind, byte), align=align)


@operation(bits512, uint64)
def load(builder, address):
    return load_from(builder, address, bits512.value, align=8)


@operation(void, uint64, bits512)
def store(builder, address, x):
    builder.store(x, pointer(builder, address, bits512.value), align=8)


@operation(uint64, uint64, uint64)
def load_word(builder, address, i):
    """Return word i of the words at an address, which need not be a multiple of 8."""
    return builder.load(builder.gep(pointer(builder, address, WORD_TYPE), [i]), align=1)


@operation(void, uint64, uint64, uint64)
def store_word(builder, address, i, x):
    builder.store(x, builder.gep(pointer(builder, address, WORD_TYPE), [i]), align=1)


@operation(uint64, uint64)
def trailing_zeros(builder, x):
    return builder.cttz(x, ir.Constant(ir.IntType(1), 0))


@operation(uint64, uint64)
def popcount(builder, x):
    return builder.ctpop(x)


@compiled
def funnel(high, low, shift):
    """Return bits `shift` to `shift` + 63 of high:low, for a shift below 64 (one instruction if the machine has it)."""
    return (low >> shift) | ((high << ONE) << (shift ^ IN_WORD))


@compiled
def bit_at(address, i):
    """Return bit i, 0 or 1, of the words at an address."""
    return (load_word(address, i >> SIX) >> (i & IN_WORD)) & ONE


def splat_into(builder, x, kind):
    """Return an LLVM vector of type `kind` with x in every lane."""
    lanes = ir.VectorType(ir.IntType(32), kind.count)
    first = builder.insert_element(ir.Constant(kind, ir.Undefined), x, ir.IntType(32)(0))
    return builder.shuffle_vector(first, first, ir.Constant(lanes, [0] * kind.count))


@operation(bits512, bits512)
def not_(builder, x):
    return builder.xor(x, ONES)


def _binary(name):
    return operation(bits512, bits512, bits512)(lambda builder, x, y: getattr(builder, name)(x, y))


and_, or_, xor = _binary("and_"), _binary("or_"), _binary("xor")


@operation(bits512, bits512, bits512, bits512)
def select(builder, where, x, y):
    """Return the bits of x where `where` is set, and the bits of y elsewhere."""
    return builder.or_(builder.and_(where, x), builder.and_(builder.xor(where, ONES), y))


def _differ(builder, x, y):
    lanes = builder.bitcast(builder.icmp_unsigned("!=", x, y), ir.IntType(WORDS))
    return builder.icmp_unsigned("!=", lanes, ir.IntType(WORDS)(0))


@operation(boolean, bits512)
def any_(builder, x):
    return _differ(builder, x, ZEROS)


@operation(uint64, bits512)
def all_(builder, x):
    """Return 1 if every bit is set, and 0 otherwise."""
    return builder.zext(builder.not_(_differ(builder, x, ONES)), WORD_TYPE)


def _addresses(builder, bits, starts):
    """Yield the address of the word (byte if not WIDE) that contains each row of a tuple, and the bit number in it."""
    unit = SIX if WIDE else 3
    for row in cgutils.unpack_tuple(builder, starts):
        offset = builder.shl(builder.lshr(row, WORD_TYPE(unit)), WORD_TYPE(unit - 3))
        yield builder.add(bits, offset), builder.and_(row, WORD_TYPE(2**unit - 1))


@intrinsic
def window_lows(typing, bits, starts):
    """Return, for each row of a tuple, the vector at `bits` whose first word (byte if not WIDE) contains the row."""
    lows = UniTuple(bits512, starts.count)

    def generate(context, builder, signature, args):
        return context.make_tuple(
            builder, lows, [load_from(builder, word, bits512.value) for word, _ in _addresses(builder, *args)]
        )

    return lows(bits, starts), generate


@intrinsic
def or_windows(typing, x, lows, bits, starts):
    """OR into x the windows of 512 bits that begin at `starts`; return x and the `window_lows` of the next 512 bits.

    A window may begin at any bit, so each of its words is joined from two adjacent words. With AVX-512 the cost of a
    window is that of its loads across cache lines, and keeping vectors in registers halves the number of these loads.
    Without AVX-512, loads are half as long and cross lines less often, but no instruction joins two words, so both
    vectors are loaded, one byte apart, and neither is kept.
    """
    kind, both = bits512.value, Tuple([bits512, lows])
    next_words = ir.Constant(ir.VectorType(ir.IntType(32), WORDS), list(range(1, WORDS + 1)))

    def generate(context, builder, signature, args):
        x, lows, bits, starts = args
        highs = []
        addresses = _addresses(builder, bits, starts)
        for low, (word, bit) in zip(cgutils.unpack_tuple(builder, lows), addresses, strict=True):
            shift = splat_into(builder, bit, kind)
            if WIDE:
                highs.append(load_from(builder, word, kind, int(LINE)))
                above = builder.shuffle_vector(low, highs[-1], next_words)
                joining = ir.FunctionType(kind, [kind] * 3)
                funnel = cgutils.get_or_insert_function(builder.module, joining, f"llvm.fshr.v{WORDS}i64")
                window = builder.call(funnel, [above, low, shift])
            else:
                highs.append(low)
                above = load_from(builder, word, kind, 1)
                left = splat_into(builder, builder.sub(WORD_TYPE(8), bit), kind)
                window = builder.or_(builder.lshr(load_from(builder, word, kind), shift), builder.shl(above, left))
            x = builder.or_(x, window)
        return context.make_tuple(builder, both, [x, context.make_tuple(builder, signature.args[1], highs)])

    return both(x, lows, bits, starts), generate
