"""Begin a notebook: `make notebook NAME=19-hexagons`.

    python tools/new_notebook.py 19-hexagons

It writes notebooks/beyond/19-hexagons.py and a part of notebooks/solutions, after notebooks/templates, and a line in
notebooks/README.md. make executes both. All of it passes the tests unchanged, and every sentence is yours to change.
Where that fails, the same command goes on; what is written already stays as it is.
"""

from __future__ import annotations

import re
import sys
from contextlib import suppress
from pathlib import Path

from places import ROOT, numbered


def write(name: str, root: Path = ROOT) -> list[Path]:
    """The two sources written, and the list with its new line; ValueError if the name can't be taken."""
    notebooks = root / "notebooks"
    sources = numbered("py", root)
    number, _, slug = name.partition("-")
    following = f"{int(sources[-1].stem[:2]) + 1:02}"
    part = begun(sources[-1]) if name == sources[-1].stem else 0
    if not part and (number != following or not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", slug)):
        raise ValueError(f"NAME must be {following} and what it is about, such as {following}-hexagons, not {name!r}")
    taken = re.findall(r"part-(\d+)\.", " ".join(path.name for path in notebooks.glob("solutions/*")))
    words = {
        "NUMBER": number,
        "SLUG": slug,
        "TITLE": slug.replace("-", " ").capitalize(),
        "PART": str(part or max(map(int, taken), default=0) + 1),
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


def begun(source: Path) -> int:
    """The part that has the solutions of a notebook which was begun so, and not yet executed with them; else 0."""
    link = re.search(r"\.\./solutions/part-(\d+)\.ipynb", source.read_text(encoding="utf-8"))
    if not link or (source.with_suffix(".ipynb").exists() and (source.parent / link[0]).exists()):
        return 0
    return int(link[1])


def main(names: list[str]) -> int | str | None:
    """What to exit with."""
    try:
        written = write(" ".join(names))
    except (ValueError, OSError) as error:
        return f"error: {error}"
    print("written:", *(path.relative_to(ROOT) for path in written))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
