#include <stdio.h>
enum { SIZE = 768, MAX_ITERS = 200 };
int main(void) {
    long total = 0;
    for (int row = 0; row < SIZE; row++) {
        double cy = -1.5 + 3.0 * row / SIZE;
        for (int column = 0; column < SIZE; column++) {
            double cx = -2.0 + 3.0 * column / SIZE, x = 0, y = 0;
            int n = 0;
            while (n < MAX_ITERS && x * x + y * y <= 4) {
                double t = x * x - y * y + cx;
                y = 2 * x * y + cy;
                x = t;
                n++;
            }
            total += n;
        }
    }
    printf("%ld\n", total);
}
