"""Cutting text into pieces, as regular expressions of models do it, by hand.

A stage cuts every piece of the stage before. `ends` are the places where pieces end, in order.
"""

from tokenizers._classes import (
    LETTER,
    LOWER,
    MARK,
    OLD_PUNCTUATION,
    OTHER,
    PUNCTUATION,
    SPACE,
    UPPER,
    Classes,
    Point,
    point_at,
)

comptime Text = UnsafePointer[UInt8, ImmAnyOrigin]
comptime _NEWLINE = 10
comptime _RETURN = 13
comptime _BLANK = 32
comptime _APOSTROPHE = 39
comptime _META = 0x2581


@fieldwise_init
struct Stage(Equatable, TrivialRegisterPassable):
    """One way to cut: a number that Python knows, too (`ember/pipelines/tokenizers/native.py`)."""

    var number: Int

    comptime GPT2 = Stage(0)
    """`'s|'t|'re|'ve|'m|'ll|'d| ?\\p{L}+| ?\\p{N}+| ?[^\\s\\p{L}\\p{N}]+|\\s+(?!\\S)|\\s+`"""
    comptime LLAMA3 = Stage(1)
    """`(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}{1,3}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+`"""
    comptime QWEN2 = Stage(2)
    """The same with single numbers."""
    comptime NUMBERS = Stage(3)
    """Each `\\p{N}` alone."""
    comptime PUNCTUATION = Stage(4)
    """Runs of punctuation: ``[\\p{P}\\$\\+<=>\\^~\\|`]+``."""
    comptime TRIPLES = Stage(5)
    """`[0-9]{3}`"""
    comptime WORDS = Stage(6)
    """White space, and each punctuation character, alone."""
    comptime META = Stage(7)
    """Before each `▁`."""
    comptime NUMBER_RUNS = Stage(8)
    """`\\p{N}+`"""


def cut(stages: List[Int], classes: Classes, text: Text, start: Int, end: Int, mut ends: List[Int]):
    """The ends of all pieces of a part of the text, by one stage after the other."""
    ends.clear()
    ends.append(end)
    var pieces = List[Int]()
    for number in stages:
        swap(pieces, ends)
        ends.clear()
        var at = start
        for stop in pieces:
            _cut_piece(Stage(number), classes, text, at, stop, ends)
            at = stop


def _cut_piece(stage: Stage, classes: Classes, text: Text, start: Int, end: Int, mut ends: List[Int]):
    var at = start
    while at < end:
        at = _end_of_match(stage, classes, text, at, end)
        ends.append(at)


def _end_of_match(stage: Stage, classes: Classes, text: Text, at: Int, end: Int) -> Int:
    if stage == Stage.GPT2:
        return _gpt2(classes, text, at, end)
    if stage == Stage.LLAMA3:
        return _llama3(classes, text, at, end, 3)
    if stage == Stage.QWEN2:
        return _llama3(classes, text, at, end, 1)
    if stage == Stage.NUMBERS:
        return _alone(classes, text, at, end)
    if stage == Stage.NUMBER_RUNS:
        return _run_or_gap[_is_number](classes, text, at, end)
    if stage == Stage.PUNCTUATION:
        return _run_or_gap[_is_falcon_punctuation](classes, text, at, end)
    if stage == Stage.TRIPLES:
        return _triples(text, at, end)
    if stage == Stage.META:
        return _before_meta(text, at, end)
    return _word(classes, text, at, end)


# -- the stages ------------------------------------------------------------------------------------------


def _gpt2(classes: Classes, text: Text, at: Int, end: Int) -> Int:
    var suffix = _contraction(text, at, end, False)
    if suffix > at:
        return suffix
    var first = point_at(text, at)
    var next = at + first.size
    var kind = classes.of(first.value)
    if first.value == _BLANK and next < end:
        kind = classes.of(point_at(text, next).value)
    elif first.value == _BLANK:
        return next
    if kind == SPACE:
        return _spaces(classes, text, at, end)
    var start = next if first.value == _BLANK else at
    if _is_letter_kind(kind):
        return _run[_is_letter](classes, text, start, end)
    if classes.is_number(point_at(text, start).value):
        return _run[_is_number](classes, text, start, end)
    return _run[_is_symbol](classes, text, start, end)


def _llama3(classes: Classes, text: Text, at: Int, end: Int, digits: Int) -> Int:
    var suffix = _contraction(text, at, end, True)
    if suffix > at:
        return suffix
    var first = point_at(text, at)
    var next = at + first.size
    if classes.is_letter(first.value):
        return _run[_is_letter](classes, text, at, end)
    if classes.is_number(first.value):
        return _numbers(classes, text, at, end, digits)
    var is_break = first.value == _NEWLINE or first.value == _RETURN
    if not is_break and next < end and classes.is_letter(point_at(text, next).value):
        return _run[_is_letter](classes, text, next, end)
    var start = next if first.value == _BLANK else at
    if start < end and _is_symbol(classes, point_at(text, start).value):
        return _run[_is_break](classes, text, _run[_is_symbol](classes, text, start, end), end)
    return _breaks_or_spaces(classes, text, at, end)


def _breaks_or_spaces(classes: Classes, text: Text, at: Int, end: Int) -> Int:
    """White space up to its last line break if it has one, else all but the last before something else."""
    var stop = _run[_is_space](classes, text, at, end)
    for i in range(stop - 1, at - 1, -1):
        if Int(text[i]) == _NEWLINE or Int(text[i]) == _RETURN:
            return i + 1
    return _spaces(classes, text, at, end)


