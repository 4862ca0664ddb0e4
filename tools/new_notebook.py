"""Start a new notebook, as in `make notebook NAME=18-hexagons`.

The templates in notebooks/templates become beyond/notebooks/18-hexagons.py and the notebook of its solutions. Both
notebooks are executed, and a line is added to notebooks/README.md, so that the tests pass.
"""

import re

import reproduce
import run_notebook
from rings import ROOT, numbered


def main(name: str) -> None:
    """Write both notebooks and execute them. Raises ValueError if the name can't be used."""
    following = f"{int(numbered()[-1].stem[:2]) + 1:02}"
    number, _, slug = name.partition("-")
    if number != following or not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", slug):
        raise ValueError(f"NAME must be {following} and a subject, such as {following}-hexagons, not {name!r}")
    title, solved = slug.replace("-", " ").capitalize(), f"beyond/notebooks/solutions/{number}-{number}"
    words = {"NUMBER": number, "SLUG": slug, "TITLE": title}
    begun = {"notebook": f"beyond/notebooks/{name}.py", "solutions": f"{solved}.py"}
    halves = [ROOT / path for source in begun.values() for path in (source, source.replace(".py", ".ipynb"))]
    if existing := [path.relative_to(ROOT).as_posix() for path in halves if path.exists()]:
        raise ValueError(f"{' and '.join(existing)} may contain your work: move it away first")
    for template, path in begun.items():
        text = (ROOT / f"notebooks/templates/{template}.py").read_text(encoding="utf-8")
        text = re.sub(rf"\b({'|'.join(words)})\b", lambda word: words[word[0]], text)
        (ROOT / path).write_text(text, encoding="utf-8")
    contents = "notebooks/README.md"
    with (ROOT / contents).open("a", encoding="utf-8") as file:
        file.write(f"* [{number}. {title}](../beyond/notebooks/{name}.ipynb): describe here what it shows\n")
    print("written:", *begun.values(), f"and a line in {contents}")
    try:
        reproduce.main(name)
        run_notebook.main(solved, ".")
    finally:
        patterns = " ".join(path.replace(".py", ".*") for path in begun.values())
        print(
            f"(to undo it all: rm {patterns} beyond/figures/figure-{number}-*, and remove the last line of {contents})"
        )
