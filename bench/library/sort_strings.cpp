// The library's sort on short strings.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <algorithm>
#include <string>
#include <vector>

int main(int count, char **arguments) {
    const int64_t size = count > 1 ? std::atoll(arguments[1]) : 500000;
    std::vector<std::string> values;
    uint64_t state = 42;
    for (int64_t i = 0; i < size; i++) {
        state = state * 6364136223846793005 + 1442695040888963407;
        values.push_back("key" + std::to_string(state >> 40));
    }
    std::sort(values.begin(), values.end());
    uint64_t check = 0;
    for (int64_t i = 0; i < size; i += 100) check = check * 31 + (unsigned char)values[i].back();
    std::printf("%lld\n", (long long)check);
    return 0;
}
