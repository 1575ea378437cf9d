/* As sieve.mojo. */
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
    long limit = argc > 1 ? atol(argv[1]) : 60000000, count = 0;
    unsigned char *composite = calloc(limit + 1, 1);
    for (long i = 2; i <= limit; i++)
        if (!composite[i]) {
            count++;
            for (long j = i * i; j <= limit; j += i) composite[j] = 1;
        }
    printf("%ld\n", count);
}
