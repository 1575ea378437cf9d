#include <stdio.h>
#include <stdlib.h>
enum { SIZE = 3000000 };
static int compare(const void *a, const void *b) {
    long x = *(const long *)a, y = *(const long *)b;
    return (x > y) - (x < y);
}
int main(void) {
    long *values = malloc(SIZE * sizeof *values);
    unsigned long state = 42, check = 0;
    for (int i = 0; i < SIZE; i++) {
        state = state * 6364136223846793005UL + 1442695040888963407UL;
        values[i] = state >> 33;
    }
    qsort(values, SIZE, sizeof *values, compare);
    for (int i = 0; i < SIZE; i += 1000) check = check * 31 + values[i];
    printf("%ld\n", (long)check);
}
