"""Find cold positions by residue class.

* `legs`: a run in legs, each of which uses the method that is expected to be fastest
* `slicing`: the evaluation by one modulus, in blocks of rows
* `ahead`: the marking of a block by several threads, while the block before it is being settled
* `marking`: the marking of rows by moves, in windows of 512 rows
* `settling`: the moves inside a block
* `containers`: the cold rows of every class, in compressed form
* `choice`: the choice of a method by a cost model
"""
