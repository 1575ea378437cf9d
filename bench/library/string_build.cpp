// A long text built from short ones.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

int main(int count, char **arguments) {
    const int64_t size = count > 1 ? std::atoll(arguments[1]) : 10000000;
    std::string text;
    for (int64_t i = 0; i < size; i++) {
        text += "ab";
        text += i % 2 == 0 ? "word, " : "other ";
    }
    int64_t letters = 0;
    for (int64_t i = 0; i < size; i++) {
        std::string word = std::string("x") + "yz";
        word += "abc";
        letters += word.size() + i % 2;
    }
    std::printf("%zu %lld\n", text.size(), (long long)letters);
    return 0;
}
