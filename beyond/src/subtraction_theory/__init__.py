"""Theory and heuristics for the notebooks beyond the paper.

* `copies`: copies of a game inside itself
* `residues`: counts of positions by residue, and the missing moves that residues explain
* `waves`: Fourier analysis of residues, and a linear theory of how the waves grow
* `meanfield`: random sets, and the number of cold positions that chance alone would produce
* `difference_free`: checks, searches and constructions of sets without square differences
* `kernels`: square-difference-free residues from which squares reach all others, and how to plant them
* `products`: kernels modulo products of two primes, with a symmetry
* `outcomes`: what games with planted or tossed beginnings keep, read from the tables in data/
* `findings`: what the notebooks find, and how certain it is, for a table
"""

MOST_RESIDUES = 2**27  # the largest modulus; squares of residues then fit in int64, and their table in memory
