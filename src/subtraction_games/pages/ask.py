"""Questions that a reader answers before the text does: a field for a guess, then the answer beside it.

A notebook computes the answer; the page ask.html keeps it hidden until the reader has guessed or asks to see it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from html import escape
from typing import Any

from ..arguments import abbreviated, integers, whole_number
from .page import Page

LARGEST = 2**53  # the largest number up to which JavaScript counts exactly


@dataclass(frozen=True)
class Question(Page):
    """A question to answer. A notebook shows it as the value of a cell, and `page` returns it as a whole page.

    `answer` is a tuple of one number, or of several in ascending order, or one of the `options`. `several` says whether
    a guess may contain several numbers, and `because` is the explanation.
    """

    question: str
    answer: tuple[int, ...] | str
    because: str = ""
    options: tuple[str, ...] = ()
    several: bool = False

    TEMPLATE = "ask.html"

    def __repr__(self) -> str:
        return self.question + f" ({' / '.join(self.options)})" * bool(self.options)

    def check(self, guess: int | str | Iterable[int]) -> str:
        """The page's reply to a guess. Raises TypeError or ValueError if the guess is of the wrong kind.

        >>> ask("How many of the heaps 0 to 10 are cold?", 5, "They are 0, 2, 5, 7 and 10.").check(6)
        'Your answer was 6; the answer is 5. They are 0, 2, 5, 7 and 10.'
        """
        words, truth = _words(_checked("guess", guess, self.options, self.several)), _words(self.answer)
        verdict = f"Yes: {truth}." if words == truth else f"Your answer was {words}; the answer is {truth}."
        return f"{verdict} {self.because}".rstrip()

    def _config(self, whole: bool) -> dict[str, Any]:
        texts = {"question": self.question, "because": self.because, "options": self.options, "several": self.several}
        return texts | {"answer": self.answer, "truth": _words(self.answer)}

    def _frame(self) -> tuple[str, int, str]:
        question = escape(repr(self))
        truth = escape(f"{_words(self.answer)}. {self.because}".rstrip())
        still = f"<p><strong>{question}</strong></p><details><summary>The answer</summary><p>{truth}</p></details>"
        return "A question", 130 + 24 * (len(self.question) // 80) + 34 * len(self.options), still


def ask(
    question: str, answer: int | str | Iterable[int], because: str = "", *, options: Iterable[str] = ()
) -> Question:
    """A question that keeps its answer hidden until the reader has made a guess.

    `answer` is a whole number from 0 to 2**53, or a collection of distinct ones, whose order does not matter, or one of
    the `options`. As the last line of a notebook's cell, the call shows the question; in a terminal `.check(guess)`
    answers a guess. The same arguments give the same bytes. Raises TypeError or ValueError for any other answer.

    >>> ask("Which of 20, 22, 29 and 34 are hot?", [29], "29 has a move to 20, which is cold.")
    Which of 20, 22, 29 and 34 are hot?
    """
    choices = tuple(options)
    several = not isinstance(answer, str) and isinstance(answer, Iterable)
    return Question(question, _checked("answer", answer, choices, several), because, choices, several)


def _checked(name: str, value: Any, options: tuple[str, ...], several: bool) -> tuple[int, ...] | str:
    if options:
        if value not in options:
            raise ValueError(f"{name} must be one of {', '.join(map(repr, options))}, not {abbreviated(value)}")
        return str(value)
    if several and isinstance(value, Iterable) and not isinstance(value, str):
        return tuple(integers(name, value, least=0, stop=LARGEST).tolist())
    return (whole_number(name, value, least=0, most=LARGEST),)


def _words(answer: tuple[int, ...] | str) -> str:
    if isinstance(answer, str):
        return answer
    return f"{answer[0]:,}" if len(answer) == 1 else ", ".join(map(str, answer)) or "none"
