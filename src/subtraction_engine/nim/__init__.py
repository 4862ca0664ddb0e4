"""Nim-values by tiles of 512 positions.

plain    the idea in one function: mark, list and ask, in numpy; read it first
tiling   the evaluation: blocks, bands, and the state between two blocks
plan     the choice of blocks to search, and of the number of candidates to keep at each stage
search   the candidates of a band: moves mark the values that they reach, or ask whether they meet a candidate
mex      the moves inside a block, and the recurrence for dense games
vectors  operations on bit planes, their rows, and values
tuning   the numbers that speed depends on
"""
