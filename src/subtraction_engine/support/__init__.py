"""Threads, files, compiled kernels and progress bars, which the rest of the engine uses.

blocks    the interface of an evaluator of long ranges, threads that share its work, and the types of results
files     files of long runs: how they are synced, locked and checked
kernel    functions that numba compiles and keeps on disk
progress  a progress bar
"""
