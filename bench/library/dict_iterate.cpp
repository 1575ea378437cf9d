// All entries of a dictionary visited, fifty times.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <unordered_map>

int main(int count, char **arguments) {
    const int64_t size = count > 1 ? std::atoll(arguments[1]) : 500000;
    std::unordered_map<int64_t, int64_t> table;
    for (int64_t i = 0; i < size; i++) table[i * 7919] = i;
    int64_t check = 0;
    for (int turn = 0; turn < 50; turn++) {
        for (auto &[key, value] : table) check += key ^ value ^ turn;
        for (auto &entry : table) check += entry.first;
    }
    std::printf("%lld\n", (long long)check);
    return 0;
}
