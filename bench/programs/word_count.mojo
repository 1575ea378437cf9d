comptime WORDS = 2_000_000
comptime DIFFERENT = 5_000


def main() raises:
    var counts = Dict[String, Int]()
    var state: UInt64 = 42
    for _ in range(WORDS):
        state = state * 6364136223846793005 + 1442695040888963407
        var number = Int((state >> 33) % DIFFERENT)
        var word = String("word", number)
        counts[word] = counts.get(word, 0) + 1
    var most = 0
    for entry in counts.items():
        most = max(most, entry.value)
    print(len(counts), most)
