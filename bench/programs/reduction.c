#include <stdio.h>
#include <stdlib.h>
enum { SIZE = 4000000, ROUNDS = 40, WIDTH = 8 };
static double dot(const double *a, const double *b) {
    double part[WIDTH] = {0}, sum = 0;
    for (int i = 0; i < SIZE; i += WIDTH)
        for (int n = 0; n < WIDTH; n++) part[n] += a[i + n] * b[i + n];
    for (int n = 0; n < WIDTH; n++) sum += part[n];
    return sum;
}
static double largest(const double *a) {
    double part[WIDTH] = {0}, best = -1;
    for (int i = 0; i < SIZE; i += WIDTH)
        for (int n = 0; n < WIDTH; n++) part[n] = a[i + n] > part[n] ? a[i + n] : part[n];
    for (int n = 0; n < WIDTH; n++) best = part[n] > best ? part[n] : best;
    return best;
}
int main(void) {
    double *a = malloc(SIZE * sizeof *a), *b = malloc(SIZE * sizeof *b), total = 0;
    for (int i = 0; i < SIZE; i++) { a[i] = i % 1000; b[i] = i % 7; }
    for (int round = 0; round < ROUNDS; round++) {
        a[round] = round;
        total += dot(a, b) + largest(a);
    }
    printf("%ld\n", (long)total);
}
