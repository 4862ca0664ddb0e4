"""Convolutions in whole numbers, and the divide and conquer by them.

ntt          transforms modulo a prime: nothing is rounded
convolution  the paper's divide and conquer in sixteen ways, with transforms kept
"""
