"""Vector instructions for kernels of nim-values: 512 lanes of bits, or 64 lanes of uint16, that live in registers.

Numba compiles plain loops well, but unrolls short ones before it looks for vectors. These few operations are
written in LLVM's own vector types, which LLVM splits into whatever the machine has, so they are portable; only
`squeeze` is worth using where the processor has an instruction for it.

A *row* is the bits of one plane (see `nim`) at 512 adjacent positions: 64 bytes at any address, one vector register
where AVX-512 is.
"""

from __future__ import annotations

from llvmlite import binding, ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, models, register_model

WORD = 64  # positions in a machine word of bits: a row of uint16 values is 128 bytes
WORDS = 8  # machine words in a row
TILE = WORD * WORDS  # adjacent positions whose candidates are found together
SIXTEEN = 16  # values that one pass over rows marks: each has a register
QUAD = 4  # candidates of a word that one pass over rows of values compares
WIDE: bool = binding.get_host_cpu_features().get("avx512f", False)  # a row is one register
SQUEEZES: bool = binding.get_host_cpu_features().get("avx512vbmi2", False)

_byte, _half, _word = ir.IntType(8), ir.IntType(16), ir.IntType(64)
_row = ir.VectorType(_word, WORDS)
_eight = ir.VectorType(_word, 8)
_ones = ir.Constant(_row, [2**64 - 1] * WORDS)


class _Vector(types.Type):
    """`count` integers of `bits` bits, held in registers."""

    def __init__(self, bits, count):
        self.bits, self.count = bits, count
        super().__init__(f"vector of {count} int{bits}")


@register_model(_Vector)
class _VectorModel(models.PrimitiveModel):
    def __init__(self, manager, kind):
        super().__init__(manager, kind, ir.VectorType(ir.IntType(kind.bits), kind.count))


word_values, quad_values = _Vector(16, WORD), _Vector(16, QUAD * WORD)


# --- memory ------------------------------------------------------------------------------------------------


def _data(context, builder, signature, args, k):
    """Pointer to the first element of the one-dimensional array args[k]."""
    return context.make_array(signature.args[k])(context, builder, args[k]).data


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
        _prefetch(builder, _data(context, builder, signature, args, 0), args[1])
        return context.get_dummy_value()

    return types.void(array, types.intp), generate


@intrinsic
def store_word(typing, array, i, word):
    """The eight bytes of a uint64 to the uint8 array[i : i + 8]."""

    def generate(context, builder, signature, args):
        data = _data(context, builder, signature, args, 0)
        builder.store(args[2], _at(builder, data, args[1], _word), align=1)
        return context.get_dummy_value()

    return types.void(array, types.intp, types.uint64), generate


# --- rows of bits ------------------------------------------------------------------------------------------


def _splat(builder, x, kind):
    """x in every lane of the vector type `kind`."""
    lanes = ir.VectorType(ir.IntType(32), kind.count)
    first = builder.insert_element(ir.Constant(kind, ir.Undefined), x, ir.IntType(32)(0))
    return builder.shuffle_vector(first, first, ir.Constant(lanes, [0] * kind.count))


def _same(builder, x, y, where):
    """The bits of `where` at which x and y agree: one instruction of AVX-512."""
    return builder.and_(where, builder.xor(builder.xor(x, y), _ones))


def _literal(builder, x, bit):
    return x if bit else builder.xor(x, _ones)


def asking(depth):
    """The operation that asks whether candidates are met, for values of `depth` bits."""

    @intrinsic
    def ask(typing, planes, stride, offsets, begin, end, byte, ahead, lists, at, slots):
        """Clear the live bits of the candidates that the moves offsets[begin:end] reach from the tile at `byte`.

        planes: uint8, bit plane b from b * stride on; lists: uint64[slots, depth + 1, WORDS] from `at` on. Rows of
        two moves stay in registers while all candidates pass; rows `ahead` moves later are asked for.
        """

        def generate(context, builder, signature, args):
            _, stride, _, begin, end, byte, ahead, _, at, slots = args
            data, offsets, lists = (_data(context, builder, signature, args, k) for k in (0, 2, 7))
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
                    met = builder.xor(builder.or_(met_x, met_y), _ones)
                    builder.store(builder.and_(live, met), _at(builder, lists, place, _row), align=8)
            return context.get_dummy_value()

        number = types.intp
        return (
            types.void(planes, number, offsets, number, number, number, number, lists, number, number),
            generate,
        )

    return ask


@intrinsic
def gather(typing, planes, stride, depth, offset, ahead, rows, at):
    """Copy `depth` rows from planes[offset:] to uint64 rows[at:], aligned, and ask for those at planes[ahead:]."""

    def generate(context, builder, signature, args):
        _, stride, depth, offset, ahead, _, at = args
        data, rows = (_data(context, builder, signature, args, k) for k in (0, 5))
        with cgutils.for_range_slice(builder, _word(0), depth, _word(1), _word) as (b, _):
            below = builder.mul(b, stride)
            row = _load(builder, data, builder.add(offset, below), _row, 1)
            builder.store(row, _at(builder, rows, builder.add(at, builder.mul(b, _word(WORDS))), _row), align=8)
            _prefetch(builder, data, builder.add(ahead, below), cache=2)
        return context.get_dummy_value()

    number = types.intp
    return types.void(planes, number, number, number, number, rows, number), generate


