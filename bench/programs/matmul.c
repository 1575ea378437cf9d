#include <stdio.h>
enum { SIZE = 512, ROWS = 4, COLUMNS = 16 };
static float a[SIZE * SIZE], b[SIZE * SIZE], c[SIZE * SIZE];
static void multiply(void) {
    for (int i = 0; i < SIZE; i += ROWS)
        for (int j = 0; j < SIZE; j += COLUMNS) {
            float acc[ROWS][COLUMNS] = {{0}};
            for (int k = 0; k < SIZE; k++)
                for (int r = 0; r < ROWS; r++) {
                    float factor = a[(i + r) * SIZE + k];
                    for (int n = 0; n < COLUMNS; n++) acc[r][n] += factor * b[k * SIZE + j + n];
                }
            for (int r = 0; r < ROWS; r++)
                for (int n = 0; n < COLUMNS; n++) c[(i + r) * SIZE + j + n] = acc[r][n];
        }
}
int main(void) {
    for (int i = 0; i < SIZE * SIZE; i++) { a[i] = i % 13; b[i] = i % 7; }
    for (int n = 0; n < 8; n++) multiply();
    double sum = 0;
    for (int i = 0; i < SIZE * SIZE; i++) sum += c[i];
    printf("%ld\n", (long)sum);
}
