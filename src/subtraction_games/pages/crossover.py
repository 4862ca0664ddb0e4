"""Where convolution overtakes its rivals, depending on how many steps it takes for each that the formula counts."""

from __future__ import annotations

from math import log2, log10

from .page import Page

RIVALS = {"cold positions, sieve": (1.0, 1.2), "nim-values, dynamic programming": (1.35, 1.5)}  # powers of n


def overtakes(power: float, rival: float, constant: float = 1) -> float:
    """Return the power of ten from which constant * n**power * log2(n)**2 is less than n**rival.

    >>> [round(overtakes(*powers), 1) for powers in RIVALS.values()]
    [17.7, 25.8]
    """
    x = 30.0
    for _ in range(100):
        x = (log10(constant) + 2 * log10(x * log2(10))) / (rival - power)
    return x


def crossover() -> Page:
    """Return a page with a line for each method, and a slider for the constant factor of convolution, from 1 to 30.

    >>> print(crossover().text.splitlines()[2])
      3: cold positions, sieve 10^20.8; nim-values, dynamic programming 10^29.8
    """
    lines = [
        f"{k:>3}: " + "; ".join(f"{name} 10^{overtakes(*powers, k):.1f}" for name, powers in RIVALS.items())
        for k in (1, 1.5, 3, 10, 30)
    ]
    text, title = "\n".join(lines), "Where does convolution overtake its rivals, if its steps cost k times as much?"
    return Page(
        "crossover.html", {"rivals": RIVALS}, title, 420, text, f"<p>{title}</p><pre>{text}</pre>", complete=True
    )
