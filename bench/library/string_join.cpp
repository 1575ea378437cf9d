// Lists of strings joined.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

int main(int count, char **arguments) {
    const int64_t size = count > 1 ? std::atoll(arguments[1]) : 1000000;
    std::vector<std::string> words;
    for (int64_t i = 0; i < size; i++) words.push_back(std::to_string(i));
    int64_t check = 0;
    for (int turn = 0; turn < 10; turn++) {
        std::string text;
        for (auto &word : words) {
            if (!text.empty()) text += ", ";
            text += word;
        }
        check += text.size();
    }
    std::printf("%lld\n", (long long)check);
    return 0;
}
