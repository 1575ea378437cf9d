// Insertions at the front and in the middle of a list, and removals.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

int main(int count, char **arguments) {
    const int64_t size = count > 1 ? std::atoll(arguments[1]) : 40000;
    std::vector<uint64_t> values;
    for (int64_t i = 0; i < size; i++) {
        values.insert(values.begin(), i);
        values.insert(values.begin() + values.size() / 2, i + 1);
    }
    uint64_t check = 0;
    while ((int64_t)values.size() > size) {
        auto place = values.begin() + values.size() / 3;
        check = check * 31 + *place;
        values.erase(place);
    }
    for (uint64_t value : values) check = check * 31 + value;
    std::printf("%lld\n", (long long)check);
    return 0;
}
