"""Check the numbers and positions that a caller passes, and the memory that an answer needs."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from numbers import Real
from operator import index
from pathlib import Path
from reprlib import Repr
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

Listed: TypeAlias = Collection[int] | NDArray[np.integer]
SubtractionSet: TypeAlias = str | Listed | Callable[[int], Listed]
Moves: TypeAlias = NDArray[np.int64]
Positions: TypeAlias = NDArray[np.int64]

LARGEST_SIZE = 2**62  # a position plus a move must fit in int64
CONTROL_GROUPS, OWN_GROUPS = Path("/sys/fs/cgroup"), Path("/proc/self/cgroup")
LIMITS = {  # names of a group's limit, its usage and the droppable part of its usage, in version 2 and in version 1
    "": ("memory.max", "memory.current", "inactive_file"),
    "memory": ("memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"),
}


def whole_number(name: str, value: Any, least: int, most: int = LARGEST_SIZE) -> int:
    """Return `value` as an int if it is a whole number from `least` to `most`, inclusive.

    Raises TypeError for anything but an integer (see `as_int`) or a float without a fractional part, and ValueError for
    a number outside the range.

    >>> whole_number("n", 5, least=0), whole_number("n", 1e6, least=0)
    (5, 1000000)
    """
    is_whole_float = isinstance(value, (float, np.floating)) and value.is_integer()
    number = int(value) if is_whole_float else as_int(value)
    if number is None:
        raise TypeError(f"{name} must be a whole number of at least {least}, not {abbreviated(value)}")
    if not least <= number <= most:
        limits = f"at least {least}" if number < least and most == LARGEST_SIZE else f"from {least} to {bound(most)}"
        raise ValueError(f"{name} must be {limits}, not {abbreviated(value)}")
    return number


def as_int(value: Any) -> int | None:
    """Return an int for whatever Python accepts as an index (numbers of numpy, sympy, Sage), but None for a bool."""
    if isinstance(value, (bool, np.ma.MaskedArray)):
        return None
    try:
        return index(value)
    except TypeError:
        return None


def whole_numbers(name: str, values: Any, most: int = LARGEST_SIZE) -> list[int]:
    """Return `values`, one whole number or several, as a list. Raise an error unless each lies between 0 and `most`."""
    numbers = [values] if isinstance(values, Real) or as_int(values) is not None else values
    if isinstance(numbers, (str, bytes)) or not isinstance(numbers, Iterable):
        raise TypeError(f"{name}s must be whole numbers of at least 0, in a list, not {abbreviated(values)}")
    return [whole_number(f"every {name}", number, least=0, most=most) for number in numbers]


def bound(number: int) -> str:
    """Return a number as a string for a message, with large powers of two written as powers.

    >>> bound(100), bound(2**62)
    ('100', '2**62')
    """
    return f"2**{number.bit_length() - 1}" if number.bit_count() == 1 and number >= 2**16 else str(number)


def integers(name: str, values: Any, least: int, stop: int, below: int | None = None) -> Moves:
    """Return `values` as a new ascending int64 array if they are distinct integers in range(least, stop).

    You may pass a one-dimensional array or any collection (list, tuple, set, range, ...), in any order. Integers of at
    least `below` are checked too, but left out of the answer. Raises TypeError for elements that are not integers
    (bools are not accepted), for masked arrays and for iterators, and ValueError for integers out of range or repeated.

    >>> integers("hotspots", {7, 3}, least=0, stop=10)
    array([3, 7])
    """
    allowed = f"distinct integers in range({least}, {bound(stop)})"
    if isinstance(values, range) and values:  # of any length, because only its ends are checked
        first, last = integers(name, {values[0], values[-1]}, least, stop)[[0, -1]].tolist()
        end = last + 1 if below is None else min(last + 1, below)
        return np.arange(first, end, min(abs(values.step), LARGEST_SIZE), dtype=np.int64)
    if isinstance(values, (str, bytes, dict)) or not isinstance(values, Iterable):
        raise TypeError(f"{name} must be {allowed}, not {abbreviated(values)}")
    if isinstance(values, Iterator):  # reading it would exhaust it, and it may have no end
        iterator = f"an iterator ({type(values).__name__}), which can be read only once: write list(...) around it"
        raise TypeError(f"{name} must be {allowed}, in a list or an array, not {iterator}")
    array = values if isinstance(values, np.ndarray) else np.array([*values], dtype=object)
    ascending = np.sort(integer_array(name, array, allowed)).astype(np.int64, copy=False)
    for end in (*ascending[:1], *ascending[-1:]):
        if not least <= end < stop:
            raise ValueError(f"{name} must be {allowed}; {end} is not")
    repeated = ascending[1:][ascending[1:] == ascending[:-1]]
    if repeated.size:
        raise ValueError(f"{name} must be {allowed}; {repeated[0]} occurs more than once")
    return ascending if below is None else ascending[: np.searchsorted(ascending, below)]


def integer_array(
    name: str, values: Any, allowed: str = "a one-dimensional sequence of integers", dimensions: int | None = 1
) -> NDArray[np.integer]:
    """Return `values` as an array of integers with the given number of `dimensions` (None allows any).

    Raises ValueError for any other number of dimensions and for integers outside int64, and TypeError for masked
    arrays and for elements that are not integers. The error message quotes `allowed`, which describes valid values.

    >>> integer_array("positions", [7, 3])
    array([7, 3])
    """
    array = np.asarray(values)
    if dimensions not in (None, array.ndim):
        raise ValueError(f"{name} must be {allowed}, not of {array.ndim} dimensions: {abbreviated(values)}")
    if isinstance(values, np.ma.MaskedArray):
        raise TypeError(f"{name} must be {allowed}, not with a mask: {abbreviated(values)}")
    if array.dtype == object:
        numbers = [as_int(element) for element in array.flat]
        if None in numbers:
            raise TypeError(f"{name} must be {allowed}; {abbreviated(array.flat[numbers.index(None)])} is not")
        array = np.array(numbers, dtype=object).reshape(array.shape)
    elif array.size and array.dtype.kind not in "iu":
        raise TypeError(f"{name} must be {allowed}, not of type {array.dtype}: {abbreviated(values)}")
    if array.dtype in (object, np.uint64):  # numpy would compare uint64 with int64 as float64
        large = array[(array < -(2**63)) | (array >= 2**63)]
        if large.size:
            raise ValueError(f"{name} must be {allowed} that fit in int64; {abbreviated(int(large[0]))} does not")
        array = array.astype(np.int64)
    return array if array.size else np.zeros(array.shape, dtype=np.int64)


def hotspots_below(hotspots: Iterable[int] | None, n: int) -> Positions:
    """Return the hotspots as a new ascending int64 array. Pass distinct integers in range(n), in any order, or None.

    >>> hotspots_below({3, 0}, 5)
    array([0, 3])
    """
    return integers("hotspots", [] if hotspots is None else hotspots, least=0, stop=n)


def as_mask(positions: ArrayLike, n: int) -> NDArray[np.bool_]:
    """Return a bool[n] that is True at the given positions in range(n).

    >>> as_mask(np.array([0, 3]), 5)
    array([ True, False, False,  True, False])
    """
    mask = np.zeros(n, dtype=bool)
    mask[np.asarray(positions, dtype=np.int64)] = True
    return mask


@contextmanager
def needs(extra: str) -> Iterator[None]:
    """Return a context manager for imports that need an extra. If such an import fails, the error names the extra.

    >>> with needs("figures"):
    ...     import matplotlob
    Traceback (most recent call last):
    ...
    ImportError: matplotlob is missing: pip install 'subtraction-games[figures]'
    """
    try:
        yield
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]  # a whole package
        raise ImportError(f"{missing} is missing: pip install 'subtraction-games[{extra}]'", name=missing) from error


def require_memory(needed: float, purpose: str) -> None:
    """Raise MemoryError, before anything is allocated, if this process cannot get `needed` more bytes of memory.

    >>> require_memory(2**60, "an example")
    Traceback (most recent call last):
    ...
    MemoryError: an example needs at least 1,073,741,824.0 GiB of memory; ... GiB are available
    """
    if needed > 2**20 and needed > (available := available_memory()):  # asking takes up to a millisecond
        wanted, free = (f"{number / 2**30:,.1f} GiB" for number in (needed, available))
        raise MemoryError(f"{purpose} needs at least {wanted} of memory; {free} are available")


def available_memory() -> float:
    """Return how many more bytes this process can get, within the limits of ulimit -v and of a container, if any.

    Without psutil, which comes with the engine, the machine's total memory counts as free, except on Windows, which
    does not tell.
    """
    left = _left_in_groups()
    try:
        import psutil
    except ImportError:
        return min(left, os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")) if hasattr(os, "sysconf") else left
    process = psutil.Process()
    if hasattr(process, "rlimit"):  # some systems have no such limits
        limit, _ = process.rlimit(psutil.RLIMIT_AS)
        if limit != psutil.RLIM_INFINITY:
            left = min(left, max(0, limit - process.memory_info().vms))
    return float(min(left, psutil.virtual_memory().available))


def _left_in_groups() -> float:
    """Return how many bytes are left in this process's control groups, by which Linux limits containers, or inf.

    A limit holds for the groups inside, too. A container may see its own group as the topmost one.
    """
    left, text = float("inf"), OWN_GROUPS.read_text() if OWN_GROUPS.exists() else ""
    for _, controller, path in (line.split(":", 2) for line in text.splitlines()):  # 0::/a/b, or 4:memory:/a/b
        if controller in LIMITS:
            limit, usage, droppable = LIMITS[controller]
            own = CONTROL_GROUPS / controller / path.strip("/")
            for group in (own, *own.parents):
                try:
                    most, used = (int((group / name).read_text()) for name in (limit, usage))
                    stat = dict(line.split() for line in (group / "memory.stat").read_text().splitlines())
                except (OSError, ValueError):  # no such group, or its limit is "max"
                    continue
                left = min(left, max(0, most - used + int(stat.get(droppable, 0))))
    return left


_REPR = Repr()
_REPR.maxstring = _REPR.maxlong = _REPR.maxother = 60


def abbreviated(value: Any) -> str:
    """Return repr(value), shortened to one line for a message.

    >>> abbreviated("x" * 100), abbreviated([1, 4, 9] * 100)
    ("'xxxxxxxxxxxxxxxxxxxxxxxxxxx...xxxxxxxxxxxxxxxxxxxxxxxxxxxx'", '[1, 4, 9, 1, 4, 9, ...]')
    """
    if isinstance(value, int) and value.bit_length() > 10_000:  # Python refuses to write thousands of digits
        return f"a number of {value.bit_length()} binary digits"
    return " ".join(_REPR.repr(value).split())
