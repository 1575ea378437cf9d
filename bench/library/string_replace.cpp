// Words replaced in a long text.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

std::string replace(std::string_view text, std::string_view before, std::string_view after) {
    std::string result;
    size_t start = 0;
    for (size_t found; (found = text.find(before, start)) != text.npos; start = found + before.size()) {
        result += text.substr(start, found - start);
        result += after;
    }
    result += text.substr(start);
    return result;
}

int main(int count, char **arguments) {
    const int64_t size = count > 1 ? std::atoll(arguments[1]) : 4000000;
    std::string text;
    while ((int64_t)text.size() < size) text += "the quick brown fox jumps over the lazy dog, ";
    int64_t check = 0;
    for (int turn = 0; turn < 10; turn++) {
        check += replace(text, "fox", "elephant").size();
        check += replace(text, "o", "").size();
    }
    std::printf("%lld\n", (long long)check);
    return 0;
}
