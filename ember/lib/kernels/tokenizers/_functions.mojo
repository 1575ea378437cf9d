"""What Python calls: tokenizers by their address (`ember/pipelines/tokenizers/native.py`)."""

from std.memory import alloc

from tokenizers._tokenizer import Tokenizer

comptime Handle = UnsafePointer[Tokenizer, MutAnyOrigin]


def _at(address: Int) -> Handle:
    return Handle(unsafe_from_address=address)


def create(
    model: Int, options: Int, words: Span[UInt8, _], kinds: Span[Int32, _], unknown: Int
) raises -> Int:
    """A tokenizer of these tokens; gives its address."""
    var place = alloc[Tokenizer](1)
    place.init_pointee_move(Tokenizer(model, options, words, kinds, unknown))
    return Int(place)


def destroy(address: Int):
    """Ends a tokenizer."""
    var place = _at(address)
    place.destroy_pointee()
    place.free()


def add_merges(address: Int, packed: Span[UInt8, _], count: Int) raises:
    """Merges, in order."""
    _at(address)[].add_merges(packed, count)


def add_scores(address: Int, scores: Span[Float64, _]) raises:
    """A score for each token."""
    _at(address)[].add_scores(scores)


def add_stage(address: Int, stage: Int):
    """One more way to cut text into pieces, after the others."""
    _at(address)[].stages.append(stage)


def add_special(address: Int, text: Span[UInt8, _], token: Int, is_control: Bool):
    """A text that stands for itself; a command is text unless commands are asked for."""
    _at(address)[].specials.add(text, token, is_control)


def find_specials(address: Int, text: Span[UInt8, _], takes_control: Bool, found: Span[mut=True, Int32, _]) -> Int:
    """Start, end and token of the special tokens of a text, as many as there is room for; gives how many numbers."""
    ref specials = _at(address)[].specials
    var data = rebind[UnsafePointer[UInt8, ImmAnyOrigin]](text.unsafe_ptr())
    var count = 0
    var at = 0
    while at < len(text) and count + 3 <= len(found):
        var special = specials.find(data, at, len(text), takes_control)
        if special < 0:
            at += 1
            continue
        var end = at + len(specials.texts[special])
        found[count] = Int32(at)
        found[count + 1] = Int32(end)
        found[count + 2] = Int32(specials.tokens[special])
        count += 3
        at = end
    return count


def encode(address: Int, text: Span[UInt8, _], takes_control: Bool, tokens: Span[mut=True, Int32, _]) raises -> Int:
    """Writes the tokens of a text, and gives how many they are."""
    var found = _at(address)[].encode(text, takes_control)
    if len(found) > len(tokens):
        raise Error("there is room for ", len(tokens), " tokens, not for ", len(found))
    for i in range(len(found)):
        tokens[i] = found[i]
    return len(found)


def decode(address: Int, tokens: Span[Int32, _], text: Span[mut=True, UInt8, _]) raises -> Int:
    """Writes the bytes of tokens, and gives how many they are; without room, minus how many are needed."""
    var found = _at(address)[].decode(tokens)
    if len(found) > len(text):
        return -len(found)
    for i in range(len(found)):
        text[i] = found[i]
    return len(found)


def word(address: Int, token: Int, text: Span[mut=True, UInt8, _]) raises -> Int:
    """Writes a token as it stands in the vocabulary, cut short where there is no room, and gives how many bytes it has."""
    ref vocabulary = _at(address)[].vocabulary
    if token < 0 or token >= len(vocabulary):
        raise Error("there is no token ", token)
    var bytes = vocabulary.address_of(token)
    for i in range(min(vocabulary.size_of(token), len(text))):
        text[i] = bytes[i]
    return vocabulary.size_of(token)