@intrinsic
def match(typing, rows, depth, number, pattern, matches):
    """For each of `number` moves a row in matches: where bits 6 and on of its values (see `gather`) are `pattern`."""

    def generate(context, builder, signature, args):
        _, depth, number, pattern, _ = args
        rows, matches = (_data(context, builder, signature, args, k) for k in (0, 4))
        low, size = _word(6), builder.mul(depth, _word(WORDS))
        with cgutils.for_range_slice(builder, _word(0), number, _word(1), _word) as (j, _):
            found = cgutils.alloca_once_value(builder, _ones)
            place = builder.mul(j, size)
            with cgutils.for_range_slice(builder, low, depth, _word(1), _word) as (b, _):
                bit = builder.and_(builder.lshr(pattern, builder.sub(b, low)), _word(1))
                wanted = _splat(builder, builder.sub(_word(0), bit), _row)
                row = _load(builder, rows, builder.add(place, builder.mul(b, _word(WORDS))), _row, 8)
                builder.store(_same(builder, row, wanted, builder.load(found)), found)
            builder.store(builder.load(found), _at(builder, matches, builder.mul(j, _word(WORDS)), _row), align=8)
        return context.get_dummy_value()

    number = types.intp
    return types.void(rows, number, number, number, matches), generate


@intrinsic
def mark(typing, rows, depth, number, matches, quarter, seen, at):
    """OR into SIXTEEN rows of `seen`, from element `at` on, where the moves' values are 0, 1, ... modulo 16.

    Only at the rows of `matches` (see `match`), and where bits 4 and 5 of the value are `quarter`.
    """

    def generate(context, builder, signature, args):
        _, depth, number, _, quarter, _, at = args
        rows, matches, seen = (_data(context, builder, signature, args, k) for k in (0, 3, 5))
        bits = [builder.and_(builder.lshr(quarter, _word(k)), _word(1)) for k in (0, 1)]
        wanted = [_splat(builder, builder.sub(_word(0), bit), _row) for bit in bits]
        places = [_at(builder, seen, builder.add(at, _word(WORDS * v)), _row) for v in range(SIXTEEN)]
        marks = [cgutils.alloca_once_value(builder, builder.load(place, align=8)) for place in places]
        size = builder.mul(depth, _word(WORDS))
        with cgutils.for_range_slice(builder, _word(0), number, _word(1), _word) as (j, _):
            place = builder.mul(j, size)
            x = [_load(builder, rows, builder.add(place, _word(WORDS * b)), _row, 8) for b in range(6)]
            here = _load(builder, matches, builder.mul(j, _word(WORDS)), _row, 8)
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
    return types.void(rows, number, number, matches, number, seen, number), generate


row_of_bits = _Vector(64, WORDS)


def _access(vector, align):
    """Compiled functions that load and store a `vector` at array[i:]."""

    @intrinsic
    def load(typing, array, i):
        def generate(context, builder, signature, args):
            data = _data(context, builder, signature, args, 0)
            return _load(builder, data, args[1], context.get_value_type(vector), align)

        return vector(array, types.intp), generate

    @intrinsic
    def store(typing, array, i, rows):
        def generate(context, builder, signature, args):
            data = _data(context, builder, signature, args, 0)
            builder.store(args[2], _at(builder, data, args[1], args[2].type), align=align)
            return context.get_dummy_value()

        return types.void(array, types.intp, vector), generate

    return load, store


load_row, store_row = _access(row_of_bits, 8)
load_values, store_values = _access(word_values, 2)
load_quad, store_quad = _access(quad_values, 2)


def _operation(kind, operands, operate):
    """An operation on `operands` vectors of the kind; `operate(builder, *vectors)` writes it."""

    def generate(context, builder, signature, args):
        return operate(builder, *args)

    if operands == 1:

        @intrinsic
        def operation(typing, x):
            return kind(kind), generate
    elif operands == 2:

        @intrinsic
        def operation(typing, x, y):
            return kind(kind, kind), generate
    else:

        @intrinsic
        def operation(typing, x, y, z):
            return kind(kind, kind, kind), generate

    return operation


complement = _operation(row_of_bits, 1, lambda builder, x: builder.xor(x, _ones))
both = _operation(row_of_bits, 2, lambda builder, x, y: builder.and_(x, y))
either = _operation(row_of_bits, 2, lambda builder, x, y: builder.or_(x, y))
differ = _operation(row_of_bits, 2, lambda builder, x, y: builder.xor(x, y))
choose = _operation(  # x where `where` is set, else y
    row_of_bits,
    3,
    lambda builder, where, x, y: builder.or_(builder.and_(where, x), builder.and_(builder.xor(where, _ones), y)),
)


