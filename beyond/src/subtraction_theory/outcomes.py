"""What games with planted or tossed beginnings keep, according to data/planted.csv and data/chosen.csv.

A planted game *holds* its residues at n if at most one in a hundred of its cold positions from n/2 to n lies outside
them. A tossed game *chooses* p if some square-difference-free residues modulo p contain at least three quarters of
its cold positions from n/2 to n.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import IO, Any

import pandas as pd

MOST_OUTSIDE = 0.01  # the largest share of a planted game's late cold positions outside residues that it holds
LEAST_CHOSEN = 0.75  # the least share of a tossed game's late cold positions in residues that it chooses


def outside(game: Mapping[Any, Any]) -> float:
    """Return the share of a game's cold positions from n/2 to n outside its residues. `game` is a row of planted.csv.

    >>> outside({"late": "400", "outsiders": "70 20 8 3"})
    0.0075
    """
    return int(game["outsiders"].split()[-1]) / int(game["late"])


def holds(game: Mapping[Any, Any]) -> bool:
    """Return whether a game, given as a row of planted.csv, holds the residues that were planted in it.

    >>> holds({"late": 400, "outsiders": "8 4"}), holds({"late": 400, "outsiders": "8 5"})
    (True, False)
    """
    return outside(game) <= MOST_OUTSIDE


def planted(file: Path | IO[str]) -> pd.DataFrame:
    """Read planted.csv, and add the columns `size` (the number of residues), `strays`, `outside` and `holds`.

    The column `strays` is the number of all cold positions outside the residues.

    >>> import io
    >>> rows = io.StringIO("modulus,residues,late,outsiders\\n5,0 2,400,8 5\\n13,0 2 8,400,0 4\\n")
    >>> planted(rows)[["modulus", "size", "strays", "outside", "holds"]].to_numpy().tolist()
    [[5, 2, 13, 0.0125, False], [13, 3, 4, 0.01, True]]
    """
    table = pd.read_csv(file)
    table["size"] = table.residues.str.split().str.len()
    table["strays"] = [sum(map(int, counts.split())) for counts in table.outsiders]
    rows = table.to_dict("records")
    return table.assign(outside=[*map(outside, rows)], holds=[*map(holds, rows)])


def choices(file: Path | IO[str]) -> pd.DataFrame:
    """Read the last row of each tossed game in chosen.csv, and add a column for each p = 5, 13, 17, such as chooses_5.

    >>> import io
    >>> rows = "coins,seed,n,held_5,held_13,held_17\\n100,1,64,.7,.8,.2\\n100,1,256,.75,.8,.2\\n100,2,64,.8,.4,.9\\n"
    >>> choices(io.StringIO(rows)).filter(like="chooses").to_numpy().tolist()
    [[True, True, False], [True, False, True]]
    """
    last = pd.read_csv(file).drop_duplicates(["coins", "seed"], keep="last")
    return last.assign(**{f"chooses_{p}": last[f"held_{p}"] >= LEAST_CHOSEN for p in (5, 13, 17)})
