"""Vector operations that only nim-values need, on rows of bits, on bytes and on uint16 values.

A *row* is the bits of one plane (see `planes`) at 512 adjacent positions: 64 bytes at any address, one vector register
where AVX-512 is. The types, and what cold positions need too, are in `engine.vectors`.
"""

from __future__ import annotations

from llvmlite import binding, ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from ..vectors import ONES, PANEL, WORD, WORDS, Vector, access, bits512, data_of, splat_into

TILE = PANEL  # adjacent positions whose candidates are found together
SIXTEEN = 16  # values that one pass over rows marks: each has a register
QUAD = 4  # candidates of a word that one pass over rows of values compares
WIDE: bool = binding.get_host_cpu_features().get("avx512f", False)  # a row is one register
HAS_COMPRESS: bool = binding.get_host_cpu_features().get("avx512vbmi2", False)  # `compress` is one instruction

_byte, _half, _word = ir.IntType(8), ir.IntType(16), ir.IntType(64)
_row = bits512.value
word_values, quad_values = Vector(16, WORD), Vector(16, QUAD * WORD)
_bytes, _values = Vector(8, WORD).value, word_values.value
load_values, store_values = access(word_values, 2)
load_quad, store_quad = access(quad_values, 2)


# --- memory ------------------------------------------------------------------------------------------------


def _at(builder, data, i, kind):
    """Pointer to something of type `kind` at element i of data."""
    return builder.bitcast(builder.gep(data, [i]), kind.as_pointer())


def _load(builder, data, i, kind, align):
    return builder.load(_at(builder, data, i, kind), align=align)


def _prefetch(builder, data, i, cache=3):
    """Ask for the line of data[i]: into the first-level cache (3) or the second (2)."""
    number, address = ir.IntType(32), _at(builder, data, i, _byte)
    kind = ir.FunctionType(ir.VoidType(), [address.type, number, number, number])
    call = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")
    builder.call(call, [address, number(0), number(cache), number(1)])  # read, data


@intrinsic
def prefetch(typing, array, i):
    """Ask for the cache line of array[i]; any address is allowed."""

    def generate(context, builder, signature, args):
        _prefetch(builder, data_of(context, builder, signature, args, 0), args[1])
        return context.get_dummy_value()

    return types.void(array, types.intp), generate


@intrinsic
def store_word(typing, array, i, word):
    """The eight bytes of a uint64 to the uint8 array[i : i + 8]."""

    def generate(context, builder, signature, args):
        data = data_of(context, builder, signature, args, 0)
        builder.store(args[2], _at(builder, data, args[1], _word), align=1)
        return context.get_dummy_value()

    return types.void(array, types.intp, types.uint64), generate


# --- rows of bits ------------------------------------------------------------------------------------------


def _same(builder, x, y, where):
    """The bits of `where` at which x and y agree: one instruction of AVX-512."""
    return builder.and_(where, builder.xor(builder.xor(x, y), ONES))


def _literal(builder, x, bit):
    return x if bit else builder.xor(x, ONES)


