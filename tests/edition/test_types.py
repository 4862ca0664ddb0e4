"""What a type checker says of calls by a user: mistakes are seen, and what works passes."""

import re
import subprocess
import sys

from conftest import ROOT

CALLS = """
import numpy as np
import subtraction_games as sg

for S in ("squares", [1, 4], (1, 4), {1, 4}, range(1, 9), np.array([1, 4]), np.array([1, 4], dtype=np.uint8)):
    sg.cold_positions(S, 30)
sg.cold_positions(sg.squares, 30, method="sieve", hotspots=range(3))
sg.nim_values(lambda n: [k * k for k in range(1, n)], 30, method="engine")
sg.nim_values(lambda n: np.arange(1, n), 30)
sg.winning_moves("n**3", 20), sg.winning_moves([1], [20, 31]), sg.is_cold({1}, np.array([3, 4])), sg.board([1], 3)
sg.cold_positions(3, 30)  # wrong
sg.cold_positions([1.5], 30)  # wrong
sg.cold_positions((k for k in (1, 4)), 30)  # wrong
sg.cold_positions(np.linspace(1, 4), 30)  # wrong
sg.cold_positions(lambda n: str(n).split(), 30)  # wrong
sg.nim_values("squares", 30, method="dp")  # wrong
sg.nim_values("squares", 30, hotspots=[3])  # wrong
sg.board(7, [3])  # wrong
sg.is_cold([1], "20")  # wrong
"""


def test_a_type_checker_sees_mistakes_and_only_these(tmp_path):
    (tmp_path / "calls.py").write_text(CALLS)
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file", "pyproject.toml", str(tmp_path / "calls.py")]
    checked = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    wrong = {number for number, line in enumerate(CALLS.splitlines(), 1) if line.endswith("# wrong")}
    assert {int(number) for number in re.findall(r"calls\.py:(\d+): error", checked.stdout)} == wrong, checked.stdout