def _spaces(classes: Classes, text: Text, at: Int, end: Int) -> Int:
    """`\\s+(?!\\S)|\\s+`: white space but its last character, where something follows."""
    var last = at
    var stop = at
    while stop < end:
        var point = point_at(text, stop)
        if not classes.is_space(point.value):
            return last if last > at else stop
        last = stop
        stop += point.size
    return stop


def _contraction(text: Text, at: Int, end: Int, ignores_case: Bool) -> Int:
    """Where `'s`, `'t`, `'re`, `'ve`, `'m`, `'ll` or `'d` ends, or `at`."""
    if Int(text[at]) != _APOSTROPHE or at + 1 >= end:
        return at
    var case = 32 if ignores_case else 0
    var first = Int(text[at + 1]) | case
    if first == ord("s") or first == ord("t") or first == ord("m") or first == ord("d"):
        return at + 2
    if ignores_case and Int(text[at + 1]) == 0xC5 and at + 2 < end and Int(text[at + 2]) == 0xBF:
        return at + 3  # the long s, which is an s to those who ignore case
    if at + 2 >= end:
        return at
    var second = Int(text[at + 2]) | case
    if (first == ord("r") or first == ord("v")) and second == ord("e"):
        return at + 3
    if first == ord("l") and second == ord("l"):
        return at + 3
    return at


def _numbers(classes: Classes, text: Text, at: Int, end: Int, most: Int) -> Int:
    var stop = at
    for _ in range(most):
        if stop >= end:
            break
        var point = point_at(text, stop)
        if not classes.is_number(point.value):
            break
        stop += point.size
    return stop


def _alone(classes: Classes, text: Text, at: Int, end: Int) -> Int:
    var first = point_at(text, at)
    if classes.is_number(first.value):
        return at + first.size
    return _run[_is_no_number](classes, text, at, end)


def _triples(text: Text, at: Int, end: Int) -> Int:
    if _digits(text, at, end) >= 3:
        return at + 3
    var stop = at
    while stop < end and _digits(text, stop, end) < 3:
        stop += 1
    return stop


def _digits(text: Text, at: Int, end: Int) -> Int:
    """How many of the next three bytes are digits."""
    var count = 0
    while count < 3 and at + count < end and text[at + count] >= 48 and text[at + count] <= 57:
        count += 1
    return count


def _before_meta(text: Text, at: Int, end: Int) -> Int:
    var stop = at + point_at(text, at).size
    while stop < end:
        var point = point_at(text, stop)
        if point.value == _META:
            return stop
        stop += point.size
    return stop


def _word(classes: Classes, text: Text, at: Int, end: Int) -> Int:
    var first = point_at(text, at)
    if classes.is_space(first.value):
        return _run[_is_space](classes, text, at, end)
    if _is_word_end(classes, first.value):
        return at + first.size
    return _run[_is_word](classes, text, at, end)


# -- runs ------------------------------------------------------------------------------------------------


def _run[belongs: def(Classes, Int) thin -> Bool](classes: Classes, text: Text, at: Int, end: Int) -> Int:
    """Where the characters that belong end."""
    var stop = at
    while stop < end:
        var point = point_at(text, stop)
        if not belongs(classes, point.value):
            break
        stop += point.size
    return stop


def _run_or_gap[belongs: def(Classes, Int) thin -> Bool](classes: Classes, text: Text, at: Int, end: Int) -> Int:
    """Where characters end that all belong, or all do not."""
    var is_run = belongs(classes, point_at(text, at).value)
    var stop = at
    while stop < end:
        var point = point_at(text, stop)
        if belongs(classes, point.value) != is_run:
            break
        stop += point.size
    return stop


def _is_letter_kind(kind: UInt8) -> Bool:
    return kind >= UPPER and kind <= LETTER


def _is_letter(classes: Classes, point: Int) -> Bool:
    return classes.is_letter(point)


def _is_number(classes: Classes, point: Int) -> Bool:
    return classes.is_number(point)


def _is_no_number(classes: Classes, point: Int) -> Bool:
    return not classes.is_number(point)


def _is_space(classes: Classes, point: Int) -> Bool:
    return classes.is_space(point)


def _is_break(classes: Classes, point: Int) -> Bool:
    return point == _NEWLINE or point == _RETURN


def _is_symbol(classes: Classes, point: Int) -> Bool:
    var kind = classes.of(point)
    return kind == OTHER or kind == MARK or kind == OLD_PUNCTUATION or classes.is_punctuation(point)


def _is_falcon_punctuation(classes: Classes, point: Int) -> Bool:
    if classes.is_punctuation(point):
        return True
    return (
        point == ord("$") or point == ord("+") or point == ord("<") or point == ord("=") or point == ord(">")
        or point == ord("^") or point == ord("~") or point == ord("|") or point == ord("`")
    )


def _is_word_end(classes: Classes, point: Int) -> Bool:
    """White space, punctuation as BERT knows it, and all of ASCII that is neither letter nor digit."""
    var kind = classes.of(point)
    return kind == SPACE or kind == PUNCTUATION or kind == OLD_PUNCTUATION or (point > 32 and point < 127 and kind == OTHER)


def _is_word(classes: Classes, point: Int) -> Bool:
    return not _is_word_end(classes, point)
