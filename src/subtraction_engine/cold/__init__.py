"""Cold positions by residue class.

plain     the idea in one function: classes and windows, in numpy; read it first
legs      a run, leg by leg, each by the method that should be fastest there
slicing   the evaluation by one modulus: blocks of rows, units of sources, shares for threads
marking   the marks that a move makes: windows of 512 rows
settling  the moves inside a block
rows      the cold rows of every class, packed
modulus   the choice of a method, by a model of the cost
tuning    the numbers that speed depends on
"""
