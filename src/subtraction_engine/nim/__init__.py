"""Nim-values by tiles of 512 positions.

plain    the idea in one function: mark, list and ask, in numpy; read it first
tiling   the evaluation: blocks, bands, and what is carried from one to the next
plan     which blocks are searched, and how many candidates are kept at each stage
search   the candidates of a band, by marking what moves reach and asking whether they meet a candidate
mex      the moves inside a block, and the recurrence for dense games
vectors  operations on bit planes, rows of them, and values
tuning   what speed depends on, in numbers
"""
