/* As matmul.mojo: blocks of ROWS x COLUMNS of the result stay in registers. */
#include <stdio.h>
#include <stdlib.h>
enum { ROWS = 4, WIDTH = 4, PARTS = 4, COLUMNS = PARTS * WIDTH };
typedef float Vector __attribute__((vector_size(16), aligned(4), may_alias));
static void multiply(float *restrict c, const float *restrict a, const float *restrict b, long size) {
    for (long i = 0; i < size; i += ROWS)
        for (long j = 0; j < size; j += COLUMNS) {
            Vector acc[ROWS][PARTS] = {{{0}}};
            for (long k = 0; k < size; k++) {
                const Vector *row = (const Vector *)(b + k * size + j);
                for (int r = 0; r < ROWS; r++)
                    for (int p = 0; p < PARTS; p++) acc[r][p] += a[(i + r) * size + k] * row[p];
            }
            for (int r = 0; r < ROWS; r++)
                for (int p = 0; p < PARTS; p++) ((Vector *)(c + (i + r) * size + j))[p] = acc[r][p];
        }
}
int main(int argc, char **argv) {
    long size = argc > 1 ? atol(argv[1]) : 1024, count = size * size;
    float *a = malloc(count * sizeof *a), *b = malloc(count * sizeof *b), *c = malloc(count * sizeof *c);
    for (long i = 0; i < count; i++) { a[i] = i % 13; b[i] = i % 7; }
    for (int n = 0; n < 2; n++) multiply(c, a, b, size);
    double sum = 0;
    for (long i = 0; i < count; i++) sum += c[i];
    printf("%ld\n", (long)sum);
}
