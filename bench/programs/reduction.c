/* As reduction.mojo: sums, dot products and maxima of large arrays; the argument is the number of rounds. */
#include <stdio.h>
#include <stdlib.h>
enum { SIZE = 1 << 20, PARTS = 4, WIDTH = 4 };
typedef float Vector __attribute__((vector_size(16), aligned(4), may_alias));
typedef int Mask __attribute__((vector_size(16)));
static int total(const int *values) {
    int sum = 0;
    for (long i = 0; i < SIZE; i++) sum += values[i];
    return sum;
}
static float dot(const float *a, const float *b) {
    Vector part[PARTS] = {{0}};
    for (long i = 0; i < SIZE; i += PARTS * WIDTH)
        for (int p = 0; p < PARTS; p++)
            part[p] += *(const Vector *)(a + i + p * WIDTH) * *(const Vector *)(b + i + p * WIDTH);
    float sum = 0;
    for (int p = 0; p < PARTS; p++)
        for (int n = 0; n < WIDTH; n++) sum += part[p][n];
    return sum;
}
static float largest(const float *a) {
    Vector part[PARTS] = {{0}};
    for (long i = 0; i < SIZE; i += PARTS * WIDTH)
        for (int p = 0; p < PARTS; p++) {
            Vector here = *(const Vector *)(a + i + p * WIDTH);
            Mask above = here > part[p];
            part[p] = (Vector)((above & (Mask)here) | (~above & (Mask)part[p]));
        }
    float best = 0;
    for (int p = 0; p < PARTS; p++)
        for (int n = 0; n < WIDTH; n++) best = part[p][n] > best ? part[p][n] : best;
    return best;
}
int main(int argc, char **argv) {
    long rounds = argc > 1 ? atol(argv[1]) : 800, sum = 0;
    float *a = malloc(SIZE * sizeof *a), *b = malloc(SIZE * sizeof *b);
    int *c = malloc(SIZE * sizeof *c);
    for (long i = 0; i < SIZE; i++) { a[i] = i % 5; b[i] = i % 7; c[i] = i % 11; }
    for (long round = 0; round < rounds; round++) {
        long place = round % SIZE;
        a[place] = place % 3;
        c[place] = 1;
        sum += total(c) + (long)dot(a, b) + (long)largest(a);
    }
    printf("%ld\n", sum);
}
