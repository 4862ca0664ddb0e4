"""Begin a notebook: `make notebook NAME=23-hexagons`.

    python tools/new_notebook.py 23-hexagons

It writes notebooks/23-hexagons.py and a part of notebooks/solutions, after notebooks/templates, and a line in
notebooks/README.md. make executes both. All of it passes the tests as it stands, and every sentence is yours to change.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def write(name: str, root: Path = ROOT) -> list[Path]:
    """The two sources written, and the list with its new line; ValueError if the name can't be taken."""
    notebooks = root / "notebooks"
    sources = sorted(notebooks.glob("[0-9]*.py"))
    number, _, slug = name.partition("-")
    following = f"{int(sources[-1].stem[:2]) + 1:02}"
    if number != following or not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", slug):
        raise ValueError(f"NAME must be {following} and what it is about, such as {following}-hexagons, not {name!r}")
    drawn = [int(figure) for source in sources for figure in re.findall(r'"figure-(\d+)-', source.read_text("utf-8"))]
    words = {
        "NUMBER": number,
        "SLUG": slug,
        "TITLE": slug.replace("-", " ").capitalize(),
        "FIGURE": str(max(drawn) + 1),
        "PART": str(len(list(notebooks.glob("solutions/part-*.py"))) + 1),
    }
    written = [notebooks / f"{name}.py", notebooks / f"solutions/part-{words['PART']}.py"]
    for path, template in zip(written, ("notebook", "solutions"), strict=True):
        text = (notebooks / f"templates/{template}.py").read_text(encoding="utf-8")
        text = re.sub(rf"\b({'|'.join(words)})\b", lambda word: words[word[0]], text)
        path.write_text(text, encoding="utf-8")
    contents = notebooks / "README.md"
    line = f"* [{number}. {words['TITLE']}]({name}.ipynb): say here what it shows\n"
    contents.write_text(contents.read_text(encoding="utf-8").rstrip() + f"\n{line}", encoding="utf-8")
    return [*written, contents]


def main(names: list[str]) -> int | str | None:
    """What to exit with."""
    try:
        written = write(" ".join(names))
    except ValueError as error:
        return f"error: {error}"
    print("written:", *(path.relative_to(ROOT) for path in written))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
