// String keys put into an empty dictionary.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <unordered_map>

int main(int count, char **arguments) {
    const int64_t size = count > 1 ? std::atoll(arguments[1]) : 1000000;
    std::unordered_map<std::string, int64_t> table;
    uint64_t state = 42;
    for (int64_t i = 0; i < size; i++) {
        state = state * 6364136223846793005 + 1442695040888963407;
        table["key" + std::to_string(state >> 33)] = i;
    }
    std::printf("%zu\n", table.size());
    return 0;
}
