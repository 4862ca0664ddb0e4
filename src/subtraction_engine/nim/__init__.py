"""Nim-values by tiles of 512 positions.

tiling      the evaluation: blocks, strips, and what is carried from one to the next
plan        which blocks are searched, how many candidates are kept at each stage, and in which order moves are asked
search      candidates of a strip, a stage at a time
candidates  marking what moves reach, and asking whether they meet a candidate
mex         the moves inside a block, and the recurrence for dense games
planes      values as bit planes
vectors     operations on rows of bits, bytes and values
tuning      what speed depends on, in numbers
"""
