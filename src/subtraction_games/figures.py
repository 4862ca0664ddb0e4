"""Draw the figures of the notebooks, in one style that is legible at the width of a column.

Each drawing function draws on the axes that it is given. The colours are Okabe and Ito's, which people with any kind of
colour vision can tell apart.
"""

from __future__ import annotations

import io
import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import count
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from .analysis import PowerLaw
from .arguments import needs
from .files import atomic_write, output_folder, write_table

with needs("figures"):
    from matplotlib import pyplot as plt
    from matplotlib.axes import Axes
    from matplotlib.colors import ListedColormap
    from matplotlib.figure import Figure
    from matplotlib.patheffects import withStroke
    from matplotlib.ticker import LogLocator
    from PIL import Image

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
    "svg.hashsalt": "subtraction games",  # so that the same figure always gives the same file
}
METADATA = {"svg": {"Date": None, "Creator": None}, "png": {"Software": None}}


def use_style() -> None:
    """Use the project's style, on top of Matplotlib's defaults instead of the reader's settings, from now on."""
    plt.rcdefaults()
    plt.rcParams.update(STYLE)


def with_numbered_ids(drawing: bytes) -> bytes:
    """Return an SVG with numbers in place of the hashes in Matplotlib's ids, because these depend on the processor.

    >>> with_numbered_ids(b'<g clip-path="url(#pad9f3e0172)"/><use href="#m0123456789"/><path id="pad9f3e0172"/>')
    b'<g clip-path="url(#p1)"/><use href="#m2"/><path id="p1"/>'
    """
    numbers: defaultdict[bytes, int] = defaultdict(count(1).__next__)
    ending_in_a_hash = rb'(?<=["#])(\w*)[0-9a-f]{10}(?=["\)])'
    return re.sub(ending_in_a_hash, lambda match: b"%s%d" % (match[1], numbers[match[0]]), drawing)


def save(figure: Figure, name: str, table: Mapping[str, Iterable[Any]] | None = None) -> None:
    """Save a figure as SVG and PNG in figures/ in the output folder, and a table of its numbers, if given, as CSV.

    The same figure always gives the same bytes. The layout is computed once, for the SVG, so that the PNG and `show`
    agree with it. If the folder is build/draft/figures in the current folder, its name is printed.
    """
    folder = output_folder() / "figures"
    if table is not None:
        write_table(folder / f"{name}.csv", table)
    for ending, metadata in METADATA.items():
        with atomic_write(folder / f"{name}.{ending}") as temporary:
            figure.savefig(temporary, format=ending, metadata=metadata)
            if ending == "svg":
                temporary.write_bytes(with_numbered_ids(temporary.read_bytes()))
        figure.set_layout_engine("none")
    if folder == Path.cwd() / "build/draft/figures":
        print(f"{name}: written to {folder}")


