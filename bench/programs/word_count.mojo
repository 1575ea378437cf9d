"""Words made of text and numbers, counted in a dictionary: how many differ, and the count of the most frequent."""

from std.sys import argv

comptime DIFFERENT = 5_000


def main() raises:
    var args = argv()
    var words = Int(String(args[1])) if len(args) > 1 else 5_000_000
    var counts = Dict[String, Int]()
    var state: UInt64 = 42
    for _ in range(words):
        state = state * 6364136223846793005 + 1442695040888963407
        var number = Int((state >> 33) % DIFFERENT)
        var word = String("word", number)
        counts[word] = counts.get(word, 0) + 1
    var most = 0
    for entry in counts.items():
        most = max(most, entry.value)
    print(len(counts), most)
