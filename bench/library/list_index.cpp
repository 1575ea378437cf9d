// Elements of a list read and written at positions that jump about.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

int main(int count, char **arguments) {
    const int64_t size = count > 1 ? std::atoll(arguments[1]) : 30000000;
    std::vector<uint64_t> values(65536, 1);
    uint64_t state = 42;
    for (int64_t i = 0; i < size; i++) {
        state = state * 6364136223846793005 + 1442695040888963407;
        values[state >> 48] += values[state >> 32 & 65535] ^ (uint64_t)i;
    }
    uint64_t check = 0;
    for (uint64_t value : values) check = check * 31 + value;
    std::printf("%lld\n", (long long)check);
    return 0;
}