def clearing(depth):
    """The operation that clears candidates that are met, for values of `depth` bits."""

    @intrinsic
    def clear_met(typing, planes, stride, offsets, begin, end, byte, ahead, lists, at, slots):
        """Clear the live bits of the candidates that the moves offsets[begin:end] reach from the tile at `byte`.

        planes: uint8, bit plane b from b * stride on; lists: uint64[slots, depth + 1, WORDS] from `at` on. Rows of
        two moves stay in registers while all candidates pass; rows `ahead` moves later are asked for.
        """

        def generate(context, builder, signature, args):
            _, stride, _, begin, end, byte, ahead, _, at, slots = args
            data, offsets, lists = (data_of(context, builder, signature, args, k) for k in (0, 2, 7))
            last = builder.sub(end, _word(1))
            size = context.make_array(signature.args[2])(context, builder, args[2]).nitems
            furthest = builder.sub(size, _word(1))

            def least(x, y):
                return builder.select(builder.icmp_signed("<", x, y), x, y)

            def begins(j):
                return builder.add(builder.load(builder.gep(offsets, [least(j, furthest)])), byte)

            def rows(j):
                place, later = begins(j), begins(builder.add(j, ahead))
                soon = builder.add(begins(builder.add(j, _word(2))), _word(63))
                found = []
                for _ in range(depth):
                    found.append(_load(builder, data, place, _row, 1))
                    _prefetch(builder, data, soon)
                    _prefetch(builder, data, later, cache=2)
                    place, later, soon = (builder.add(i, stride) for i in (place, later, soon))
                return found

            with cgutils.for_range_slice(builder, begin, end, _word(2), _word) as (j, _):
                x, y = rows(j), rows(least(builder.add(j, _word(1)), last))
                stop = builder.mul(slots, _word((depth + 1) * WORDS))
                with cgutils.for_range_slice(builder, _word(0), stop, _word((depth + 1) * WORDS), _word) as (i, _):
                    place = builder.add(i, at)
                    live = _load(builder, lists, place, _row, 8)
                    met_x = met_y = live
                    for b in range(depth):
                        bit = _load(builder, lists, builder.add(place, _word((b + 1) * WORDS)), _row, 8)
                        met_x, met_y = _same(builder, x[b], bit, met_x), _same(builder, y[b], bit, met_y)
                    met = builder.xor(builder.or_(met_x, met_y), ONES)
                    builder.store(builder.and_(live, met), _at(builder, lists, place, _row), align=8)
            return context.get_dummy_value()

        number = types.intp
        return (
            types.void(planes, number, offsets, number, number, number, number, lists, number, number),
            generate,
        )

    return clear_met


@intrinsic
def copy_row(typing, planes, stride, depth, offset, ahead, rows, at):
    """Copy `depth` rows from planes[offset:] to uint64 rows[at:], aligned, and ask for those at planes[ahead:]."""

    def generate(context, builder, signature, args):
        _, stride, depth, offset, ahead, _, at = args
        data, rows = (data_of(context, builder, signature, args, k) for k in (0, 5))
        with cgutils.for_range_slice(builder, _word(0), depth, _word(1), _word) as (b, _):
            below = builder.mul(b, stride)
            row = _load(builder, data, builder.add(offset, below), _row, 1)
            builder.store(row, _at(builder, rows, builder.add(at, builder.mul(b, _word(WORDS))), _row), align=8)
            _prefetch(builder, data, builder.add(ahead, below), cache=2)
        return context.get_dummy_value()

    number = types.intp
    return types.void(planes, number, number, number, number, rows, number), generate


@intrinsic
def equal_mask(typing, rows, depth, number, pattern, masks):
    """For each of `number` moves a row in masks: where bits 6 and on of its values (see `copy_row`) are `pattern`."""

    def generate(context, builder, signature, args):
        _, depth, number, pattern, _ = args
        rows, masks = (data_of(context, builder, signature, args, k) for k in (0, 4))
        low, size = _word(6), builder.mul(depth, _word(WORDS))
        with cgutils.for_range_slice(builder, _word(0), number, _word(1), _word) as (j, _):
            found = cgutils.alloca_once_value(builder, ONES)
            place = builder.mul(j, size)
            with cgutils.for_range_slice(builder, low, depth, _word(1), _word) as (b, _):
                bit = builder.and_(builder.lshr(pattern, builder.sub(b, low)), _word(1))
                wanted = splat_into(builder, builder.sub(_word(0), bit), _row)
                row = _load(builder, rows, builder.add(place, builder.mul(b, _word(WORDS))), _row, 8)
                builder.store(_same(builder, row, wanted, builder.load(found)), found)
            builder.store(builder.load(found), _at(builder, masks, builder.mul(j, _word(WORDS)), _row), align=8)
        return context.get_dummy_value()

    number = types.intp
    return types.void(rows, number, number, number, masks), generate


