// Integers appended to an empty list, eight hundred times.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

int main(int count, char **arguments) {
    const int64_t size = count > 1 ? std::atoll(arguments[1]) : 50000;
    int64_t check = 0;
    for (int turn = 0; turn < 800; turn++) {
        std::vector<int64_t> values;
        for (int64_t i = 0; i < size; i++) values.push_back(i ^ turn);
        check += values[size / 2] + (int64_t)values.size();
    }
    std::printf("%lld\n", (long long)check);
    return 0;
}
