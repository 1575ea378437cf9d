// String keys looked up in a dictionary, half of them missing.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <unordered_map>
#include <vector>

int main(int count, char **arguments) {
    const int64_t size = count > 1 ? std::atoll(arguments[1]) : 10000000;
    std::unordered_map<std::string, int64_t> table;
    std::vector<std::string> keys;
    for (int64_t i = 0; i < 20000; i++) keys.push_back("some key " + std::to_string(i * 7919));
    for (int64_t i = 0; i < 10000; i++) table[keys[i]] = i;
    int64_t check = 0;
    uint64_t state = 42;
    for (int64_t i = 0; i < size; i++) {
        state = state * 6364136223846793005 + 1442695040888963407;
        auto found = table.find(keys[(state >> 33) % 20000]);
        check += found == table.end() ? 1 : found->second;
    }
    std::printf("%lld\n", (long long)check);
    return 0;
}
