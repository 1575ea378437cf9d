# A prefix tree in an index-linked pool.
struct Trie:
    var next: List[Dict[String, Int]]
    var terminal: List[Bool]

    def __init__(out self):
        self.next = List[Dict[String, Int]]()
        self.terminal = List[Bool]()
        _ = self.node()

    def node(mut self) -> Int:
        self.next.append(Dict[String, Int]())
        self.terminal.append(False)
        return len(self.next) - 1

    def insert(mut self, word: String) raises:
        var at = 0
        for c in word.codepoint_slices():
            var key = String(c)
            if key not in self.next[at]:
                var fresh = self.node()
                self.next[at][key] = fresh
            at = self.next[at][key]
        self.terminal[at] = True

    def collect(self, at: Int, prefix: String, mut out: List[String]) raises:
        if self.terminal[at]:
            out.append(prefix)
        for item in self.next[at].items():
            self.collect(item.value, prefix + item.key, out)

    def complete(self, prefix: String) raises -> List[String]:
        var at = 0
        for c in prefix.codepoint_slices():
            var key = String(c)
            if key not in self.next[at]:
                return []
            at = self.next[at][key]
        var out = List[String]()
        self.collect(at, prefix, out)
        return out^


def main() raises:
    var t = Trie()
    for w in ["car", "cart", "carbon", "dog", "do", "über"]:
        t.insert(w)
    print(t.complete("car"), t.complete("do"), t.complete("x"), t.complete("ü"))
    print(len(t.next))
