"""Define the methods to be timed: the engine and its rivals in Python and in C."""

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
    """Compile and load rivals.c at the first call. The library stays loaded after its file is removed."""
    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder) / "rivals.so"
        gcc = ["gcc", "-O3", "-march=native", "-fopenmp", "-shared", "-fPIC"]
        subprocess.run([*gcc, "-o", library, HERE / "rivals.c"], check=True)
        return ctypes.CDLL(str(library))


def call(name: str, *arguments: np.ndarray | int) -> int:
    """Call a function of rivals.c, whose arguments are all arrays or of type int64_t."""
    function = rivals()[name]
    function.restype = ctypes.c_int64
    return int(function(*(a.ctypes.data_as(ctypes.c_void_p) if isinstance(a, np.ndarray) else ctypes.c_int64(a)
                          for a in arguments)))  # fmt: skip


def c_sieve_as_stated(moves: np.ndarray, n: int) -> int:
    return call("sieve_as_stated", moves, moves.size, n, np.empty(n, dtype=np.uint8))


def c_segmented_sieve(moves: np.ndarray, n: int, threads: int = 1, room: int = 0) -> int:
    """Return the number of cold positions, which must be less than `room`. The default suffices for squares."""
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


COLD: dict[str, Method] = {
    "engine": partial(sg.cold_positions, method="engine", threads=CORES),
    "engine, 1 thread": partial(sg.cold_positions, method="engine", threads=1),
    "segmented sieve": partial(sieve.cold_positions, hotspots=NOTHING),
    "sieve as the paper states it": core.cold_by_sieving,
    "dynamic-programming": partial(recurrence.cold_positions, hotspots=NOTHING),
    "convolution": core.cold_by_convolution,
}
NIM: dict[str, Method] = {
    "engine": partial(sg.nim_values, method="engine", threads=CORES),
    "engine, 1 thread": partial(sg.nim_values, method="engine", threads=1),
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
    """Return a set that is as dense as the squares but random: every k**2 plus a random number below 2k + 1."""
    k = np.arange(1, int(n**0.5) + 1)
    elements = k**2 + np.random.default_rng(1966).integers(0, 2 * k + 1)
    return elements[elements < n]
