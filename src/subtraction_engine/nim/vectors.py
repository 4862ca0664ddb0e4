"""Vector operations that only nim-values need, on rows of bits, on bytes and on uint16 values.

A *row* is the bits of one plane (see `planes`) at 512 adjacent positions: 64 bytes at any address, one vector register
where AVX-512 is. The types, and what cold positions need too, are in `engine.vectors`.
"""

from __future__ import annotations

import numpy as np
from llvmlite import binding, ir
from numba import njit
from numba.core import cgutils
from numba.core.types import intp, uint64, void

from ..vectors import (
    ONE,
    ONES,
    PANEL,
    WIDE,
    WORD,
    WORDS,
    Vector,
    access,
    address,
    bits512,
    operation,
    popcount,
    splat_into,
    store_word,
    trailing_zeros,
)
from .tuning import LEAST_DEPTH, MOST_DEPTH

TILE = PANEL  # adjacent positions whose candidates are found together
SIXTEEN = 16  # values that one pass over rows marks: each has a register
QUAD = 4  # candidates of a word that one pass over rows of values compares

_byte, _half, _word = ir.IntType(8), ir.IntType(16), ir.IntType(64)
_row = bits512.value
word_values, quad_values = Vector(16, WORD), Vector(16, QUAD * WORD)
PART = _row if WIDE else ir.VectorType(_word, WORDS // 2)  # of a row: so much of two moves' stays in registers
_bytes, _values = Vector(8, WORD).value, word_values.value
load_values, store_values = access(word_values, 2)
load_quad, store_quad = access(quad_values, 2)


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


@operation(void, None, intp)
def prefetch(builder, data, i):
    """Ask for the cache line of array[i]; any address is allowed."""
    _prefetch(builder, data, i)


def _loop(builder, stop, start=0, step=1):
    """A loop of LLVM code: `with` gives its index, as the first of two."""
    start = start if isinstance(start, ir.Value) else _word(start)
    return cgutils.for_range_slice(builder, start, stop, _word(step), _word)


def _same(builder, x, y, where):
    """The bits of `where` at which x and y agree: one instruction of AVX-512."""
    return builder.and_(where, builder.not_(builder.xor(x, y)))


def _literal(builder, x, bit):
    return x if bit else builder.not_(x)


def _spread(builder, number, k, kind=_row):
    """A row, or part of one, of bit k of a number."""
    bit = builder.and_(builder.lshr(number, k), _word(1))
    return splat_into(builder, builder.sub(_word(0), bit), kind)


@operation(void, uint64, intp, uint64, intp, intp, intp, intp, uint64, intp, intp)
def clear_met(builder, planes, stride, offsets, size, begin, end, ahead, lists, slots, depth):
    """Clear the live bits of the candidates that the moves offsets[begin:end] reach from a tile.

    Addresses: of what bit plane 0 holds for the tile (plane b is b * stride on), of int64 offsets[size], and of
    uint64 lists[slots, depth + 1, WORDS]. Rows of two moves stay in registers while all candidates pass, so much of a
    row at a time that they can; rows `ahead` moves later are asked for.
    """

    def least(x, y):
        return builder.select(builder.icmp_signed("<", x, y), x, y)

    def at(address, byte, kind):
        return builder.inttoptr(builder.add(address, byte), kind.as_pointer())

    def begins(j):
        j = least(j, builder.sub(size, _word(1)))
        return builder.add(planes, builder.load(builder.gep(at(offsets, _word(0), _word), [j])))

    def ask(bits, j):
        """Which half of a row comes first doesn't matter: all of it is in the cache once one is."""
        line = (bits + 1) * WORDS * 8
        places = begins(j), begins(least(builder.add(j, _word(1)), builder.sub(end, _word(1))))
        for part in range(0, WORDS * 8, PART.count * 8):
            rows = [
                [
                    builder.load(at(place, builder.add(builder.mul(stride, _word(b)), _word(part)), PART), align=1)
                    for b in range(bits)
                ]
                for place in places
            ]
            with _loop(builder, builder.mul(slots, _word(line)), step=line) as (i, _):
                place = builder.add(lists, builder.add(i, _word(part)))
                live = met_x = met_y = builder.load(at(place, _word(0), PART), align=8)
                for b in range(bits):
                    bit = builder.load(at(place, _word((b + 1) * WORDS * 8), PART), align=8)
                    met_x, met_y = _same(builder, rows[0][b], bit, met_x), _same(builder, rows[1][b], bit, met_y)
                met = builder.not_(builder.or_(met_x, met_y))
                builder.store(builder.and_(live, met), at(place, _word(0), PART), align=8)

    def ask_ahead(bits, j):
        soon = builder.add(begins(builder.add(j, _word(2))), _word(63))
        later = begins(builder.add(j, ahead))
        for _ in range(bits):
            for place, cache in ((soon, 3), (later, 2)):
                _prefetch(builder, at(place, _word(0), _byte), _word(0), cache)
            soon, later = builder.add(soon, stride), builder.add(later, stride)

    for bits in range(LEAST_DEPTH, MOST_DEPTH + 1):
        with builder.if_then(builder.icmp_signed("==", depth, _word(bits))), _loop(builder, end, begin, 2) as (j, _):
            ask_ahead(bits, j)
            ask_ahead(bits, builder.add(j, _word(1)))
            ask(bits, j)


@operation(void, None, intp, intp, intp, intp, None, intp)
def copy_row(builder, planes, stride, depth, offset, ahead, rows, at):
    """Copy `depth` rows from planes[offset:] to uint64 rows[at:], aligned, and ask for those at planes[ahead:]."""
    with _loop(builder, depth) as (b, _):
        below = builder.mul(b, stride)
        row = _load(builder, planes, builder.add(offset, below), _row, 1)
        builder.store(row, _at(builder, rows, builder.add(at, builder.mul(b, _word(WORDS))), _row), align=8)
        _prefetch(builder, planes, builder.add(ahead, below), cache=2)


@operation(void, None, intp, intp, intp, None)
def equal_mask(builder, rows, depth, number, pattern, masks):
    """For each of `number` moves a row in masks: where bits 6 and on of its values (see `copy_row`) are `pattern`."""
    with _loop(builder, number) as (j, _):
        found = cgutils.alloca_once_value(builder, ONES)
        place = builder.mul(j, builder.mul(depth, _word(WORDS)))
        with _loop(builder, depth, start=6) as (b, _):
            wanted = _spread(builder, pattern, builder.sub(b, _word(6)))
            row = _load(builder, rows, builder.add(place, builder.mul(b, _word(WORDS))), _row, 8)
            builder.store(_same(builder, row, wanted, builder.load(found)), found)
        builder.store(builder.load(found), _at(builder, masks, builder.mul(j, _word(WORDS)), _row), align=8)


@operation(void, None, intp, intp, None, intp, None, intp)
def mark(builder, rows, depth, number, masks, quarter, seen, at):
    """OR into SIXTEEN rows of `seen`, from element `at` on, where the moves' values are 0, 1, ... modulo 16.

    Only where `masks` (see `equal_mask`) says so, and where bits 4 and 5 of the value are `quarter`.
    """
    for part in range(0, WORDS, PART.count):
        wanted = [_spread(builder, quarter, _word(k), PART) for k in (0, 1)]
        places = [_at(builder, seen, builder.add(at, _word(WORDS * v + part)), PART) for v in range(SIXTEEN)]
        marks = [cgutils.alloca_once_value(builder, builder.load(place, align=8)) for place in places]
        with _loop(builder, number) as (j, _):
            place = builder.add(builder.mul(j, builder.mul(depth, _word(WORDS))), _word(part))
            x = [_load(builder, rows, builder.add(place, _word(WORDS * b)), PART, 8) for b in range(6)]
            where = _load(builder, masks, builder.add(builder.mul(j, _word(WORDS)), _word(part)), PART, 8)
            where = _same(builder, x[4], wanted[0], _same(builder, x[5], wanted[1], where))
            low = [builder.and_(_literal(builder, x[1], v & 2), _literal(builder, x[0], v & 1)) for v in range(4)]
            for u in range(4):
                literals = builder.and_(_literal(builder, x[3], u & 2), _literal(builder, x[2], u & 1))
                group = builder.and_(where, literals)
                for v in range(4):
                    mark = marks[4 * u + v]
                    builder.store(builder.or_(builder.load(mark), builder.and_(group, low[v])), mark)
        for mark, place in zip(marks, places, strict=True):
            builder.store(builder.load(mark), place, align=8)


@operation(void, None, intp)
def transpose(builder, data, i):
    """Turn the 64 words array[i : i + 64] into their columns: bit k of word l and bit l of word k change places."""
    places = [_at(builder, data, builder.add(i, _word(8 * k)), _row) for k in range(8)]
    rows = [builder.load(place, align=8) for place in places]

    def constant(numbers):
        return ir.Constant(_row, [number % 2**64 for number in numbers])

    def mixed(x, where_x, y, where_y):
        return builder.or_(builder.and_(x, where_x), builder.and_(y, where_y))

    for by in (32, 16, 8):  # words of different rows
        low = sum(1 << bit for bit in range(64) if not bit & by)
        shift, lows, highs = constant([by] * 8), constant([low] * 8), constant([~low] * 8)
        for k in (k for k in range(8) if not k & by // 8):
            a, b = rows[k], rows[k + by // 8]
            rows[k] = mixed(a, lows, builder.shl(b, shift), highs)
            rows[k + by // 8] = mixed(builder.lshr(a, shift), lows, b, highs)
    for by in (4, 2, 1):  # words of one row
        low = sum(1 << bit for bit in range(64) if not bit & by)
        shift, lanes = constant([by] * 8), ir.VectorType(ir.IntType(32), 8)
        partner = ir.Constant(lanes, [lane ^ by for lane in range(8)])
        mine = constant([low if not lane & by else ~low for lane in range(8)])
        theirs = constant([~low if not lane & by else low for lane in range(8)])
        blend = ir.Constant(lanes, [lane if not lane & by else lane + 8 for lane in range(8)])
        for k in range(8):
            other = builder.shuffle_vector(rows[k], rows[k], partner)
            moved = builder.shuffle_vector(builder.shl(other, shift), builder.lshr(other, shift), blend)
            rows[k] = mixed(rows[k], mine, moved, theirs)
    for row, place in zip(rows, places, strict=True):
        builder.store(row, place, align=8)


@operation(void, None, intp, uint64, intp)
def compress(builder, data, i, chosen, base):
    """base + the places of the set bits of `chosen`, ascending, to the uint8 array[i:].

    All of array[i : i + 64] is written. One instruction where AVX-512 VBMI2 is; elsewhere it is slow.
    """
    lanes = ir.VectorType(ir.IntType(1), WORD)
    bases = splat_into(builder, builder.trunc(base, _byte), _bytes)
    numbers = builder.add(ir.Constant(_bytes, list(range(WORD))), bases)
    kind = ir.FunctionType(_bytes, [_bytes, lanes, _bytes])
    name = f"llvm.experimental.vector.compress.v{WORD}i8"
    instruction = cgutils.get_or_insert_function(builder.module, kind, name)
    chosen = builder.bitcast(chosen, lanes)
    front = builder.call(instruction, [numbers, chosen, ir.Constant(_bytes, ir.Undefined)])
    builder.store(front, _at(builder, data, i, _bytes), align=1)


@njit
def compress_slowly(array, i, chosen, base):
    """The same in a loop; it writes no more than it must."""
    while chosen:
        array[i] = base + trailing_zeros(chosen)
        chosen &= chosen - ONE
        i += 1


def _by_mask(name):
    """The operation of BMI2 that gathers (pext) or scatters (pdep) the bits of x by a mask."""
    kind = ir.FunctionType(_word, [_word, _word])

    @operation(uint64, uint64, uint64)
    def by_mask(builder, x, mask):
        return builder.call(cgutils.get_or_insert_function(builder.module, kind, f"llvm.x86.bmi.{name}.64"), [x, mask])

    return by_mask


_pext, _pdep = _by_mask("pext"), _by_mask("pdep")


@njit
def compress_by_bytes(array, i, chosen, base):
    """The same, eight places at a time; it writes up to seven bytes past the end."""
    place, each, eight = address(array, i), np.uint64(0x0101010101010101), np.uint64(8)
    numbers = np.uint64(0x0706050403020100) + np.uint64(base) * each
    while chosen:
        some = chosen & np.uint64(255)
        store_word(place, np.uint64(0), _pext(numbers, _pdep(some, each) * np.uint64(255)))
        place += popcount(some)
        numbers += eight * each
        chosen >>= eight


FEATURES = binding.get_host_cpu_features()
list_bits = compress if FEATURES.get("avx512vbmi2") else compress_by_bytes if FEATURES.get("bmi2") else compress_slowly


@operation(void, None, intp, intp)
def splat(builder, data, i, number):
    """array[i : i + 64] = number, for a uint8 array."""
    same = splat_into(builder, builder.trunc(number, _byte), _bytes)
    builder.store(same, _at(builder, data, i, _bytes), align=1)


def _bit_of(vector):
    """The operation that takes one bit of each integer of a `vector` at array[i:]."""
    integer = vector.element

    @operation(uint64, None, intp, intp)
    def bit_of(builder, data, i, bit):
        """uint64: bit `bit` of each of the 64 integers array[i : i + 64]."""
        mask = splat_into(builder, builder.shl(integer(1), builder.trunc(bit, integer)), vector)
        masked = builder.and_(_load(builder, data, i, vector, integer.width // 8), mask)
        return builder.bitcast(builder.icmp_unsigned("!=", masked, ir.Constant(vector, [0] * WORD)), _word)

    return bit_of


bit_of_bytes, bit_of_values = _bit_of(_bytes), _bit_of(_values)


@operation(uint64, None, intp)
def unseen_bytes(builder, data, i):
    """uint64 whose bit j says that the uint8 array[i + j] is zero."""
    marks = _load(builder, data, i, _bytes, 1)
    return builder.bitcast(builder.icmp_unsigned("==", marks, ir.Constant(_bytes, [0] * WORD)), _word)


@operation(void, None, intp, uint64, intp)
def add_bit(builder, data, i, word, bit):
    """array[i + lane] |= 1 << bit for the lanes whose bit of `word` is set, uint16."""
    mask = splat_into(builder, builder.shl(_half(1), builder.trunc(bit, _half)), _values)
    lanes = builder.bitcast(word, ir.VectorType(ir.IntType(1), WORD))
    more = builder.select(lanes, mask, ir.Constant(_values, [0] * WORD))
    place = _at(builder, data, i, _values)
    builder.store(builder.or_(builder.load(place, align=2), more), place, align=2)


@operation(bits512, None, intp, bits512)
def or_values(builder, data, i, x):
    """x, in whose word k bit array[i + k] is set too, for a uint16 array."""
    values = _load(builder, data, i, ir.VectorType(_half, WORDS), 2)
    return builder.or_(x, builder.shl(ir.Constant(_row, [1] * WORDS), builder.zext(values, _row)))


@operation(quad_values, None, intp, quad_values, quad_values)
def min_xor(builder, data, i, gaps, candidates):
    """min(gaps, row ^ candidates) for the row of values array[i : i + WORD]: zero once met."""
    value = _load(builder, data, i, _values, 2)
    lanes = ir.VectorType(ir.IntType(32), QUAD * WORD)
    repeat = ir.Constant(lanes, [lane % WORD for lane in range(QUAD * WORD)])
    gap = builder.xor(builder.shuffle_vector(value, value, repeat), candidates)
    return builder.select(builder.icmp_unsigned("<", gap, gaps), gap, gaps)