@intrinsic
def some(typing, row):
    """Whether any bit of the row is set."""

    def generate(context, builder, signature, args):
        lanes = builder.icmp_unsigned("!=", args[0], ir.Constant(_row, [0] * WORDS))
        return builder.icmp_unsigned("!=", builder.bitcast(lanes, ir.IntType(WORDS)), ir.IntType(WORDS)(0))

    return types.boolean(row_of_bits), generate


@intrinsic
def transpose(typing, array, i):
    """Turn the 64 words array[i : i + 64] into their columns: bit k of word l and bit l of word k change places."""

    def generate(context, builder, signature, args):
        data = _data(context, builder, signature, args, 0)
        places = [_at(builder, data, builder.add(args[1], _word(8 * k)), _eight) for k in range(8)]
        rows = [builder.load(place, align=8) for place in places]

        def constant(numbers):
            return ir.Constant(_eight, [number % 2**64 for number in numbers])

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

_bytes, _values = ir.VectorType(_byte, WORD), ir.VectorType(_half, WORD)


@intrinsic
def squeeze(typing, array, i, chosen, base):
    """base + the places of the set bits of `chosen`, ascending, to the uint8 array[i:].

    All of array[i : i + 64] is written. One instruction where AVX-512 VBMI2 is; elsewhere it is slow, and `nim` has
    a loop instead.
    """

    def generate(context, builder, signature, args):
        data = _data(context, builder, signature, args, 0)
        numbers = builder.add(
            ir.Constant(_bytes, list(range(WORD))), _splat(builder, builder.trunc(args[3], _byte), _bytes)
        )
        lanes = ir.VectorType(ir.IntType(1), WORD)
        kind = ir.FunctionType(_bytes, [_bytes, lanes, _bytes])
        name = f"llvm.experimental.vector.compress.v{WORD}i8"
        compress = cgutils.get_or_insert_function(builder.module, kind, name)
        chosen = builder.bitcast(args[2], lanes)
        front = builder.call(compress, [numbers, chosen, ir.Constant(_bytes, ir.Undefined)])
        builder.store(front, _at(builder, data, args[1], _bytes), align=1)
        return context.get_dummy_value()

    return types.void(array, types.intp, types.uint64, types.intp), generate


@intrinsic
def fill(typing, array, i, number):
    """array[i : i + 64] = number, for a uint8 array."""

    def generate(context, builder, signature, args):
        data = _data(context, builder, signature, args, 0)
        same = _splat(builder, builder.trunc(args[2], _byte), _bytes)
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
            data = _data(context, builder, signature, args, 0)
            mask = _splat(builder, builder.shl(integer(1), builder.trunc(args[2], integer)), vector)
            masked = builder.and_(_load(builder, data, args[1], vector, integer.width // 8), mask)
            return builder.bitcast(builder.icmp_unsigned("!=", masked, ir.Constant(vector, [0] * WORD)), _word)

        return types.uint64(array, types.intp, types.intp), generate

    return bit_of


bit_of_bytes, bit_of_values = _bit_of(_bytes), _bit_of(_values)


@intrinsic
def unseen_bytes(typing, seen, i):
    """uint64 whose bit j says that the uint8 seen[i + j] is zero."""

    def generate(context, builder, signature, args):
        data = _data(context, builder, signature, args, 0)
        marks = _load(builder, data, args[1], _bytes, 1)
        return builder.bitcast(builder.icmp_unsigned("==", marks, ir.Constant(_bytes, [0] * WORD)), _word)

    return types.uint64(seen, types.intp), generate


@intrinsic
def add_bit(typing, array, i, word, bit):
    """array[i + lane] |= 1 << bit for the lanes whose bit of `word` is set, uint16."""

    def generate(context, builder, signature, args):
        data = _data(context, builder, signature, args, 0)
        mask = _splat(builder, builder.shl(_half(1), builder.trunc(args[3], _half)), _values)
        lanes = builder.bitcast(args[2], ir.VectorType(ir.IntType(1), WORD))
        more = builder.select(lanes, mask, ir.Constant(_values, [0] * WORD))
        place = _at(builder, data, args[1], _values)
        builder.store(builder.or_(builder.load(place, align=2), more), place, align=2)
        return context.get_dummy_value()

    return types.void(array, types.intp, types.uint64, types.intp), generate


@intrinsic
def meet(typing, values, i, gaps, candidates):
    """min(gaps, row ^ candidates) for the row values[i : i + WORD]: zero once met."""

    def generate(context, builder, signature, args):
        data = _data(context, builder, signature, args, 0)
        value = _load(builder, data, args[1], _values, 2)
        lanes = ir.VectorType(ir.IntType(32), QUAD * WORD)
        repeat = ir.Constant(lanes, [lane % WORD for lane in range(QUAD * WORD)])
        gap = builder.xor(builder.shuffle_vector(value, value, repeat), args[3])
        return builder.select(builder.icmp_unsigned("<", gap, args[2]), gap, args[2])

    return quad_values(values, types.intp, quad_values, quad_values), generate
