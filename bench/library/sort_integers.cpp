// The library's sort on pseudo-random integers.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <algorithm>
#include <vector>

int main(int count, char **arguments) {
    const int64_t size = count > 1 ? std::atoll(arguments[1]) : 4000000;
    std::vector<uint64_t> values;
    uint64_t state = 42;
    for (int64_t i = 0; i < size; i++) {
        state = state * 6364136223846793005 + 1442695040888963407;
        values.push_back(state >> 33);
    }
    std::sort(values.begin(), values.end());
    uint64_t check = 0;
    for (int64_t i = 0; i < size; i += 100) check = check * 31 + values[i];
    std::printf("%lld\n", (long long)check);
    return 0;
}
