"""Cold positions by residue class.

slicing   the evaluation: blocks of rows, units of sources, shares for threads
marking   what a move marks: windows of 512 rows
settling  the moves inside a block
rows      the cold rows of every class, packed
modulus   which residue classes to slice by: a model of the cost
"""
