"""Threads, files, compiled functions and progress bars for the rest of the engine.

* `blocks`: the interface for evaluators of long ranges, the threads that share their work, and the result types
* `durable`: atomic writing, locks and checksums for the files of long runs
* `compiled`: a decorator for functions that numba compiles and stores on disk
* `progress`: progress bars
"""