@intrinsic
def mark(typing, rows, depth, number, masks, quarter, seen, at):
    """OR into SIXTEEN rows of `seen`, from element `at` on, where the moves' values are 0, 1, ... modulo 16.

    Only where `masks` (see `equal_mask`) says so, and where bits 4 and 5 of the value are `quarter`.
    """

    def generate(context, builder, signature, args):
        _, depth, number, _, quarter, _, at = args
        rows, masks, seen = (data_of(context, builder, signature, args, k) for k in (0, 3, 5))
        bits = [builder.and_(builder.lshr(quarter, _word(k)), _word(1)) for k in (0, 1)]
        wanted = [splat_into(builder, builder.sub(_word(0), bit), _row) for bit in bits]
        places = [_at(builder, seen, builder.add(at, _word(WORDS * v)), _row) for v in range(SIXTEEN)]
        marks = [cgutils.alloca_once_value(builder, builder.load(place, align=8)) for place in places]
        size = builder.mul(depth, _word(WORDS))
        with cgutils.for_range_slice(builder, _word(0), number, _word(1), _word) as (j, _):
            place = builder.mul(j, size)
            x = [_load(builder, rows, builder.add(place, _word(WORDS * b)), _row, 8) for b in range(6)]
            here = _load(builder, masks, builder.mul(j, _word(WORDS)), _row, 8)
            here = _same(builder, x[4], wanted[0], _same(builder, x[5], wanted[1], here))
            low = [builder.and_(_literal(builder, x[1], v & 2), _literal(builder, x[0], v & 1)) for v in range(4)]
            for u in range(4):
                literals = builder.and_(_literal(builder, x[3], u & 2), _literal(builder, x[2], u & 1))
                group = builder.and_(here, literals)
                for v in range(4):
                    mark = marks[4 * u + v]
                    builder.store(builder.or_(builder.load(mark), builder.and_(group, low[v])), mark)
        for mark, place in zip(marks, places, strict=True):
            builder.store(builder.load(mark), place, align=8)
        return context.get_dummy_value()

    number = types.intp
    return types.void(rows, number, number, masks, number, seen, number), generate


