"""Counts the words of a text with a dictionary."""

from std.collections import Dict

comptime TEXT = """the quick brown fox jumps over the lazy dog
the dog sleeps and the fox runs
over and over the fox jumps"""


def count_words(text: String) raises -> Dict[String, Int]:
    var counts = Dict[String, Int]()
    for word in text.split():
        var key = String(word)
        counts[key] = counts.get(key, 0) + 1
    return counts^


def main() raises:
    var counts = count_words(TEXT)
    var words = List[String]()
    for entry in counts.items():
        if entry.value > 1:
            words.append(String(entry.key))
    sort(words)
    for word in words:
        print(word, counts[word])
    print("different words:", len(counts))
