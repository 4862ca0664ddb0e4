"""What notebook 10 records: run in its namespace after its last cell."""

from functools import partial

from subtraction_games.record import report

report = partial(report, "10", n)
exactly, fit = "exact computation", "fit"
lately = scatter / np.sqrt(to - last)
sieved, here = "cold positions by the segmented sieve, too", "data/doublings.npz"
e_30 = np.log(ratios(30).sum()) / np.log(25)
report("exponent from the 25 classes at 2^30", f"{e_30:.5f}", fit, at=2**30, data=here, check=sieved)
report("c(n), e = log_25 10, at most", "10 n^e + strays of all depths", "theorem")
report(
    "exponent of the hundred classes left from 2^38 to 2^41", f"{exponent_left(last, 29):.4f}", fit, at=2**last,
    data=here, check="pairs chosen below 2^29; other depths than two have other exponents",
)  # fmt: skip
condition = "if no further stray appears; agrees with the long run to 2^41"
report(
    f"cold positions in twenty classes mod 625 below 2^{to}", int(classes.loc[to].sum()), exactly,
    at=2**to, data="data/copies.csv", check=condition,
)  # fmt: skip
ten_end = tables[15625].index.max()
report(
    f"cold positions in ten classes mod 15625 below 2^{ten_end}", int(tables[15625].loc[ten_end].sum()), exactly,
    at=2**ten_end, data="data/copies.csv", check="if no further stray appears beyond 2^38",
)  # fmt: skip
report(
    f"mean exponent of twenty classes mod 625 from 2^{last} to 2^{to}", f"{mean_exponent(last, to)[0]:.4f}", fit,
    at=2**to, data="data/copies.csv", check=f"error {lately:.4f} by its scatter; {condition}",
)  # fmt: skip
report(
    "part of the fall of c/n^e since 2^35 that is strays", f"{fall[1:3].sum() / fall[0]:.3f}", exactly, at=2**last,
    data=here,
)  # fmt: skip
report(
    "exponent of the mean number of strays from 2^27 to 2^30", f"{by_mean[30][0]:.2f}", fit, at=2**30,
    data="data/tossed.csv", check="five hundred games tossed by coins; error 0.01; a heavy tail",
)  # fmt: skip
report(
    "standard errors of the rise beyond 2^41", f"{rise / (scatter * np.sqrt(1 / 3 + 1 / (to - 41))):.1f}", fit,
    at=2**to, data="data/copies.csv",
)  # fmt: skip
report("log_25 10", f"{e:.5f}", "theorem", article=True)
only = {"data": "data/copies.csv", "article": True}
below_41 = int(classes.loc[last].sum())
report(f"cold positions in twenty classes mod 625 below 2^{last}", below_41, exactly, at=2**last, **only)
earlier = f"{mean_exponent(38, last)[0]:.4f}"
report(f"mean exponent of twenty classes mod 625 from 2^38 to 2^{last}", earlier, "fit", at=2**last, **only)
for a, b in ((38, last), (last, to)):
    its_error = f"{mean_exponent(a, b)[1]:.4f}"
    report(f"its standard error from 2^{a} to 2^{b}", its_error, "fit", at=2**b, **only)
report(f"its error by its scatter from 2^{last} to 2^{to}", f"{lately:.4f}", "fit", at=2**to, **only)
report("classes of copies mod 25 that have stopped by 2^38", len(stopped), exactly, at=2**38, **only)
only = {"at": 2**30, "data": "data/tossed.csv", "article": True}
report("tossed games below 2^30", len(tossed), exactly, **only)
report("part of the strays in the median tossed game", f"{part.median():.4f}", exactly, **only)
report("greatest part of the strays in a tossed game", f"{part.max():.4f}", exactly, **only)
deviation = f"{np.log(of_game[30]).std():.2f}"
report("standard deviation of the logarithm of strays below 2^30", deviation, exactly, **only)
report("exponent of the mean number of strays from 2^24 to 2^27", f"{by_mean[27][0]:.2f}", fit, **only)
report("error of the exponent of the mean number of strays", f"{np.std(by_mean[30][1:]):.2f}", fit, **only)
tied = int((now.third > 0.9 * others).sum())
report(f"tossed games with a tie, of the {len(now)} with the largest part of strays", tied, exactly, **only)
only["data"] = "data/tossed-forecasts.csv"
expected = f"{came.coverage.sum():.1f}"
for name, value in (("decided", len(came)), ("that held", held), ("that should have held", expected)):
    report(f"forecasts of tossed games {name}", value, exactly, **only)
only = {"at": 2**35, "data": "data/depths.csv", "article": True}
for depth in (2, 3):
    grown = f"{np.log2(deep.strays[depth, 2**35] / deep.strays[depth, 2**32]) / 3:.2f}"
    report(f"exponent of the strays of depth {depth} from 2^32 to 2^35", grown, fit, **only)
by_depth = ", ".join(f"{rate:.4f}" for rate in after)
report("exponents to 2^35 without strays of depths < 0, 1, 2, 3, 4", by_depth, fit, **only)
share = f"{1 - left.rest[2**35] / left[0][2**35]:.4f}"
report("part of the cold positions below 2^35 that are strays of depths 0 to 3", share, exactly, **only)
