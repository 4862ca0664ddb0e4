"""Vector instructions for kernels: values of many lanes that live in registers.

Numba compiles plain loops well, but unrolls short ones before it looks for vectors. These few operations are
written in LLVM's own vector types, which LLVM splits into whatever the machine has, so they are portable; only
`see` picks one x86 instruction by name where the processor has AVX-512. Kernels that use an operation from here
are compiled anew only when their own file changes: after editing this one, remove the __pycache__ folders.
"""

from __future__ import annotations

from llvmlite import binding, ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, models, register_model

from .bits import trailing_zeros as trailing_zeros  # for nim.py

LANES = 32  # adjacent positions that a tile of nim-values settles together: a row of uint16 is 64 bytes
OCTET = 8  # candidates that one pass over the moves compares
WORDS, GROUP = 2, 8  # a pass over the moves marks WORDS * 64 values of GROUP lanes
WIDE_SHIFTS: bool = binding.get_host_cpu_features().get("avx512f", False)


# --- lanes of nim-values (nim.py) ------------------------------------------------------------------------


class _Vector(types.Type):
    """`count` integers of `bits` bits, held in registers."""

    def __init__(self, bits, count):
        self.bits, self.count = bits, count
        super().__init__(f"vector of {count} int{bits}")


@register_model(_Vector)
class _VectorModel(models.PrimitiveModel):
    def __init__(self, manager, kind):
        super().__init__(manager, kind, ir.VectorType(ir.IntType(kind.bits), kind.count))


octet = _Vector(16, OCTET * LANES)  # OCTET rows of a tile's uint16
levels = _Vector(64, WORDS * GROUP)  # WORDS words of seen values for each of GROUP lanes


def _address(context, builder, signature, args, vector):
    """Pointer to a vector at element args[1] of the one-dimensional array args[0]."""
    array = context.make_array(signature.args[0])(context, builder, args[0])
    return builder.bitcast(builder.gep(array.data, [args[1]]), vector.as_pointer())


def _access(vector):
    """Compiled functions that load and store a `vector` at array[i:]."""

    @intrinsic
    def load(typing, array, i):
        def generate(context, builder, signature, args):
            kind = context.get_value_type(vector)
            return builder.load(_address(context, builder, signature, args, kind), align=2)

        return vector(array, types.intp), generate

    @intrinsic
    def store(typing, array, i, rows):
        def generate(context, builder, signature, args):
            address = _address(context, builder, signature, args, args[2].type)
            builder.store(args[2], address, align=2)
            return context.get_dummy_value()

        return types.void(array, types.intp, vector), generate

    return load, store


load_octet, store_octet = _access(octet)
load_levels, store_levels = _access(levels)


@intrinsic
def meet(typing, values, i, gaps, candidates):
    """min(gaps, row ^ candidates) for the row values[i : i + LANES]: zero once met."""

    def generate(context, builder, signature, args):
        row = ir.VectorType(ir.IntType(16), LANES)
        value = builder.load(_address(context, builder, signature, args, row), align=2)
        lanes = ir.VectorType(ir.IntType(32), OCTET * LANES)
        repeat = ir.Constant(lanes, [lane % LANES for lane in range(OCTET * LANES)])
        gap = builder.xor(builder.shuffle_vector(value, value, repeat), args[3])
        return builder.select(builder.icmp_unsigned("<", gap, args[2]), gap, args[2])

    return octet(values, types.intp, octet, octet), generate


def _shift_left(builder, ones, by):
    """ones << by in every lane, 0 where by >= 64: one instruction where AVX-512 is."""
    if WIDE_SHIFTS:
        kind = ir.FunctionType(ones.type, [ones.type, ones.type])
        return builder.call(
            cgutils.get_or_insert_function(builder.module, kind, "llvm.x86.avx512.psllv.q.512"), [ones, by]
        )
    inside = builder.icmp_unsigned("<", by, ir.Constant(by.type, [64] * GROUP))
    return builder.select(inside, builder.shl(ones, by), ir.Constant(by.type, [0] * GROUP))


@intrinsic
def see(typing, values, i, seen, base):
    """seen | 1 << (row - base), lane by lane, for the row values[i : i + GROUP]."""

    def generate(context, builder, signature, args):
        row = ir.VectorType(ir.IntType(16), GROUP)
        value = builder.load(_address(context, builder, signature, args, row), align=2)
        word = ir.VectorType(ir.IntType(64), GROUP)
        same = ir.Constant(ir.VectorType(ir.IntType(32), GROUP), [0] * GROUP)
        start = builder.insert_element(ir.Constant(word, ir.Undefined), args[3], ir.IntType(32)(0))
        by = builder.sub(builder.zext(value, word), builder.shuffle_vector(start, start, same))
        ones = ir.Constant(word, [1] * GROUP)
        bits = [_shift_left(builder, ones, builder.sub(by, ir.Constant(word, [64 * w] * GROUP))) for w in range(WORDS)]
        both = ir.Constant(ir.VectorType(ir.IntType(32), 2 * GROUP), list(range(2 * GROUP)))
        return builder.or_(args[2], builder.shuffle_vector(bits[0], bits[1], both))

    return levels(values, types.intp, levels, types.uint64), generate


@intrinsic
def prefetch(typing, values, i):
    """Ask for the cache line of values[i]; any address is allowed."""

    def generate(context, builder, signature, args):
        number = ir.IntType(32)
        address = _address(context, builder, signature, args, ir.IntType(8))
        kind = ir.FunctionType(ir.VoidType(), [address.type, number, number, number])
        call = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")
        builder.call(call, [address, number(0), number(3), number(1)])  # read, keep, data
        return context.get_dummy_value()

    return types.void(values, types.intp), generate


@intrinsic
def unseen_bytes(typing, seen, i):
    """uint64 whose bit j says that seen[i + j] is zero."""

    def generate(context, builder, signature, args):
        vector = ir.VectorType(ir.IntType(8), 64)
        marks = builder.load(_address(context, builder, signature, args, vector), align=1)
        zero = builder.icmp_unsigned("==", marks, ir.Constant(vector, [0] * 64))
        return builder.bitcast(zero, ir.IntType(64))

    return types.uint64(seen, types.intp), generate
