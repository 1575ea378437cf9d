// Text turned into floats.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <charconv>
#include <string>
#include <vector>

int main(int count, char **arguments) {
    const int64_t size = count > 1 ? std::atoll(arguments[1]) : 3000000;
    std::vector<std::string> texts;
    uint64_t state = 42;
    for (int i = 0; i < 1000; i++) {
        state = state * 6364136223846793005 + 1442695040888963407;
        char text[32];
        texts.emplace_back(text, std::to_chars(text, text + 32, (double)(state >> 11) / 1000003000001.0).ptr);
    }
    double check = 0;
    for (int64_t i = 0; i < size; i++) {
        auto &text = texts[i % 1000];
        double value;
        std::from_chars(text.data(), text.data() + text.size(), value);
        check += value;
    }
    std::printf("%lld\n", (long long)check);
    return 0;
}
