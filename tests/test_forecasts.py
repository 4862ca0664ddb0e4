"""Forecasts: what they expect of a power law, and what is no ground for one."""

import numpy as np
import pytest

from subtraction_theory.forecasts import as_before, as_last, at_rate

ENDS, VALUES = [10, 11, 13, 14], [2.0, 4.0, 16.0, 32.0]  # values double with n
RULES = [as_before, as_last, lambda ends, values, ahead: at_rate(ends, values, ahead, rate=1)]


@pytest.mark.parametrize("rule", RULES)
def test_a_power_law_goes_on_without_error(rule):
    expected = rule(ENDS, VALUES, 3)
    assert (expected.value(), expected.error) == (2.0**8, 0.0)


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize(
    ("ends", "values"),
    [
        (ENDS[:2], VALUES[:2]),
        (ENDS[:3], VALUES[:3]),
        (ENDS, [0.0, *VALUES[1:]]),
        (ENDS, [-1.0, *VALUES[1:]]),
        (ENDS, [*VALUES[:3], np.inf]),
        (ENDS, [*VALUES[:3], np.nan]),
        (ENDS[::-1], VALUES),
        ([10, 11, 11, 12], VALUES),
        ([10, 11, np.nan, 12], VALUES),
    ],
)
def test_what_allows_no_forecast_is_refused(rule, ends, values):
    with pytest.raises(ValueError, match="four or more positive values at ascending ends"):
        rule(ends, values, 1)
