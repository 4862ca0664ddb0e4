"""Pictures: numbers and axes in, axes out, in one style that reads at the width of a column.

The colours are Okabe and Ito's, which people of every colour vision can tell apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib import pyplot as plt
from matplotlib.axes import Axes
from matplotlib.colors import ListedColormap
from matplotlib.figure import Figure
from numpy.typing import ArrayLike

from .analysis import PowerLaw
from .checkpoint import written_whole
from .store import output_folder, write_table

BLUE, VERMILION, GREEN, ORANGE, PURPLE, SKY = "#0072B2", "#D55E00", "#009E73", "#E69F00", "#CC79A7", "#56B4E9"
INK, FAINT = "#222222", "#D9D9D9"
HOT, COLD = "#F3D9C9", "#0072B2"

STYLE = {
    "figure.figsize": (6.4, 4.0),
    "figure.dpi": 110,
    "savefig.dpi": 200,
    "figure.constrained_layout.use": True,
    "font.size": 10.5,
    "axes.titlesize": 11,
    "axes.titlelocation": "left",
    "axes.edgecolor": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.prop_cycle": plt.cycler(color=[BLUE, VERMILION, GREEN, ORANGE, PURPLE, SKY]),
    "axes.axisbelow": True,
    "grid.color": FAINT,
    "grid.linewidth": 0.6,
    "legend.frameon": False,
    "lines.linewidth": 1.6,
    "svg.hashsalt": "subtraction games",  # so that the same picture is the same file
}


def use_style() -> None:
    """Draw everything from here on in the project's style."""
    plt.rcParams.update(STYLE)


def save(figure: Figure, name: str, table: Mapping[str, Iterable[Any]]) -> None:
    """Write figures/<name>.svg and .png, and the table that the figure draws as .csv, to the output folder.

    Every byte depends on the picture and the table alone.
    """
    folder = output_folder() / "figures"
    write_table(folder / f"{name}.csv", table)
    for ending, metadata in (("svg", {"Date": None, "Creator": None}), ("png", {"Software": None})):
        with written_whole(folder / f"{name}.{ending}") as temporary:
            figure.savefig(temporary, metadata=metadata)


def size_label(n: int) -> str:
    """n for a label, as a power of two where it is one.

    >>> size_label(2**24), size_label(40_000_000)
    ('2$^{24}$', '40,000,000')
    """
    return f"2$^{{{n.bit_length() - 1}}}$" if n >= 1024 and n & (n - 1) == 0 else f"{n:,}"


def power_law(ax: Axes, x: ArrayLike, y: ArrayLike, law: PowerLaw, *, points: str, line: str) -> Axes:
    """Points and a fitted power law on doubly logarithmic axes, with `points` and `line` as their labels."""
    xs = np.asarray(x)
    ends = np.array([xs.min(), xs.max()])
    ax.plot(xs, y, ".", color=BLUE, markersize=4, label=points)
    ax.plot(ends, law.at(ends), color=VERMILION, linewidth=1.2, label=line)
    ax.set(xscale="log", yscale="log")
    ax.grid(visible=True)
    ax.legend(loc="upper left")
    return ax


def ratio_to_law(ax: Axes, x: ArrayLike, y: ArrayLike, law: PowerLaw) -> Axes:
    """The points divided by the law, to show what a logarithmic axis hides; beyond a fifth off is cut."""
    ax.plot(x, np.asarray(y) / law.at(x), ".", color=BLUE, markersize=2.5)
    ax.axhline(1, color=VERMILION, linewidth=1.2)
    ax.set(xscale="log", ylim=(0.8, 1.2), ylabel="data / fit")
    ax.grid(visible=True)
    return ax


def digit_bars(ax: Axes, counts: ArrayLike, title: str, highlighted: Sequence[int] = ()) -> Axes:
    """How many positions have each digit: one bar a digit, the highlighted ones in colour.

    A faint line marks the height that all bars would share if the digits were uniform.
    """
    heights = np.asarray(counts)
    colours = [BLUE if digit in highlighted else SKY for digit in range(heights.size)]
    ax.bar(np.arange(heights.size), heights, color=colours, width=0.8)
    ax.axhline(heights.sum() / heights.size, color=INK, linewidth=0.8, linestyle=(0, (4, 3)))
    ax.set(title=title, xticks=np.arange(heights.size), xlabel="digit")
    ax.yaxis.set_major_formatter(lambda value, _: f"{value / 1000:,.0f}k" if value >= 1000 else f"{value:.0f}")
    return ax


def hot_cold_strip(ax: Axes, hot: ArrayLike, numbered: bool = True) -> Axes:
    """One square for each position, cold ones dark, from left to right."""
    strip = np.asarray(hot, dtype=bool)[None, :]
    ax.pcolormesh(strip, cmap=ListedColormap([COLD, HOT]), vmin=0, vmax=1, edgecolors="white", linewidth=1.5)
    ax.set(aspect="equal", yticks=[])
    ax.set_xticks(np.arange(strip.size) + 0.5, [str(p) if numbered else "" for p in range(strip.size)])
    ax.tick_params(length=0, labelsize=8)
    ax.spines[:].set_visible(False)
    return ax


def wrapped(ax: Axes, hot: ArrayLike, width: int) -> Axes:
    """The positions wrapped into rows of `width`, cold ones dark: columns are residue classes."""
    marks = np.asarray(hot, dtype=bool)
    rows = marks[: marks.size // width * width].reshape(-1, width)
    ax.imshow(rows, cmap=ListedColormap([COLD, HOT]), vmin=0, vmax=1, aspect="auto", interpolation="nearest")
    narrow = width < 30
    ticks = np.arange(0, width, max(width // (2 if narrow else 4), 1))
    ax.set(xlabel=f"mod {width}" if narrow else f"position mod {width}", xticks=ticks, yticks=[])
    ax.spines[:].set_visible(False)
    return ax
