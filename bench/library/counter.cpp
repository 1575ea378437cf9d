// Numbers counted.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <algorithm>
#include <unordered_map>

int main(int count, char **arguments) {
    const int64_t size = count > 1 ? std::atoll(arguments[1]) : 10000000;
    std::unordered_map<int64_t, int64_t> counts;
    uint64_t state = 42;
    for (int64_t i = 0; i < size; i++) {
        state = state * 6364136223846793005 + 1442695040888963407;
        counts[(int64_t)(state >> 33) % 5000] += 1;
    }
    int64_t most = 0;
    for (auto &entry : counts) most = std::max(most, entry.second);
    std::printf("%zu %lld\n", counts.size(), (long long)most);
    return 0;
}
