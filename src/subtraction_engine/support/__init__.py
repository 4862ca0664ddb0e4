"""What the rest of the engine uses.

blocks    what an evaluator of long ranges offers, and threads that share its work
files     files of long runs: synced, locked, checksums
kernel    functions that numba compiles and keeps on disk
progress  a progress bar
values    the types of nim-values
"""
