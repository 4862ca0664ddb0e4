"""Sizes as people write them on a command line: 1000000, 2**20 or 10**6.

make runs this file by itself, before there is an environment, so it imports nothing but Python's own.

    python src/subtraction_games/support/sizes.py NIM_N=2**20 COLD_N=10**7

prints the numbers, or one line that says what is wrong.
"""

from __future__ import annotations

import re
import sys

LEAST, MOST = 256, 2**40  # the notebooks need a few hundred positions, and no run past 2^40 would end


def whole_size(name: str, text: str, least: int = LEAST, most: int = MOST) -> int:
    """The whole number from `least` to `most` (both inclusive) that `text` writes; ValueError for anything else.

    >>> whole_size("n", "2**10"), whole_size("n", "1000")
    (1024, 1000)
    """
    match = re.fullmatch(r"([0-9]{1,19})(?:\*\*([0-9]{1,2}))?", text.strip(), flags=re.ASCII)
    value = int(match[1]) ** int(match[2] or 1) if match else None
    if value is None or not least <= value <= most:
        raise ValueError(
            f"{name} must be a whole number from {least} to {_written(most)}, such as 1000000 or 2**20, not '{text}'"
        )
    return value


def _written(number: int) -> str:
    """A power of two as such: 2**40.

    >>> _written(2**40), _written(1000)
    ('2**40', '1000')
    """
    return f"2**{number.bit_length() - 1}" if number & (number - 1) == 0 else str(number)


def main(settings: list[str]) -> int:
    """Print the value of each NAME=TEXT, separated by spaces; returns the exit status."""
    try:
        named = [setting.split("=", 1) for setting in settings]
        print(*(whole_size(name, text) for name, text in named))
    except ValueError as error:
        print(f"error: {error}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
