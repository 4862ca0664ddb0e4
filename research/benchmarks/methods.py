"""The programs that are timed: the engine and its rivals, in Python and in C, and the games that they evaluate."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path

import numpy as np
from common import HERE, NOTHING

import subtraction_games as sg
from subtraction_engine import recurrence, sieve
from subtraction_engine.support.blocks import cores
from subtraction_games import core

CORES = cores()

Method = Callable[[np.ndarray, int], object]  # of the moves below n, and n


# --- the rivals in C -----------------------------------------------------------------------------------


@cache
def rivals() -> ctypes.CDLL:
    """The library of rivals.c, compiled at the first call. The library stays loaded even when its file is gone."""
    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder) / "rivals.so"
        gcc = ["gcc", "-O3", "-march=native", "-fopenmp", "-shared", "-fPIC"]
        subprocess.run([*gcc, "-o", library, HERE / "rivals.c"], check=True)
        return ctypes.CDLL(str(library))


def call(name: str, *arguments: np.ndarray | int) -> int:
    """Call a function of rivals.c, whose arguments are all arrays or int64_t."""
    function = rivals()[name]
    function.restype = ctypes.c_int64
    return int(function(*(a.ctypes.data_as(ctypes.c_void_p) if isinstance(a, np.ndarray) else ctypes.c_int64(a)
                          for a in arguments)))  # fmt: skip


def c_sieve_as_stated(moves: np.ndarray, n: int) -> int:
    return call("sieve_as_stated", moves, moves.size, n, np.empty(n, dtype=np.uint8))


def c_segmented_sieve(moves: np.ndarray, n: int, threads: int = 1, room: int = 0) -> int:
    """The number of cold positions, which must be below `room`, as it is for squares and equally sparse games."""
    room = room or int(2 * n**0.7) + 10_000
    cold, following = np.empty(room, dtype=np.int64), np.empty(room, dtype=np.int32)
    return call("segmented_sieve", moves, moves.size, n, 2**21, cold, following, threads)


def c_nim_values(moves: np.ndarray, n: int) -> np.ndarray:
    values = np.empty(n, dtype=np.uint16)
    call("nim_values", moves, moves.size, n, values)
    return values


def c_nim_values_split(moves: np.ndarray, n: int) -> np.ndarray:
    values = np.empty(n, dtype=np.uint16)
    call("nim_values_split", moves, moves.size, n, values, CORES)
    return values


# --- the methods in Python -----------------------------------------------------------------------------


def cold_by_engine(moves: np.ndarray, n: int, threads: int = CORES) -> None:
    sg.cold_positions(moves, n, method="engine", threads=threads)


def nim_by_engine(moves: np.ndarray, n: int, threads: int = CORES) -> None:
    sg.nim_values(moves, n, method="engine", threads=threads)


def without_hotspots(method: Callable[..., object]) -> Method:
    return lambda moves, n: method(moves, n, NOTHING)


COLD: dict[str, Method] = {
    "engine": cold_by_engine,
    "engine, 1 thread": partial(cold_by_engine, threads=1),
    "segmented sieve": without_hotspots(sieve.cold_positions),
    "sieve as the paper states it": core.cold_by_sieving,
    "dynamic-programming": without_hotspots(recurrence.cold_positions),
    "convolution": core.cold_by_convolution,
}
NIM: dict[str, Method] = {
    "engine": nim_by_engine,
    "engine, 1 thread": partial(nim_by_engine, threads=1),
    "dynamic-programming": recurrence.nim_values,
    "convolution": core.nim_by_levels,
}
if shutil.which("gcc"):
    COLD["segmented sieve in C"] = c_segmented_sieve
    COLD["segmented sieve in C, all cores"] = partial(c_segmented_sieve, threads=CORES)
    COLD["sieve as the paper states it, in C"] = c_sieve_as_stated
    NIM["dynamic-programming in C"] = c_nim_values
    NIM["dynamic-programming in C, all cores"] = c_nim_values_split
ON_ALL_CORES = {"engine", "segmented sieve in C, all cores", "dynamic-programming in C, all cores"}


def random_set(n: int) -> np.ndarray:
    """A set as dense as the squares, without their arithmetic: k**2 plus a random number below 2k + 1."""
    k = np.arange(1, int(n**0.5) + 1)
    elements = k**2 + np.random.default_rng(1966).integers(0, 2 * k + 1)
    return elements[elements < n]
