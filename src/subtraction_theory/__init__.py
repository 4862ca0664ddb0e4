"""Theory and heuristics with which the notebooks beyond the paper compare their computations.

copies           the game inside the game
residues         positions by residue, and the missing moves that residues account for
waves            Fourier analysis of residues, and a linear theory of its growth
closure          densities of residue classes continued without further data
meanfield        random sets, and the count that chance alone would give
difference_free  sets without square differences: checks, searches and constructions
kernels          residues without square differences that reach all others, and beginnings that plant them
"""

MOST_RESIDUES = 2**27  # largest modulus: squares of residues fit in int64, and a table of residues in memory
