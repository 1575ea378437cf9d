# A byte-pair tokenizer with a priority list of merges, in the style of the talk's loop.
from collections import Dict


@value
struct MergeOption:
    var left: Int
    var right: Int
    var score: Int
    var checksum: Int


struct Tokens:
    """A doubly linked list of token texts in arrays."""

    var text: List[String]
    var before: List[Int]
    var after: List[Int]
    var alive: List[Bool]

    fn __init__(out self, prompt: String):
        self.text = List[String]()
        self.before = List[Int]()
        self.after = List[Int]()
        self.alive = List[Bool]()
        for i in range(len(prompt)):
            self.text.append(prompt[i])
            self.before.append(i - 1)
            self.after.append(i + 1 if i + 1 < len(prompt) else -1)
            self.alive.append(True)

    fn __contains__(self, i: Int) -> Bool:
        return i >= 0 and self.alive[i]

    fn remove(mut self, i: Int):
        self.alive[i] = False
        var p = self.before[i]
        var n = self.after[i]
        if p >= 0:
            self.after[p] = n
        if n >= 0:
            self.before[n] = p


def best_option(options: List[MergeOption]) -> Int:
    best = 0
    for i in range(1, len(options)):
        if options[i].score > options[best].score:
            best = i
    return best


def offer(mut options: List[MergeOption], tokens: Tokens, vocab: Dict[String, Int], left: Int, right: Int):
    if left < 0 or right < 0:
        return
    merged = tokens.text[left] + tokens.text[right]
    if merged in vocab:
        options.append(MergeOption(left, right, vocab[merged], len(merged)))


def encode(prompt: String, vocab: Dict[String, Int]) -> List[String]:
    tokens = Tokens(prompt)
    merge_options = List[MergeOption]()
    for i in range(len(prompt) - 1):
        offer(merge_options, tokens, vocab, i, i + 1)
    while merge_options:
        merge = merge_options.pop(best_option(merge_options))
        # Check whether the best merge is still valid
        if merge.left not in tokens or merge.right not in tokens:
            continue  # outdated merge option
        merged = tokens.text[merge.left] + tokens.text[merge.right]
        if len(merged) != merge.checksum:
            continue  # outdated merge option
        tokens.text[merge.left] = merged
        tokens.remove(merge.right)
        offer(merge_options, tokens, vocab, tokens.before[merge.left], merge.left)
        offer(merge_options, tokens, vocab, merge.left, tokens.after[merge.left])
    result = List[String]()
    for i in range(len(prompt)):
        if i in tokens:
            result.append(tokens.text[i])
    return result


def main():
    vocab = Dict[String, Int]()
    vocab["lo"] = 5
    vocab["low"] = 9
    vocab["er"] = 7
    vocab["es"] = 4
    vocab["est"] = 8
    vocab["lower"] = 10
    for word in List[String]("lower", "lowest", "slow", "xyz"):
        pieces = encode(word, vocab)
        line = String("")
        for p in pieces:
            line += "[" + p + "]"
        print(line)
