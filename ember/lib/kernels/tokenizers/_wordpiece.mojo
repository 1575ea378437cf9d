"""WordPiece: the longest token at the start of a word, then the longest that continues it, and so on."""

from tokenizers._classes import point_at
from tokenizers._vocabulary import NOT_FOUND, Vocabulary

comptime Text = UnsafePointer[UInt8, ImmAnyOrigin]
comptime _MOST_CHARACTERS = 100


def cut_word(
    vocabulary: Vocabulary,
    starting: List[UInt8],
    continuing: List[UInt8],
    text: Text,
    size: Int,
    unknown: Int,
    mut tokens: List[Int32],
):
    """Appends the tokens of a word, or the unknown one. Tokens begin with `starting`, those inside of words with `continuing`."""
    var first = len(tokens)
    var at = 0
    var word = List[UInt8](capacity=size + len(continuing))
    var characters = 0
    var place = 0
    while place < size:
        place += point_at(text, place).size
        characters += 1
    while at < size and characters <= _MOST_CHARACTERS:
        var end = size
        var found = NOT_FOUND
        while end > at:
            word.clear()
            word.extend(Span(continuing) if at > 0 else Span(starting))
            for i in range(at, end):
                word.append(text[i])
            found = vocabulary.find(rebind[Text](word.unsafe_ptr()), len(word))
            if found != NOT_FOUND:
                break
            end -= 1
            while end > at and Int(text[end]) & 0xC0 == 0x80:
                end -= 1
        if found == NOT_FOUND:
            break
        tokens.append(Int32(found))
        at = end
    if at < size:
        tokens.shrink(first)
        tokens.append(Int32(unknown))
