"""Questions that the reader can answer before the text does. The answer appears beside the reader's guess."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from ..arguments import abbreviated, integers, whole_number
from .page import Page

LARGEST = 2**53  # JavaScript counts exactly up to this number


def ask(question: str, answer: int | str | Iterable[int], because: str = "", *, options: Iterable[str] = ()) -> Page:
    """Return a question that hides its answer, with the explanation `because`, until the reader has made a guess.

    The `answer` is a whole number from 0 to 2**53, a collection of distinct numbers in this range, in any order, or one
    of the `options`, which are distinct. Raises TypeError or ValueError for anything else.

    >>> ask("Which of 20, 22, 29 and 34 are hot?", [29], "29 has a move to 20, which is cold.")
    Which of 20, 22, 29 and 34 are hot?
    """
    choices, several = [*options], not isinstance(answer, str) and isinstance(answer, Iterable)
    for name, text in (("question", question), ("because", because)):
        if not isinstance(text, str):
            raise TypeError(f"{name} must be a str, not {abbreviated(text)}")
    if len({*choices}) < len(choices):
        raise ValueError(f"options must be distinct, not {abbreviated(choices)}")
    if choices and answer not in choices:
        raise ValueError(f"answer must be one of {', '.join(map(repr, choices))}, not {abbreviated(answer)}")
    if choices:
        truth = str(answer)
    else:
        numbers = integers("answer", answer, least=0, stop=LARGEST).tolist() if several else [answer]
        checked = [whole_number("answer", number, least=0, most=LARGEST) for number in numbers]
        truth = f"{checked[0]:,}" if len(checked) == 1 else ", ".join(map(str, checked)) or "none"
    text = question + f" ({' / '.join(choices)})" * bool(choices)
    config = {"question": question, "truth": truth, "because": because, "options": choices, "several": several}
    answered = escape(f"{truth}. {because}".rstrip())
    still = f"<p><strong>{escape(text)}</strong></p><details><summary>The answer</summary><p>{answered}</p></details>"
    return Page("ask.html", config, "A question", 130 + 24 * (len(question) // 80) + 34 * len(choices), text, still)
