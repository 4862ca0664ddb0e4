"""Whole numbers as people write them for make and papermill: 1000000, 2**20 or 10**6."""

from __future__ import annotations

import re
import sys

LEAST, MOST = 256, 2**40  # the notebooks need a few hundred positions, and no run past 2^40 would end


def whole_number(name: str, text: str) -> int:
    """The whole number that `text` writes, or ValueError.

    >>> whole_number("n", "2**10"), whole_number("n", "1000")
    (1024, 1000)
    """
    match = re.fullmatch(r"([0-9]{1,15})(?:\*\*([0-9]{1,2}))?", text.strip())
    value = int(match[1]) ** int(match[2] or 1) if match else None
    if value is None or not LEAST <= value <= MOST:
        raise ValueError(f"{name} must be a whole number from {LEAST} to 2**40, such as 1000000 or 2**20, not '{text}'")
    return value


def main(settings: list[str]) -> None:
    """Print the value of each NAME=TEXT, separated by spaces, or one line that says what is wrong."""
    try:
        print(*(whole_number(*setting.split("=", 1)) for setting in settings))
    except ValueError as error:
        print(f"error: {error}")


if __name__ == "__main__":
    main(sys.argv[1:])
