"""Cold positions by residue class.

staged    the evaluation to use: from leg to leg, by whichever method proves fastest
slicing   the evaluation by one modulus: blocks of rows, units of sources, shares for threads
marking   what a move marks: windows of 512 rows
settling  the moves inside a block
rows      the cold rows of every class, packed
modulus   which residue classes to try: a model of the cost
"""
