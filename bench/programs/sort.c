/* As sort.mojo. Not qsort, which calls a function per comparison: a quicksort that the compiler sees whole. */
#include <stdio.h>
#include <stdlib.h>
static void swap(long *a, long *b) { long t = *a; *a = *b; *b = t; }
static void insertion_sort(long *v, long count) {
    for (long i = 1; i < count; i++) {
        long value = v[i], place = i;
        for (; place > 0 && value < v[place - 1]; place--) v[place] = v[place - 1];
        v[place] = value;
    }
}
static void sort(long *v, long count) {
    while (count > 24) {
        long *middle = v + count / 2, *last = v + count - 1;
        if (*middle < *v) swap(middle, v);
        if (*last < *middle) swap(last, middle);
        if (*middle < *v) swap(middle, v);
        long pivot = *middle, i = 0, j = count - 1;
        while (i <= j) {
            while (v[i] < pivot) i++;
            while (pivot < v[j]) j--;
            if (i <= j) swap(&v[i++], &v[j--]);
        }
        sort(v, j + 1);
        v += i;
        count -= i;
    }
    insertion_sort(v, count);
}
int main(int argc, char **argv) {
    long size = argc > 1 ? atol(argv[1]) : 6000000;
    long *values = malloc(size * sizeof *values);
    unsigned long state = 42, check = 0;
    for (long i = 0; i < size; i++) {
        state = state * 6364136223846793005UL + 1442695040888963407UL;
        values[i] = state >> 33;
    }
    sort(values, size);
    for (long i = 0; i < size; i += 100) check = check * 31 + values[i];
    printf("%ld\n", (long)check);
}
