"""What the rest of the engine stands on.

blocks    what an evaluator of long ranges offers, and threads that share its work
files     files of long runs: synced, locked, mapped, checksums
kernel    functions that numba compiles and keeps on disk
progress  a bar for whoever watches
values    the types of nim-values
"""
