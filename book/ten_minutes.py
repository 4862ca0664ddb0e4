"""Write book/ten-minutes.html: the game in five scenes, on a page that needs neither a network nor an installation.

    python book/ten_minutes.py

`make book` writes the file, too, and puts a copy with links to the notebooks into the web edition. Four scenes are the
pages that notebooks show, without their titles and forms. The numbers in the last scene are those of Figure 3.
"""

from __future__ import annotations

import csv
import re
import sys
from dataclasses import replace
from html import escape
from pathlib import Path
from typing import NamedTuple

from subtraction_games.pages.board import board
from subtraction_games.pages.explorer import explore
from subtraction_games.pages.page import Page, filled
from subtraction_games.pages.steps import sieve
from subtraction_games.pages.toss import toss

sys.path.append(str(Path(__file__).resolve().parent.parent / "tools"))
from rings import ROOT

FILE = ROOT / "book/ten-minutes.html"
TITLE = "A small game with a large secret"

SHELL = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="Play a game with thirteen coins, and find a pattern that no one can explain">
<title>{title}</title>
<link rel="icon" href="data:,">
<!-- Written by book/ten_minutes.py. This page works without a network: save it, and open it anywhere. -->
<style id="page.css"></style>
<style>
main {{ max-width: 46rem; padding-bottom: 4rem; }}
h1 {{ font-size: clamp(1.7rem, 6vw, 2.2rem); margin-top: .5rem; }}
h2 {{ font-size: 1.3rem; margin: 3rem 0 .4rem; }}
p, li {{ font-size: 1.0625rem; margin: .6rem 0; }}
ol {{ padding-left: 1.4rem; }}
a {{ color: var(--accent); }}
details {{ margin: .8rem 0; }}
summary {{ cursor: pointer; color: var(--accent); font-weight: 600; padding: .4rem 0; }}
iframe {{ background: var(--paper); margin: .8rem 0; }}
.still > p:first-child {{ display: none; }}
pre {{ overflow-x: auto; font-size: .8rem; }}
</style>
</head>
<body>
<script type="application/json" id="config"></script>
<script id="page.js"></script>
<main>
<h1>{title}</h1>
<p>This page takes about ten minutes and needs no mathematics beyond remainders.</p>
<noscript><p><strong>The games on this page need JavaScript, which is switched off.</strong></p></noscript>
{scenes}
<p class="quiet">This page belongs to a reproducible edition of David Eppstein's paper <cite>Faster Evaluation of
Subtraction Games</cite> (FUN 2018). It works without a network, so you can save it and pass it on.</p>
</main>
</body>
</html>
"""

LAST = """<section>
<h2>{number}. No one has proved why</h2>
<p>Here is what is known, and what is not.</p>
<ol>{known}</ol>
<p>Seven notebooks go on from here. They explain the paper behind this page, run its algorithms and redraw its
figures.</p>
<ol>{notebooks}</ol>
</section>"""


class Scene(NamedTuple):
    """A scene of the page: one thing to do, with a few words before it and after it, which a question may hide."""

    title: str
    before: str
    page: Page
    question: str
    after: str


SCENES = [
    Scene(
        "Thirteen coins",
        "You and the computer take turns removing a square number of coins, here 1, 4 or 9, and the player who takes "
        "the last coin wins. What do you take first?",
        board("squares", [13]),
        "",
        "A position is a number of coins. It is <em>cold</em> if every move from it loses, such as 2 or 5, or 0, where "
        "the game is lost already. Every other position is <em>hot</em>: at least one move leaves a cold one. You win "
        "by leaving a cold position every time.",
    ),
    Scene(
        "Be the sieve",
        "Choose the smallest position without a mark, again and again, beginning with 0. It is cold, and it marks "
        "every position 1, 4, 9, 16, ... above it as hot, because one move leads from there down to it.",
        sieve("squares", 40),
        "What do you notice?",
        "Ten to a row, the cold positions line up in the columns under 0, 2, 5 and 7, until 34 and 39 break the rule. "
        "Is that a pattern, or chance?",
    ),
    Scene(
        "Find the width",
        "Here are the cold positions below 100,000, as blue cells in rows that follow one another like lines of text. "
        "Change the width, and look for widths at which they crowd into few columns.",
        explore("squares", 10**5, width=37),
        "What did you find?",
        "At width 5 nearly nine in ten fall in two columns, so they leave 0 or 2 when divided by 5. At 13 there are "
        "fainter columns, and at 65, which is 5 times 13, both patterns meet.",
    ),
    Scene(
        "Toss the beginning",
        "Perhaps the first few positions decide which remainders win. So flip a coin for each position below 1,000: "
        "tails makes it hot, and heads leaves it to the usual rules, which go on from there. Two remainders win if "
        "they hold three quarters of the last cold positions.",
        toss(guess=True),
        "Which pairs can win?",
        "Only five of the ten pairs ever seem to win. These are exactly the pairs that differ by 2 or 3, remainders "
        "that no square leaves when divided by 5. So the squares seem to decide which pairs can win, and the beginning "
        "chooses among them.",
    ),
]


def page(web: bool = False) -> str:
    """Return the page. In the web edition it links to the notebooks; saved on its own, it only names them."""
    scenes = [_scene(k, scene) for k, scene in enumerate(SCENES, 1)]
    known = "".join(f"<li>{sentence}</li>" for sentence in _known())
    entry = r"^\* \[\d\. (.*)\]\((0\d.*)\.ipynb\): (.*(?:\n  .*)*)"
    notebooks = ""
    for title, file, words in re.findall(entry, _text("notebooks/README.md"), flags=re.M):
        name = f'<a href="notebooks/{file}.html">{title}</a>' if web else f"<b>{title}</b>"
        notebooks += f"<li>{name}{'' if title.endswith('?') else ':'} {' '.join(words.split())}</li>"
    last = LAST.format(number=len(SCENES) + 1, known=known, notebooks=notebooks)
    return filled(SHELL.format(title=TITLE, scenes="\n".join([*scenes, last])), {})


def _scene(number: int, scene: Scene) -> str:
    bare = replace(scene.page, title=scene.title, config=scene.page.config | {"bare": True})  # without title and form
    frame = re.sub(r"\n +", "\n", bare._repr_html_())  # without indents, to keep the file small
    after = f"<p>{scene.after}</p>"
    if scene.question:
        after = f"<details><summary>{scene.question}</summary>{after}</details>"
    return f"<section>\n<h2>{number}. {scene.title}</h2>\n<p>{scene.before}</p>\n{frame}\n{after}\n</section>"


def _known() -> list[str]:
    ones = [int(row["ones"]) for row in csv.DictReader(_text("figures/figure-3-base-5-digits.csv").splitlines())]
    share = (ones[0] + ones[2]) / sum(ones)
    return [
        f"Golomb noticed in 1966 that the remainders are far from even. Of the {sum(ones):,} cold positions below "
        f"2<sup>30</sup>, which Eppstein examined in 2018, {share:.1%} leave 0 or 2 when divided by 5.",
        "Two cold positions never differ by a square, because then a move would lead from the larger to the smaller.",
        "A number that leaves 0 and one that leaves 2 never differ by a square anyway, so these two classes do not get "
        "in each other's way. The same is true of the other four pairs that seem to win.",
        "No one has proved that any two remainders must win, or that they stay ahead for ever, and no one knows how "
        "fast the number of cold positions grows.",
    ]


def _text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def write() -> None:
    """Write the file if it has changed."""
    if not FILE.exists() or FILE.read_text(encoding="utf-8") != page():
        FILE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    write()
    print(f"open {FILE.relative_to(ROOT)} ({escape(TITLE)})")
