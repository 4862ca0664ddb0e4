"""What the solutions of part-1 rest on: run in their namespace after the last cell."""

if n == 2**12:
    assert descending < ascending, "descending, one meets a cold position sooner"
    assert (more, with_others > 0) == (0, True), "the last round takes as few as any, not always alone"
