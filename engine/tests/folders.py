"""Helpers for tests of runs: their results, their folders, and runs that are stopped early."""

from itertools import islice

import numpy as np

import subtraction_games as sg

FILES = {"about.json", "game.npz", "log.csv", "results.npy"}


def gathered(blocks):
    return np.concatenate([found for _, _, found in blocks])


def contents(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def stopped_early(start, folder, after=3):
    run = start(folder=folder)
    for _ in islice(run, after):
        pass
    run.close()
    return sg.results(folder)
