"""What the rest of the engine uses.

blocks    what an evaluator of long ranges offers, threads that share its work, and the types of results
files     files of long runs: synced, locked, checksums
kernel    functions that numba compiles and keeps on disk
progress  a progress bar
"""
