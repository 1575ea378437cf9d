// Floats turned into their shortest text.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <charconv>

int main(int count, char **arguments) {
    const int64_t size = count > 1 ? std::atoll(arguments[1]) : 3000000;
    int64_t check = 0;
    uint64_t state = 42;
    for (int64_t i = 0; i < size; i++) {
        state = state * 6364136223846793005 + 1442695040888963407;
        char text[32];
        check += std::to_chars(text, text + 32, (double)(state >> 11) / 1000003000001.0).ptr - text;
    }
    std::printf("%lld\n", (long long)check);
    return 0;
}
