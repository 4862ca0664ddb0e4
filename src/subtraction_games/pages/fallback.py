"""Pictures in place of a page where no script runs: small PNGs inside HTML, with a description in words.

GitHub and other viewers of notebooks remove scripts, frames and styles from a cell's output, but leave images.
"""

from __future__ import annotations

import base64
import io
from collections.abc import Sequence
from html import escape

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..arguments import needs

Pixels = NDArray[np.uint8]  # (height, width, 3): red, green and blue

BLUE, GOLD, LINE = "#0072B2", "#E69F00", "#B0B0B0"


def image(pixels: Pixels, words: str) -> str:
    """An img element, in ASCII, that contains the picture and its description in words.

    `pixels` is a uint8 array (height, width, 3) of at most 256 colours. The same arguments give the same text.

    >>> image(cells(["#0072B2"]), "0 is cold").partition(" alt=")[2]
    '"0 is cold" width="13">'
    """
    codes = pixels @ np.array([2**16, 2**8, 1])  # colours as numbers, few enough for a pixel to be an index
    colours, drawn = np.unique(codes, return_inverse=True)
    with needs("figures"):
        from PIL import Image
    picture = Image.fromarray(drawn.reshape(codes.shape).astype(np.uint8), "P")
    picture.putpalette((colours[:, None] >> np.array([16, 8, 0]) & 255).astype(np.uint8).tobytes())
    file = io.BytesIO()
    picture.save(file, format="png", optimize=True)
    content = base64.b64encode(file.getvalue()).decode("ascii")
    alt = escape(words).encode("ascii", "xmlcharrefreplace").decode("ascii")
    return f'<img src="data:image/png;base64,{content}" alt="{alt}" width="{pixels.shape[1]}">'


def cells(colours: Sequence[str]) -> Pixels:
    """A picture of a row of cells in these colours, "#RRGGBB", each 12 pixels wide and framed; "" leaves a gap.

    >>> cells(["#0072B2", ""]).shape
    (13, 25, 3)
    """
    size = 12
    pixels = np.full((size + 1, size * len(colours) + 1, 3), 255, dtype=np.uint8)
    for k, colour in enumerate(colours):
        if colour:
            pixels[:, size * k : size * (k + 1) + 1] = rgb(LINE)
            pixels[1:-1, size * k + 1 : size * (k + 1)] = rgb(colour)
    return pixels


def coins(count: int) -> Pixels:
    """A picture of `count` discs of 18 pixels, ten in a row, with a gap after five.

    >>> coins(13).shape == (2 * 22, 10 * 22 + 10, 3)
    True
    """
    size, step = 18, 22
    fine = (np.arange(4 * size) + 0.5) / (2 * size) - 1  # four samples of a pixel in each direction
    inside = (np.hypot(fine, fine[:, None]) <= 1).reshape(size, 4, size, 4).mean(axis=(1, 3))
    disc = np.rint(255 + inside[:, :, None] * (rgb(GOLD) - 255.0)).astype(np.uint8)
    pixels = np.full((step * max(1, -(-count // 10)), 10 * step + 10, 3), 255, dtype=np.uint8)
    for k in range(count):
        top, left = step * (k // 10) + 2, step * (k % 10) + 10 * (k % 10 // 5) + 2
        pixels[top : top + size, left : left + size] = disc
    return pixels


def dots(positions: ArrayLike, width: int, rows: int) -> Pixels:
    """A picture of the positions below width * rows as dark squares, `width` to a row, within a thin frame.

    >>> dots([0, 2, 5], width=3, rows=2).shape[:2]
    (50, 74)
    """
    dark = np.isin(np.arange(width * rows), positions).reshape(rows, width)
    cell = min(24, max(2, 384 // width))
    pixels = np.full((rows * cell + 2, width * cell + 2, 3), 255, dtype=np.uint8)
    pixels[[0, -1]] = pixels[:, [0, -1]] = rgb(LINE)
    pixels[1:-1, 1:-1][np.repeat(np.repeat(dark, cell, axis=0), cell, axis=1)] = rgb(BLUE)
    return pixels


def rgb(colour: str) -> NDArray[np.uint8]:
    """Red, green and blue of a colour "#RRGGBB"."""
    return np.array([int(colour[k : k + 2], 16) for k in (1, 3, 5)], dtype=np.uint8)
