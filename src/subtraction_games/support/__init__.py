"""What everything else stands on.

arguments  what a caller may pass, checked and turned into arrays
blocks     what an evaluator of long ranges offers, and threads that share its work
files      where files go, written whole; tables and checksums
formulas   whole numbers as people write them: 2**34, n*(3*n-1)//2
kernels    functions that numba compiles and keeps on disk
progress   a bar for whoever watches
"""
