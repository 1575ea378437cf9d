// A queue that grows and shrinks at both ends.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <deque>

int main(int count, char **arguments) {
    const int64_t size = count > 1 ? std::atoll(arguments[1]) : 20000000;
    std::deque<uint64_t> queue;
    uint64_t check = 0;
    for (int64_t i = 0; i < size; i++) {
        queue.push_back(i);
        if (i % 3 != 0) queue.push_front(i + 1);
        if (i % 2 == 0) {
            check = check * 31 + queue.front();
            queue.pop_front();
        }
        if (queue.size() > 1000) {
            while (queue.size() > 10) {
                check += queue.back();
                queue.pop_back();
            }
        }
    }
    std::printf("%lld %zu\n", (long long)check, queue.size());
    return 0;
}
