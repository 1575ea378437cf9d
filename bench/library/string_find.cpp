// Short texts looked for in a long one.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

int main(int count, char **arguments) {
    const int64_t size = count > 1 ? std::atoll(arguments[1]) : 30000000;
    std::string text;
    while ((int64_t)text.size() < size) text += "the quick brown fox jumps over the lazy dog, ";
    text += "needle";
    int64_t check = 0;
    for (int turn = 0; turn < 4; turn++) {
        check += (int64_t)text.find("needle");
        check += (int64_t)text.find("lazy cat");
        check += (int64_t)text.find("z", 1000);
        for (size_t place = 0; (place = text.find("fox", place)) != text.npos; place += 3) check++;
    }
    std::printf("%lld\n", (long long)check);
    return 0;
}
