"""Begin a notebook: `make notebook NAME=19-hexagons`.

It writes notebooks/beyond/19-hexagons.py and a part of notebooks/solutions, after notebooks/templates, and a line in
notebooks/README.md. make executes both. All of it passes the tests unchanged, and every sentence is yours to change.
Where that fails, the same command goes on; what is written already stays as it is.
"""

from __future__ import annotations

import re
import sys
from contextlib import suppress
from functools import partial
from pathlib import Path

from places import ROOT, exit_status, numbered


def write(name: str, root: Path = ROOT) -> list[Path]:
    """The two sources written, and the list with its new line; ValueError if the name can't be taken."""
    notebooks, last = root / "notebooks", numbered("py", root)[-1]
    link = re.search(r"\.\./solutions/part-(\d+)\.ipynb", last.read_text(encoding="utf-8"))
    executed = [last.with_suffix(".ipynb"), *([last.parent / link[0]] if link else [])]
    begun = link if name == last.stem and not all(path.exists() for path in executed) else None
    following = f"{int(last.stem[:2]) + (begun is None):02}"
    number, _, slug = name.partition("-")
    if number != following or not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", slug):
        raise ValueError(f"NAME must be {following} and what it is about, such as {following}-hexagons, not {name!r}")
    parts = [int(path.stem.removeprefix("part-")) for path in notebooks.glob("solutions/part-*.py")]
    words = {
        "NUMBER": number,
        "SLUG": slug,
        "TITLE": slug.replace("-", " ").capitalize(),
        "PART": begun[1] if begun else str(max(parts, default=0) + 1),
    }
    written = [notebooks / f"beyond/{name}.py", notebooks / f"solutions/part-{words['PART']}.py"]
    for path, template in zip(written, ("notebook", "solutions"), strict=True):
        text = (notebooks / f"templates/{template}.py").read_text(encoding="utf-8")
        text = re.sub(rf"\b({'|'.join(words)})\b", lambda word: words[word[0]], text)
        with suppress(FileExistsError), path.open("x", encoding="utf-8") as file:
            file.write(text)
    contents = notebooks / "README.md"
    listed = contents.read_text(encoding="utf-8")
    if f"(beyond/{name}.ipynb)" not in listed:
        line = f"* [{number}. {words['TITLE']}](beyond/{name}.ipynb): say here what it shows\n"
        contents.write_text(f"{listed.rstrip()}\n{line}", encoding="utf-8")
    return [*written, contents]


def begin(name: str) -> None:
    *begun, contents = (str(path.relative_to(ROOT)) for path in write(name))
    print(f"written: {' '.join(begun)}, and a line in {contents}")
    print(f"(to undo that: rm {' '.join(begun)}; git restore {contents})")


if __name__ == "__main__":
    sys.exit(exit_status(partial(begin, " ".join(sys.argv[1:])), "the same command goes on"))