def show(figure: Figure, alt: str = "") -> None:
    """Show a figure in a notebook, with the text `alt` for readers who can't see it, and close the figure.

    In a terminal, only `alt` is printed. In pixels, the picture is twice as wide and as high as it appears on the
    page, to suit most screens. It has only 256 colours, to keep notebooks small.
    """
    if "ipykernel" not in sys.modules:
        plt.close(figure)
        return print(alt)
    from IPython.display import display

    drawn, written, dpi = io.BytesIO(), io.BytesIO(), 2 * figure.dpi
    figure.savefig(drawn, format="png", dpi=dpi, bbox_inches="tight")
    picture = Image.open(drawn).convert("RGB").quantize(256, method=Image.Quantize.FASTOCTREE)
    picture.putpalette([255 if value == 254 else value for value in picture.getpalette() or []])  # its white is 254
    picture.save(written, "PNG", optimize=True, dpi=(dpi, dpi))
    details = {"alt": alt, "width": picture.width // 2, "height": picture.height // 2}
    data = {"image/png": written.getvalue(), "text/plain": repr(figure)}
    display(data, raw=True, metadata={"image/png": details})
    plt.close(figure)


def size_label(n: int) -> str:
    """Return a label for n. Powers of two from 1024 up are written as powers.

    >>> size_label(2**24), size_label(40_000_000)
    ('2$^{24}$', '40,000,000')
    """
    return f"2$^{{{n.bit_length() - 1}}}$" if n >= 1024 and n & (n - 1) == 0 else f"{n:,}"


def power_law(
    above: Axes, below: Axes, x: ArrayLike, y: ArrayLike, law: PowerLaw, *, points: str = "data", line: str = "fit"
) -> None:
    """Plot points and a fitted power law on the axes `above`, on logarithmic scales, and their ratio on `below`.

    The legend names the `points` and the `line`. The lower axes, which share x with the upper ones, count the points on
    either side of the law, with triangles for points that are off by 5% or more. Points with x = 0, such as the first
    record, have no place on a logarithmic scale and are left out.
    """
    placed = np.asarray(x) > 0
    xs, ys = np.asarray(x)[placed], np.asarray(y)[placed]
    ends = np.array([xs.min(), xs.max()])
    white_edge = withStroke(linewidth=1.8, foreground="white")  # so that points do not hide a line that crosses them
    style: Any = {"color": VERMILION, "linewidth": 0.9, "zorder": 3, "path_effects": [white_edge]}
    above.plot(xs, ys, ".", color=BLUE, markersize=7, label=points)
    above.plot(ends, law.at(ends), label=line, **style)
    above.legend(loc="upper left")
    ratio = ys / law.at(xs)
    for chosen, marker in ((abs(ratio - 1) < 0.05, "."), (ratio >= 1.05, "^"), (ratio <= 0.95, "v")):
        below.plot(xs[chosen], np.clip(ratio[chosen], 0.953, 1.047), marker, color=BLUE, markersize=3)
    below.axhline(1, **style)
    for height, side, counted in ((0.95, "above", ratio > 1), (0.05, "below", ratio < 1)):
        below.text(0.99, height, f"{counted.sum():,} {side}", transform=below.transAxes, ha="right", va="center")
    above.set(yscale="log")
    below.set(ylim=(0.95, 1.05), ylabel="data / fit")
    for ax in (above, below):
        ax.set_xscale("log", base=2)
        ax.xaxis.set_major_locator(LogLocator(base=64))
        ax.minorticks_off()
        ax.grid(visible=True)


def digit_bars(ax: Axes, counts: ArrayLike, title: str, highlighted: Sequence[int] = ()) -> None:
    """Draw a bar for each digit's count and a dashed line for the mean. Write the count above bars too low to see."""
    heights = np.asarray(counts)
    colours = [BLUE if digit in highlighted else SKY for digit in range(heights.size)]
    ax.bar(np.arange(heights.size), heights, color=colours, width=0.8)
    ax.axhline(heights.sum() / heights.size, color=INK, linewidth=0.8, linestyle=(0, (4, 3)))
    for digit in np.flatnonzero(heights < heights.max() / 100):
        ax.text(float(digit), heights.max() / 100, str(heights[digit]), ha="center", va="bottom", size=8)
    ax.set(title=title, xticks=np.arange(heights.size), xlabel="digit")
    ax.yaxis.set_major_formatter(lambda value, _: f"{value / 1000:,g}k" if value >= 1000 else f"{value:.0f}")


def strips(ax: Axes, dark: ArrayLike, names: Iterable[Any] = (), every: int = 1) -> None:
    """Draw each row of `dark` as a strip of squares, with its name beside it, and number one square in `every`."""
    rows = np.atleast_2d(np.asarray(dark, dtype=bool))
    ax.pcolormesh(rows, cmap=ListedColormap([HOT, COLD]), vmin=0, vmax=1, edgecolors="white", linewidth=1.0)
    numbered = np.arange(0, rows.shape[1], every)
    names = [str(name) for name in names]
    ax.set(aspect="equal", xlim=(0, rows.shape[1]), ylim=(len(rows), 0))
    ax.set_xticks(numbered + 0.5, [str(position) for position in numbered])
    ax.set_yticks(np.arange(len(names)) + 0.5, names)
    ax.tick_params(length=0, labelsize=8)
    ax.spines[:].set_visible(False)


Tree: TypeAlias = "tuple[int, list[Tree]]"  # coins left, and the trees that one move leads to


def game_tree(ax: Axes, tree: Tree) -> None:
    """Draw a game tree from the top down, with heavy lines for the moves of the player who begins ("you")."""
    leaves, depths = count(), set()

    def draw(tree: Tree, depth: int) -> float:
        coins, following = tree
        below = [draw(child, depth + 1) for child in following]
        x = sum(below) / len(below) if below else float(next(leaves))
        yours = depth % 2 == 0
        for end in below:
            ax.plot([x, end], [depth, depth + 1], color=INK, linewidth=2.4 if yours else 0.8, zorder=1)
        circle = {"boxstyle": "circle,pad=0.3", "facecolor": HOT if yours else COLD, "edgecolor": "none"}
        ax.text(x, depth, str(coins), ha="center", va="center", size=9, color=INK if yours else "white", bbox=circle)
        depths.add(depth)
        return x

    draw(tree, 0)
    ax.set_yticks(sorted(depths), ["I move" if depth % 2 else "you move" for depth in sorted(depths)])
    ax.set(xticks=[])
    ax.tick_params(length=0)
    ax.invert_yaxis()
    ax.spines[:].set_visible(False)


def wrapped(ax: Axes, hot: ArrayLike, width: int) -> None:
    """Draw the positions in rows of `width`, with cold positions dark, so that each column is a residue class."""
    marks = np.asarray(hot, dtype=bool)
    rows = marks[: marks.size // width * width].reshape(-1, width)
    ax.imshow(rows, cmap=ListedColormap([COLD, HOT]), vmin=0, vmax=1, aspect="auto", interpolation="nearest")
    narrow = width < 30
    ticks = np.arange(0, width, max(width // (2 if narrow else 4), 1))
    ax.set(xlabel=f"mod {width}" if narrow else f"position mod {width}", xticks=ticks, yticks=[])
    ax.spines[:].set_visible(False)
