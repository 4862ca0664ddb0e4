"""Find cold positions by residue class.

* `plain`: the method in one numpy function (the module to read first)
* `legs`: a run in legs, each of which uses the method that should be fastest there
* `slicing`: the evaluation by one modulus, in blocks of rows whose marks are shared among threads
* `marking`: the marks that moves make, by windows of 512 rows
* `settling`: the moves inside a block
* `rows`: the cold rows of every class, in compressed form
* `modulus`: the choice of a method by a model of its cost
* `tuning`: the constants that affect speed but never an answer
"""
