"""What everything else stands on.

arguments  what a caller may pass, checked and turned into arrays
blocks     what an evaluator of long ranges offers, and threads that share its work
files      where files go, written whole; tables and checksums
kernels    functions that numba compiles and keeps on disk
progress   a bar for whoever watches
"""
