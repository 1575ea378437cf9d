// Integer keys looked up in a dictionary, half of them missing.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <unordered_map>

int main(int count, char **arguments) {
    const int64_t size = count > 1 ? std::atoll(arguments[1]) : 10000000;
    std::unordered_map<int64_t, int64_t> table;
    for (int64_t i = 0; i < 100000; i++) table[i * 7919] = i;
    int64_t check = 0;
    uint64_t state = 42;
    for (int64_t i = 0; i < size; i++) {
        state = state * 6364136223846793005 + 1442695040888963407;
        auto found = table.find((int64_t)(state >> 33) % 200000 * 7919);
        check += found == table.end() ? 1 : found->second;
    }
    std::printf("%lld\n", (long long)check);
    return 0;
}
