/* As mandelbrot.mojo, with the compiler's vector extension: four points at once. */
#include <stdio.h>
#include <stdlib.h>
enum { WIDTH = 4, PARTS = WIDTH / 2, MAX_ITERS = 500 };
typedef double Vector __attribute__((vector_size(16)));
typedef long Mask __attribute__((vector_size(16)));
static long escape(const Vector *cx, Vector cy) {
    Vector x[PARTS] = {0}, y[PARTS] = {0};
    Mask iters[PARTS] = {0};
    for (int n = 0; n < MAX_ITERS; n++) {
        Mask any = {0};
        for (int p = 0; p < PARTS; p++) {
            Vector xx = x[p] * x[p], yy = y[p] * y[p];
            Mask inside = xx + yy <= 4;
            any |= inside;
            iters[p] -= inside;
            y[p] = (x[p] + x[p]) * y[p] + cy;
            x[p] = xx - yy + cx[p];
        }
        if (!(any[0] | any[1])) break;
    }
    long total = 0;
    for (int p = 0; p < PARTS; p++) total += iters[p][0] + iters[p][1];
    return total;
}
int main(int argc, char **argv) {
    long size = argc > 1 ? atol(argv[1]) : 2048, total = 0;
    for (long row = 0; row < size; row++) {
        double y = -1.5 + 3.0 * row / size;
        for (long column = 0; column < size; column += WIDTH) {
            Vector x[PARTS];
            for (int n = 0; n < WIDTH; n++) x[n / 2][n % 2] = -2.0 + 3.0 * (column + n) / size;
            total += escape(x, (Vector){y, y});
        }
    }
    printf("%ld\n", total);
}
