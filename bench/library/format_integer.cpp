// Integers turned into text.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

int main(int count, char **arguments) {
    const int64_t size = count > 1 ? std::atoll(arguments[1]) : 10000000;
    int64_t check = 0;
    uint64_t state = 42;
    for (int64_t i = 0; i < size; i++) {
        state = state * 6364136223846793005 + 1442695040888963407;
        check += std::to_string((int64_t)(state >> 1) >> (state & 63)).size();
    }
    std::printf("%lld\n", (long long)check);
    return 0;
}
