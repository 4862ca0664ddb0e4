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

/* The same marks in a bit array, one segment (a multiple of 64 positions) at a time. Threads mark from shares of the
   earlier cold positions, each in bits of its own. */
int64_t segmented_sieve(const int64_t *moves, int64_t k, int64_t n, int64_t segment, int64_t *cold, int32_t *next,
                        int64_t threads) {
    int64_t words = segment / 64, count = 0;
    uint64_t *bits = malloc(threads * words * sizeof *bits);
    for (int64_t start = 0; start < n; start += segment) {
        int64_t end = n - start < segment ? n - start : segment;
#pragma omp parallel for num_threads(threads) schedule(static)
        for (int64_t t = 0; t < threads; t++) {
            uint64_t *mine = bits + t * words;
            memset(mine, 0, segment / 8);
            int64_t first = count * t / threads, last = count * (t + 1) / threads;
            for (int64_t i = first; i < last; i++) next[i] = mark(moves, k, next[i], cold[i] - start, end, mine);
        }
        for (int64_t t = 1; t < threads; t++)
            for (int64_t w = 0; w < words; w++) bits[w] |= bits[t * words + w];
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

/* The same in blocks, on several threads: what lies before a block is looked at by all threads, each position of the block having
   a table of bytes of its own; the moves inside the block follow, one position after another. */
void nim_values_split(const int64_t *moves, int64_t k, int64_t n, uint16_t *value, int64_t threads) {
    const int64_t block = 512;
    uint8_t *seen = NULL;
    int64_t top = 0, inside = 0; /* the largest value so far; moves shorter than a block */
    while (inside < k && moves[inside] < block) inside++;
    for (int64_t start = 0; start < n; start += block) {
        int64_t end = n - start < block ? n : start + block, width = top + block + 2;
        seen = realloc(seen, block * width);
#pragma omp parallel for num_threads(threads) schedule(static)
        for (int64_t p = start; p < end; p++) {
            uint8_t *mine = seen + (p - start) * width;
            memset(mine, 0, width);
            int64_t j = inside;
            while (j > 0 && moves[j - 1] > p - start) j--;
            for (; j < k && moves[j] <= p; j++) mine[value[p - moves[j]]] = 1;
        }
        for (int64_t p = start; p < end; p++) {
            uint8_t *mine = seen + (p - start) * width;
            for (int64_t j = 0; j < inside && moves[j] <= p - start; j++) mine[value[p - moves[j]]] = 1;
            value[p] = (uint16_t)((uint8_t *)memchr(mine, 0, width) - mine);
            if (value[p] > top) top = value[p];
        }
    }
    free(seen);
}
