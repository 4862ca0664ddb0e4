"""Find nim-values in tiles of 512 positions.

* `tiling`: the evaluation in blocks and bands, and the state between two blocks
* `plan`: the decision whether to search a block, and how many candidates to keep at each stage
* `search`: the candidates of a band, found by moves that mark or ask
* `settling`: the moves inside a block, and the recurrence for blocks that are not searched
* `planes`: operations on bit planes, their rows, and values
"""
