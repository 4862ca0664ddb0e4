"""Forecasts of what grows like a power of n, with intervals whose coverage is stated. All of this is heuristic."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from subtraction_games.arguments import needs


class Forecast(NamedTuple):
    """What is expected, as a binary logarithm, with its standard error and the degrees of freedom of that."""

    log: float
    error: float
    freedom: int

    def value(self) -> float:
        """The middle of every interval."""
        return 2.0**self.log

    def interval(self, coverage: float) -> tuple[float, float]:
        """(low, high) between which what comes lies with this probability, by Student's t.

        >>> Forecast(log=3.0, error=0.1, freedom=9).interval(0.95)
        (6.83..., 9.35...)
        """
        with needs("theory"):
            from scipy.stats import t
        wide = float(t.ppf((1 + coverage) / 2, self.freedom)) * self.error
        return float(2 ** (self.log - wide)), float(2 ** (self.log + wide))


def as_before(ends: ArrayLike, values: ArrayLike, ahead: float) -> Forecast:
    """A random walk with a drift: the logarithm goes on as on the average over all steps, `ahead` doublings further.

    values[i] > 0 belongs to n = 2**ends[i], ascending, four or more. With d the mean growth of log2(values) for each
    doubling and s^2 the variance of a doubling, estimated from the steps of h doublings by h (growth - d)^2, the error
    is s sqrt(ahead + ahead^2 / doublings seen): what the walk adds, and what is not known of d. O(len(ends)).

    >>> as_before([10, 12, 14, 17], [2.0, 4.1, 7.9, 22.8], ahead=1)
    Forecast(log=5.01..., error=0.0..., freedom=2)
    """
    steps, growth, last = _steps(ends, values)
    seen = steps.sum()
    mean = float((steps * growth).sum() / seen)
    variance = float((steps * (growth - mean) ** 2).sum() / (steps.size - 1))
    return Forecast(last + ahead * mean, float(np.sqrt(variance * (ahead + ahead**2 / seen))), steps.size - 1)


def as_last(ends: ArrayLike, values: ArrayLike, ahead: float) -> Forecast:
    """The last step goes on: its growth for each doubling, `ahead` doublings further; the arguments are `as_before`'s.

    The error is `ahead` times the root mean square of the differences between the growths of successive steps.

    >>> as_last([10, 12, 14, 17], [2.0, 4.1, 7.9, 22.8], ahead=1)
    Forecast(log=5.02..., error=0.0..., freedom=2)
    """
    _, growth, last = _steps(ends, values)
    turns = np.diff(growth)
    return Forecast(last + ahead * float(growth[-1]), float(ahead * np.sqrt(np.mean(turns**2))), turns.size)


def at_rate(ends: ArrayLike, values: ArrayLike, ahead: float, rate: float) -> Forecast:
    """`as_before` with a drift that a theory gives, in doublings for each doubling: an exponent.

    >>> at_rate([10, 12, 14, 17], [2.0, 4.1, 7.9, 22.8], ahead=1, rate=0.5)
    Forecast(log=5.01..., error=0.0..., freedom=3)
    """
    steps, growth, last = _steps(ends, values)
    variance = float(np.mean(steps * (growth - rate) ** 2))
    return Forecast(last + ahead * rate, float(np.sqrt(variance * ahead)), steps.size)


def _steps(ends: ArrayLike, values: ArrayLike) -> tuple[NDArray[np.float64], NDArray[np.float64], float]:
    """The steps in doublings, the growth of the binary logarithm for each doubling, and the last logarithm."""
    numbers, steps = np.asarray(values, dtype=np.float64), np.diff(np.asarray(ends, dtype=np.float64))
    if numbers.size < 4 or not ((numbers > 0) & (numbers < np.inf)).all() or not (steps > 0).all():
        raise ValueError("a forecast needs four or more positive values at ascending ends")
    logs = np.log2(numbers)
    return steps, np.diff(logs) / steps, float(logs[-1])
