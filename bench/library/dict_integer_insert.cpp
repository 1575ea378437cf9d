// Integer keys put into an empty dictionary.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <unordered_map>

int main(int count, char **arguments) {
    const int64_t size = count > 1 ? std::atoll(arguments[1]) : 2000000;
    std::unordered_map<int64_t, int64_t> table;
    uint64_t state = 42;
    for (int64_t i = 0; i < size; i++) {
        state = state * 6364136223846793005 + 1442695040888963407;
        table[state >> 33] = i;
    }
    std::printf("%zu\n", table.size());
    return 0;
}
