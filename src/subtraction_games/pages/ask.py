"""Questions that the reader can answer before the text does. The answer appears beside the reader's guess."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from html import escape
from typing import Any

from ..arguments import abbreviated, integers, whole_number
from .page import Page, text_of

LARGEST = 2**53  # JavaScript counts exactly up to this number
Answer = int | str | Iterable[int]


def ask(name: str, answer: Answer, *, options: Iterable[str] = (), **values: Any) -> Page:
    """Return a question of notebooks 1 to 7. Its texts are in questions.toml, so that no notebook shows them too early.

    The `values` fill the fields in these texts, such as {n:,}. See `question` for the `answer` and the `options`, and
    for a question of your own. Raises ValueError if no question has this name, KeyError if a field has no value.

    >>> ask("thirteen-coins", [1])
    There are thirteen coins, and you may take 1, 4 or 9. Which of these moves win?
    """
    texts = tomllib.loads(text_of("questions.toml")).get(name)
    if texts is None:
        raise ValueError(f"name must be that of a question in questions.toml, not {name!r}")
    asked, because = (texts[part].format(**values) for part in ("question", "because"))
    wrong = {guess.format(**values): why.format(**values) for guess, why in texts.get("tempting", {}).items()}
    return question(asked, answer, because, options=options, tempting=wrong)


def question(
    text: str, answer: Answer, because: str = "", *, options: Iterable[str] = (), tempting: Mapping[str, str] = {}
) -> Page:
    """Return a question that hides its answer, with the explanation `because`, until the reader has made a guess.

    The `answer` is a whole number from 0 to 2**53, a collection of distinct numbers in this range, in any order, or one
    of the `options`, which are distinct. Raises TypeError or ValueError for anything else. A reader whose guess is a
    key of `tempting` also sees the sentence there. The keys "fewer" and "more" stand for all other numbers on either
    side of the answer.

    >>> question("Which of 20, 22, 29 and 34 are hot?", [29], "29 has a move to 20, which is cold.")
    Which of 20, 22, 29 and 34 are hot?
    """
    choices, several = [*options], not isinstance(answer, str) and isinstance(answer, Iterable)
    for name, given in (("text", text), ("because", because)):
        if not isinstance(given, str):
            raise TypeError(f"{name} must be a str, not {abbreviated(given)}")
    if len({*choices}) < len(choices):
        raise ValueError(f"options must be distinct, not {abbreviated(choices)}")
    if choices:
        if answer not in choices:
            raise ValueError(f"answer must be one of {', '.join(map(repr, choices))}, not {abbreviated(answer)}")
        truth = str(answer)
    else:
        numbers = [*integers("answer", answer, 0, LARGEST)] if several else [whole_number("answer", answer, 0, LARGEST)]
        truth = f"{numbers[0]:,}" if len(numbers) == 1 else ", ".join(map(str, numbers)) or "none"
    replies = {guess: reply for guess, reply in tempting.items() if guess != truth}
    config = {"question": text, "truth": truth, "because": because, "options": choices, "several": several}
    asked = text + f" ({' / '.join(choices)})" * bool(choices)
    parts = [f"Answer: {truth}. {because}".rstrip()]
    parts += [f"{guess[:1].upper()}{guess[1:]}? {reply}" for guess, reply in replies.items()]
    answered = "".join(f"<p>{escape(part)}</p>" for part in parts)
    still = f"<p><strong>{escape(asked)}</strong></p><details><summary>The answer</summary>{answered}</details>"
    height = 130 + 24 * (len(text) // 80) + 34 * len(choices)
    return Page("ask.html", config | {"tempting": replies}, "A question", height, asked, still, complete=True)
