"""What notebook 8 records and what its sentences rest on: run in its namespace after its last cell."""

for M in (0, 1, 5, 7, 65, 1000):
    found = np.concatenate([positions for *_, positions in sg.cold_blocks(sg.squares, min(n, 2**20), modulus=M)])
    assert np.array_equal(found, cold[cold < 2**20]), "it agrees with the sieve for every modulus"
assert ideas["rows of bits, one class"] > ideas["the sieve on bits"] > ideas["5 classes"], "the loss is gone"
assert ideas["the sieve on bits"] > 4 * ideas["65 classes"], "and with 65 the gain is large"
alike = ["triangular numbers", "pentagonal numbers", "pronic numbers", "random, as dense as squares"]
assert relative.sieve[["squares", "cubes", "2k^2"]].min() > 7, "the sieve takes at least seven times as long"
assert relative.sieve[alike].max() < 1.25, "at most a quarter is gained"
assert relative.sieve_in_c[alike].between(0.79, 1.125).all(), "the sieve in C: a fifth less to an eighth more"
assert relative.best.min() > 0.5, "up to twice the best single modulus"
one_thread = ratios[ratios.engine_threads == 1].set_index("rival").ratio
assert one_thread["segmented sieve in C"] > 8, "at least eight times as fast"
assert one_thread["dynamic-programming in C"] > 4, "nim-values four times"
