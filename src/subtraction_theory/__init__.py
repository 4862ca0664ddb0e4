"""What the notebooks past the paper compare the numbers with.

copies           the game inside the game
residues         positions by residue, and how much residues account for
waves            waves in residues, and the linear theory of their growth
closure          a theory of residue classes that goes on from what was found below a start
meanfield        what chance alone would give
difference_free  sets without square differences: checks, searches, constructions
"""

MOST_RESIDUES = 2**27  # of a modulus: so that the square of a residue fits in int64, and a table of them in memory
