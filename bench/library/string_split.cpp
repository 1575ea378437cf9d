// A text of numbers cut at its commas, and at white space.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

std::vector<std::string_view> split(std::string_view text) {
    std::vector<std::string_view> parts;
    size_t start = 0;
    for (size_t found; (found = text.find(", ", start)) != text.npos; start = found + 2)
        parts.push_back(text.substr(start, found - start));
    parts.push_back(text.substr(start));
    return parts;
}

std::vector<std::string_view> words(std::string_view text) {
    std::vector<std::string_view> parts;
    size_t place = 0;
    while (true) {
        place = text.find_first_not_of(" \t\n\v\f\r", place);
        if (place == text.npos) return parts;
        size_t end = text.find_first_of(" \t\n\v\f\r", place);
        if (end == text.npos) end = text.size();
        parts.push_back(text.substr(place, end - place));
        place = end;
    }
}

int main(int count, char **arguments) {
    const int64_t size = count > 1 ? std::atoll(arguments[1]) : 1000000;
    std::string text;
    for (int64_t i = 0; i < size; i++) {
        text += std::to_string(i);
        text += ", ";
    }
    uint64_t check = 0;
    for (int turn = 0; turn < 3; turn++) {
        for (auto part : split(text)) check += part.size();
        for (auto part : words(text)) check = check * 31 + part.size();
    }
    std::printf("%lld\n", (long long)check);
    return 0;
}
