/* As word_count.mojo, with an open hash table of fixed size. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
enum { DIFFERENT = 5000, SLOTS = 16384 };
typedef struct { char *key; long value; } Entry;
static Entry table[SLOTS];
static Entry *find(const char *word) {
    unsigned long hash = 14695981039346656037UL;
    for (const char *p = word; *p; p++) hash = (hash ^ (unsigned char)*p) * 1099511628211UL;
    for (unsigned long i = hash % SLOTS;; i = (i + 1) % SLOTS)
        if (!table[i].key || !strcmp(table[i].key, word)) return &table[i];
}
int main(int argc, char **argv) {
    long words = argc > 1 ? atol(argv[1]) : 5000000;
    unsigned long state = 42;
    long count = 0, most = 0;
    for (long i = 0; i < words; i++) {
        state = state * 6364136223846793005UL + 1442695040888963407UL;
        char word[32];
        snprintf(word, sizeof word, "word%lu", (state >> 33) % DIFFERENT);
        Entry *e = find(word);
        if (!e->key) { e->key = strdup(word); count++; }
        e->value++;
    }
    for (int i = 0; i < SLOTS; i++)
        if (table[i].value > most) most = table[i].value;
    printf("%ld %ld\n", count, most);
}
