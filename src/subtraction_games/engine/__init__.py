"""The fast exact evaluator: cold positions by residue classes, nim-values by tiles, on all cores.

Notebook 8 derives both. Either gives what the recurrence gives, for every game and any number of threads.
"""

from .cold.modulus import PILOT, choose_modulus, forecast, sieve_cost
from .cold.slicing import COLD_GROWTH, cold_bytes, cold_positions, cold_recipe
from .kernel import SOURCES_SHA256
from .nim.tiling import NIM_GROWTH, Tiling, nim_values

NIM_BYTES = 4  # besides the values themselves: the bit planes of squares; other games have 1 to 12

__all__ = [
    "COLD_GROWTH",
    "NIM_BYTES",
    "NIM_GROWTH",
    "PILOT",
    "SOURCES_SHA256",
    "Tiling",
    "choose_modulus",
    "cold_bytes",
    "cold_positions",
    "cold_recipe",
    "forecast",
    "nim_values",
    "sieve_cost",
]
