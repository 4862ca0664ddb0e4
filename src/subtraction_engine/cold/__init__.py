"""Cold positions by residue class.

plain     the idea in one function: classes and windows, in numpy; read it first
legs      a run: leg after leg, each by the method that should be fastest there
slicing   the evaluation by one modulus: blocks of rows, units of sources, shares for threads
marking   what a move marks: windows of 512 rows
settling  the moves inside a block
rows      the cold rows of every class, packed
modulus   which method to choose: a model of the cost
tuning    what speed depends on, in numbers
"""
