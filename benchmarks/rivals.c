/* The rivals of the engine in C, as plain as they are stated: built by methods.py with gcc -O3 -march=native. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* The paper's section 3.2: a byte for each position. Returns the number of cold positions. */
int64_t sieve_as_stated(const int64_t *moves, int64_t k, int64_t n, uint8_t *hot) {
    int64_t count = 0;
    memset(hot, 0, n);
    for (int64_t i = 0; i < n; i++) {
        if (hot[i]) continue;
        count++;
        for (int64_t j = 0; j < k && moves[j] < n - i; j++) hot[i + moves[j]] = 1;
    }
    return count;
}

/* Make the moves of position x (relative to the segment) from the j-th on that stay below its end. */
static int64_t mark(const int64_t *moves, int64_t k, int64_t j, int64_t x, int64_t end, uint64_t *bits) {
    for (; j < k && moves[j] < end - x; j++) {
        uint64_t p = x + moves[j];
        bits[p >> 6] |= 1ull << (p & 63);
    }
    return j;
}

/* The same marks in a bit array, one segment (a multiple of 64 positions) at a time. */
int64_t segmented_sieve(const int64_t *moves, int64_t k, int64_t n, int64_t segment, int64_t *cold, int32_t *next) {
    uint64_t *bits = malloc(segment / 8);
    int64_t count = 0;
    for (int64_t start = 0; start < n; start += segment) {
        int64_t end = n - start < segment ? n - start : segment;
        memset(bits, 0, segment / 8);
        for (int64_t i = 0; i < count; i++) next[i] = mark(moves, k, next[i], cold[i] - start, end, bits);
        for (int64_t x = 0; x < end; x++) {
            if (!(x & 63) && bits[x >> 6] == ~0ull) { x += 63; continue; }
            if (bits[x >> 6] >> (x & 63) & 1) continue;
            next[count] = mark(moves, k, 0, x, end, bits);
            cold[count++] = start + x;
        }
    }
    free(bits);
    return count;
}

/* The recurrence: every position looks at every move that fits. */
void nim_values(const int64_t *moves, int64_t k, int64_t n, uint16_t *value) {
    int64_t *last_seen = calloc(k + 2, sizeof *last_seen);
    for (int64_t p = 0; p < n; p++) {
        for (int64_t j = 0; j < k && moves[j] <= p; j++) last_seen[value[p - moves[j]]] = p + 1;
        int64_t v = 0;
        while (last_seen[v] == p + 1) v++;
        value[p] = (uint16_t)v;
    }
    free(last_seen);
}
