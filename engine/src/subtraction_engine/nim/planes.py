"""Vector operations for nim-values only, on rows of bits, bytes or uint16s at an address.

Bit planes let one logic instruction work on 512 positions at once. A row may begin at any bit, so it is joined from two
shifted loads that are one byte apart. In one plane, a row fills one vector register with AVX-512, and two without.
"""

from __future__ import annotations

import numpy as np
from llvmlite import ir
from numba import njit
from numba.core import cgutils
from numba.core.types import intp, uint64, void

from ..support.compiled import compiled
from ..tuning import ASKING, LEAST_DEPTH, MARKING, MOST_DEPTH
from ..vectors import (
    ONE,
    PANEL,
    WIDE,
    WORD,
    WORD_TYPE,
    WORDS,
    address,
    bits512,
    compiles_for,
    load_from,
    operation,
    pointer,
    splat_into,
    store_word,
)

TILE = PANEL  # adjacent positions whose candidates are found together

_byte, _half, _word, _row = ir.IntType(8), ir.IntType(16), WORD_TYPE, bits512.value
_bytes, _values = ir.VectorType(_byte, WORD), ir.VectorType(_half, WORD)

PART = _row if WIDE else ir.VectorType(_word, WORDS // 2)  # bits of a part of a row: one register
PART_BYTES = PART.count * 8
EVERYWHERE = ir.Constant(PART, [2**64 - 1] * PART.count)
LOW = 4 if WIDE else 3  # bits: 2^LOW values are marked together, a register each


def _prefetch(builder, address, cache=3):
    """Fetch the cache line at an address into the first-level cache or, if cache is 2, into the second-level cache."""
    number, place = ir.IntType(32), pointer(builder, address, _byte)
    kind = ir.FunctionType(ir.VoidType(), [place.type, number, number, number])
    call = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")
    builder.call(call, [place, number(0), number(cache), number(1)])  # read, data


prefetch = operation(void, uint64)(lambda builder, address: _prefetch(builder, address))


def _loop(builder, stop, start=0, step=1):
    """Return a context in which LLVM code is built as the body of a loop. It yields the loop's index and count."""
    start = start if isinstance(start, ir.Value) else _word(start)
    return cgutils.for_range_slice(builder, start, stop, _word(step), _word)


def _same(builder, x, y, where):
    """Return the bits of `where` at which x and y agree (by one instruction with AVX-512)."""
    return builder.and_(where, builder.not_(builder.xor(x, y)))


def _source_of(builder, tile, moves, j):
    """Return the start of the row that moves[j] reaches from the tile, as a byte's address and a bit number."""
    back = builder.neg(load_from(builder, moves, _word, builder.mul(j, _word(8)), align=8))
    return builder.add(tile, builder.ashr(back, _word(3))), builder.and_(back, _word(7))


def _rows_from(builder, byte, bit, stride, bits, part=0):
    """Return one part of the row in each plane. Rows begin at `bit` of `byte`, and planes lie `stride` bytes apart."""
    right, left = (splat_into(builder, x, PART) for x in (bit, builder.sub(_word(8), bit)))
    rows = []
    for b in range(bits):
        plane = builder.add(byte, builder.mul(stride, _word(b)))
        low, high = load_from(builder, plane, PART, part), load_from(builder, plane, PART, part + 1)
        rows.append(builder.or_(builder.lshr(low, right), builder.shl(high, left)))
    return rows


def _patterns(builder, rows, where=EVERYWHERE):
    """Return, for v = 0, 1, ..., the bits of `where` at which the rows are the binary digits of v, lowest first."""
    patterns = [where]
    for row in reversed(rows):
        patterns = [builder.and_(part, literal) for part in patterns for literal in (builder.not_(row), row)]
    return patterns


def _for_depth(builder, depth):
    """Yield each possible number of planes. The code built in the caller's loop runs only if `depth` is this number."""
    for bits in range(LEAST_DEPTH, MOST_DEPTH + 1):
        with builder.if_then(builder.icmp_signed("==", depth, _word(bits))):
            yield bits


@operation(void, uint64, intp, uint64, intp, intp, uint64, intp, intp)
def ask(builder, tile, stride, moves, begin, end, lists, slots, depth):
    """Clear the live bits of the candidates that moves[begin:end] reach from a tile.

    `tile`, `moves` and `lists` are the addresses of the tile's own row in plane 0, of int64 moves followed by MARKING
    further entries, and of uint64[slots, depth + 1, WORDS]. The rows are cut into parts that fit in registers. The
    parts of two moves at a time stay in registers while they are compared with all candidates. Meanwhile, the rows of
    the moves ASKING places later are fetched.
    """

    def source(j, more=0):
        return _source_of(builder, tile, moves, builder.add(j, _word(more)))

    def compare(bits, j):
        line, last = (bits + 1) * WORDS * 8, builder.sub(end, _word(1))
        partner = builder.select(builder.icmp_signed("<", j, last), builder.add(j, _word(1)), last)
        sources = source(j), source(partner)
        for part in range(0, WORDS * 8, PART_BYTES):
            x, y = (_rows_from(builder, byte, bit, stride, bits, part) for byte, bit in sources)
            with _loop(builder, builder.mul(slots, _word(line)), step=line) as (i, _):
                place = builder.add(lists, builder.add(i, _word(part)))
                live = met_x = met_y = load_from(builder, place, PART, align=8)
                for b in range(bits):
                    candidate = load_from(builder, place, PART, (b + 1) * WORDS * 8, align=8)
                    met_x, met_y = _same(builder, x[b], candidate, met_x), _same(builder, y[b], candidate, met_y)
                left = builder.and_(live, builder.not_(builder.or_(met_x, met_y)))
                builder.store(left, pointer(builder, place, PART), align=8)

    def fetch_ahead(bits, j):
        soon, later = builder.add(source(j, 2)[0], _word(63)), source(j, ASKING)[0]
        for _ in range(bits):
            _prefetch(builder, soon)
            _prefetch(builder, later, cache=2)
            soon, later = builder.add(soon, stride), builder.add(later, stride)

    for bits in _for_depth(builder, depth):
        with _loop(builder, end, begin, 2) as (j, _):
            fetch_ahead(bits, j)
            fetch_ahead(bits, builder.add(j, _word(1)))
            compare(bits, j)


@compiled
def record_bytes(depth):
    """Return the number of bytes in the record that `decode` writes for one move."""
    return (LOW + 2 + (1 << 6 - LOW) + (1 << depth - 6)) * PART_BYTES


@operation(void, uint64, intp, uint64, intp, intp, uint64, intp)
def decode(builder, tile, stride, moves, begin, end, records, depth):
    """Write, for use by `mark`, a record of the values that each of moves[begin:end] reaches from part of a tile.

    `tile` and `moves` are as for `ask`. A record consists of parts of rows. First come the positions where bits 0 and 1
    of the value form the numbers 0 to 3, then the rows of bits 2 to LOW - 1, then the positions where bits LOW to 5
    form the numbers 0, 1, ..., and finally those where the higher bits do.
    """
    for bits in _for_depth(builder, depth):
        with _loop(builder, end, begin) as (j, _):
            rows = _rows_from(builder, *_source_of(builder, tile, moves, j), stride, bits)
            later, _ = _source_of(builder, tile, moves, builder.add(j, _word(MARKING)))
            for _ in range(bits):
                _prefetch(builder, later, cache=2)
                later = builder.add(later, stride)
            low, middle, high = (_patterns(builder, part) for part in (rows[:2], rows[LOW:6], rows[6:]))
            record = [*low, *rows[2:LOW], *middle, *high]
            place = builder.add(records, builder.mul(builder.sub(j, begin), _word(len(record) * PART_BYTES)))
            for k, row in enumerate(record):
                builder.store(row, pointer(builder, place, PART, k * PART_BYTES), align=8)


@operation(void, uint64, intp, intp, intp, uint64)
def mark(builder, records, size, number, value, seen):
    """Mark 2^LOW values, from `value` (a multiple of 2^LOW) up, in one part of each value's row of bits.

    `seen` is the address of this part in the row of `value`, and `records` points to `number` records of `size` bytes.
    """
    places = [pointer(builder, seen, PART, v * WORDS * 8) for v in range(2**LOW)]
    marks = [cgutils.alloca_once_value(builder, builder.load(place, align=8)) for place in places]
    middle = builder.add(builder.lshr(builder.and_(value, _word(63)), _word(LOW)), _word(LOW + 2))
    high = builder.add(builder.lshr(value, _word(6)), _word(LOW + 2 + 2 ** (6 - LOW)))
    middle, high = (builder.mul(k, _word(PART_BYTES)) for k in (middle, high))
    with _loop(builder, number) as (j, _):
        record = builder.add(records, builder.mul(j, size))
        low = [load_from(builder, record, PART, k * PART_BYTES, align=8) for k in range(LOW + 2)]
        where = builder.and_(*(load_from(builder, record, PART, k, align=8) for k in (middle, high)))
        groups = _patterns(builder, low[4:], where)
        for v, mark in enumerate(marks):
            builder.store(builder.or_(builder.load(mark), builder.and_(groups[v // 4], low[v % 4])), mark)
    for mark, place in zip(marks, places, strict=True):
        builder.store(builder.load(mark), place, align=8)


@operation(void, uint64)
def transpose(builder, address):
    """Transpose 64 words as a square matrix of bits, so that bit k of word l and bit l of word k change places.

    In six steps, each word gives half of its bits to the word whose number differs in one binary digit.
    """
    pointers = [pointer(builder, address, _row, 64 * k) for k in range(8)]
    rows, lanes = [builder.load(place, align=8) for place in pointers], ir.VectorType(ir.IntType(32), 8)
    for by in (32, 16, 8, 4, 2, 1):
        low, shift, before = sum(1 << bit for bit in range(64) if not bit & by), ir.Constant(_row, [by] * 8), rows
        partner, rows = ir.Constant(lanes, [lane ^ by % 8 for lane in range(8)]), []
        for k in range(8):
            upper = [bool(8 * k + lane & by) for lane in range(8)]
            other = builder.shuffle_vector(before[k ^ by // 8], before[k ^ by // 8], partner)
            from_low, from_high = builder.shl(other, shift), builder.lshr(other, shift)
            blend = ir.Constant(lanes, [lane + 8 * up for lane, up in enumerate(upper)])
            mine, theirs = (
                ir.Constant(_row, [2**64 - 1 - low if up == own else low for up in upper]) for own in (1, 0)
            )
            given = builder.and_(builder.shuffle_vector(from_low, from_high, blend), theirs)
            rows.append(builder.or_(builder.and_(before[k], mine), given))
    for row, place in zip(rows, pointers, strict=True):
        builder.store(row, place, align=8)


def _instruction(builder, x, mask):
    kind = ir.FunctionType(_word, [_word, _word])
    return builder.call(cgutils.get_or_insert_function(builder.module, kind, "llvm.x86.bmi.pext.64"), [x, mask])


@njit
def pext_slowly(x, mask):
    """Gather the bits of x where the mask has a 1, and pack them side by side from bit 0 on, as BMI2's pext does."""
    gathered, place = np.uint64(0), ONE
    while mask:
        lowest = mask & (~mask + ONE)
        if x & lowest:
            gathered |= place
        place <<= ONE
        mask ^= lowest
    return gathered


pext = operation(uint64, uint64, uint64)(_instruction) if compiles_for("bmi2") else pext_slowly


@operation(uint64, uint64, intp)
def bit_of_values(builder, address, bit):
    """Return, as a word, bit number `bit` of each of the 64 uint16 values at an address."""
    mask = splat_into(builder, builder.shl(_half(1), builder.trunc(bit, _half)), _values)
    masked = builder.and_(load_from(builder, address, _values, align=2), mask)
    return builder.bitcast(builder.icmp_unsigned("!=", masked, ir.Constant(_values, [0] * WORD)), _word)


@compiled
def write_bits(values, start, stop, planes, depth):
    """Write the bits of values[start:stop] into uint8[depth, bytes]; `start` and `stop` must be multiples of WORD."""
    for p in range(start, stop, WORD):
        for b in range(depth):
            store_word(address(planes, b * planes.shape[1]), p // WORD, bit_of_values(address(values, p), b))


@operation(uint64, uint64)
def unseen_bytes(builder, address):
    """Return a word whose bit j is set if byte j at an address is zero."""
    marks = load_from(builder, address, _bytes)
    return builder.bitcast(builder.icmp_unsigned("==", marks, ir.Constant(_bytes, [0] * WORD)), _word)


@operation(void, uint64, uint64, intp)
def add_bits(builder, address, word, bits):
    """OR `bits` into the k-th of 64 uint16 values at an address wherever bit k of `word` is set."""
    lanes = builder.bitcast(word, ir.VectorType(ir.IntType(1), WORD))
    more = builder.select(
        lanes, splat_into(builder, builder.trunc(bits, _half), _values), ir.Constant(_values, [0] * WORD)
    )
    values = load_from(builder, address, _values, align=2)
    builder.store(builder.or_(values, more), pointer(builder, address, _values), align=2)


@operation(bits512, uint64, bits512)
def or_values(builder, address, x):
    """Set in each word k of x the bit whose number is the k-th uint16 value at an address, and return x."""
    values = load_from(builder, address, ir.VectorType(_half, WORDS), align=2)
    return builder.or_(x, builder.shl(ir.Constant(_row, [1] * WORDS), builder.zext(values, _row)))