@intrinsic
def transpose(typing, array, i):
    """Turn the 64 words array[i : i + 64] into their columns: bit k of word l and bit l of word k change places."""

    def generate(context, builder, signature, args):
        data = data_of(context, builder, signature, args, 0)
        places = [_at(builder, data, builder.add(args[1], _word(8 * k)), _row) for k in range(8)]
        rows = [builder.load(place, align=8) for place in places]

        def constant(numbers):
            return ir.Constant(_row, [number % 2**64 for number in numbers])

        for by in (32, 16, 8, 4, 2, 1):
            low = sum(1 << bit for bit in range(64) if not bit & by)
            shift, lows, highs = constant([by] * 8), constant([low] * 8), constant([~low] * 8)
            if by >= 8:
                for k in range(8):
                    if not k & by // 8:
                        a, b = rows[k], rows[k + by // 8]
                        rows[k] = builder.or_(builder.and_(a, lows), builder.and_(builder.shl(b, shift), highs))
                        rows[k + by // 8] = builder.or_(
                            builder.and_(b, highs), builder.and_(builder.lshr(a, shift), lows)
                        )
                continue
            lanes = ir.VectorType(ir.IntType(32), 8)
            partner = ir.Constant(lanes, [lane ^ by for lane in range(8)])
            mine = constant([low if not lane & by else ~low for lane in range(8)])
            theirs = constant([~low if not lane & by else low for lane in range(8)])
            blend = ir.Constant(lanes, [lane if not lane & by else lane + 8 for lane in range(8)])
            for k in range(8):
                other = builder.shuffle_vector(rows[k], rows[k], partner)
                moved = builder.shuffle_vector(builder.shl(other, shift), builder.lshr(other, shift), blend)
                rows[k] = builder.or_(builder.and_(rows[k], mine), builder.and_(moved, theirs))
        for row, place in zip(rows, places, strict=True):
            builder.store(row, place, align=8)
        return context.get_dummy_value()

    return types.void(array, types.intp), generate


# --- bytes and values --------------------------------------------------------------------------------------


@intrinsic
def compress(typing, array, i, chosen, base):
    """base + the places of the set bits of `chosen`, ascending, to the uint8 array[i:].

    All of array[i : i + 64] is written. One instruction where AVX-512 VBMI2 is; elsewhere it is slow, and
    `candidates` has a loop instead.
    """

    def generate(context, builder, signature, args):
        data = data_of(context, builder, signature, args, 0)
        numbers = builder.add(
            ir.Constant(_bytes, list(range(WORD))), splat_into(builder, builder.trunc(args[3], _byte), _bytes)
        )
        lanes = ir.VectorType(ir.IntType(1), WORD)
        kind = ir.FunctionType(_bytes, [_bytes, lanes, _bytes])
        name = f"llvm.experimental.vector.compress.v{WORD}i8"
        operation = cgutils.get_or_insert_function(builder.module, kind, name)
        chosen = builder.bitcast(args[2], lanes)
        front = builder.call(operation, [numbers, chosen, ir.Constant(_bytes, ir.Undefined)])
        builder.store(front, _at(builder, data, args[1], _bytes), align=1)
        return context.get_dummy_value()

    return types.void(array, types.intp, types.uint64, types.intp), generate


@intrinsic
def splat(typing, array, i, number):
    """array[i : i + 64] = number, for a uint8 array."""

    def generate(context, builder, signature, args):
        data = data_of(context, builder, signature, args, 0)
        same = splat_into(builder, builder.trunc(args[2], _byte), _bytes)
        builder.store(same, _at(builder, data, args[1], _bytes), align=1)
        return context.get_dummy_value()

    return types.void(array, types.intp, types.intp), generate


def _bit_of(vector):
    """The operation that takes one bit of each integer of a `vector` that stands at array[i:]."""
    integer = vector.element

    @intrinsic
    def bit_of(typing, array, i, bit):
        """uint64: bit `bit` of each of the 64 integers array[i : i + 64]."""

        def generate(context, builder, signature, args):
            data = data_of(context, builder, signature, args, 0)
            mask = splat_into(builder, builder.shl(integer(1), builder.trunc(args[2], integer)), vector)
            masked = builder.and_(_load(builder, data, args[1], vector, integer.width // 8), mask)
            return builder.bitcast(builder.icmp_unsigned("!=", masked, ir.Constant(vector, [0] * WORD)), _word)

        return types.uint64(array, types.intp, types.intp), generate

    return bit_of


bit_of_bytes, bit_of_values = _bit_of(_bytes), _bit_of(_values)


@intrinsic
def unseen_bytes(typing, seen, i):
    """uint64 whose bit j says that the uint8 seen[i + j] is zero."""

    def generate(context, builder, signature, args):
        data = data_of(context, builder, signature, args, 0)
        marks = _load(builder, data, args[1], _bytes, 1)
        return builder.bitcast(builder.icmp_unsigned("==", marks, ir.Constant(_bytes, [0] * WORD)), _word)

    return types.uint64(seen, types.intp), generate


@intrinsic
def add_bit(typing, array, i, word, bit):
    """array[i + lane] |= 1 << bit for the lanes whose bit of `word` is set, uint16."""

    def generate(context, builder, signature, args):
        data = data_of(context, builder, signature, args, 0)
        mask = splat_into(builder, builder.shl(_half(1), builder.trunc(args[3], _half)), _values)
        lanes = builder.bitcast(args[2], ir.VectorType(ir.IntType(1), WORD))
        more = builder.select(lanes, mask, ir.Constant(_values, [0] * WORD))
        place = _at(builder, data, args[1], _values)
        builder.store(builder.or_(builder.load(place, align=2), more), place, align=2)
        return context.get_dummy_value()

    return types.void(array, types.intp, types.uint64, types.intp), generate


@intrinsic
def min_xor(typing, values, i, gaps, candidates):
    """min(gaps, row ^ candidates) for the row values[i : i + WORD]: zero once met."""

    def generate(context, builder, signature, args):
        data = data_of(context, builder, signature, args, 0)
        value = _load(builder, data, args[1], _values, 2)
        lanes = ir.VectorType(ir.IntType(32), QUAD * WORD)
        repeat = ir.Constant(lanes, [lane % WORD for lane in range(QUAD * WORD)])
        gap = builder.xor(builder.shuffle_vector(value, value, repeat), args[3])
        return builder.select(builder.icmp_unsigned("<", gap, args[2]), gap, args[2])

    return quad_values(values, types.intp, quad_values, quad_values), generate
