// Sets filled, asked, united and intersected.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <unordered_set>

int main(int count, char **arguments) {
    const int64_t size = count > 1 ? std::atoll(arguments[1]) : 1000000;
    std::unordered_set<int64_t> one, other, both, common, less;
    for (int64_t i = 0; i < size; i++) {
        one.insert(i * 3);
        other.insert(i * 5);
    }
    int64_t check = 0;
    for (int64_t i = 0; i < size * 5; i++) check += one.count(i);
    both = one;
    both.insert(other.begin(), other.end());
    for (int64_t value : one) (other.count(value) ? common : less).insert(value);
    std::printf("%lld %zu %zu %zu\n", (long long)check, both.size(), common.size(), less.size());
    return 0;
}
