"""The paper's own algorithms, each as it is stated there and as fast as numpy lets it be.

recurrence   the definitions by dynamic programming: the oracle for everything else (section 2.2)
sieve        marking forward from each cold position, as stated and in cache-sized segments (section 3.2)
convolution  divide and conquer by Boolean convolution: Theorem 1, and Theorem 3's levels
ntt          the number-theoretic transform: convolutions of whole numbers, exactly
"""
