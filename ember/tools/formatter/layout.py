"""Long lines broken at brackets and operators.

before:  var total = combine(first_value, second_value, third_value)     (too wide)
after:   var total = combine(
             first_value,
             second_value,
             third_value,
         )

A bracket with a comment inside, or whose last element the author ended with a comma and a new line, is always broken.
Of several ways the one with the fewest overlong lines is taken, then the one that breaks the fewest brackets.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

from ember.syntax.tokens import FLOAT, INT, STRING
from ember.tools.formatter.lines import Comment, Line, Tok

INDENT: Final = 4
_FILL_FROM: Final = 10
_OPENERS: Final = frozenset("([{")
_CLOSERS: Final = frozenset(")]}")
_LITERALS: Final = frozenset((INT, FLOAT, STRING, "True", "False", "None", "-"))
_LEVELS: Final[tuple[frozenset[str], ...]] = (
    frozenset(("if", "else")),
    frozenset(("or",)),
    frozenset(("and",)),
    frozenset(("==", "!=", "<", "<=", ">", ">=", "in", "is", "not")),
    frozenset("|"),
    frozenset("&"),
    frozenset("+-"),
    frozenset(("*", "/", "//", "%", "@")),
)
"""Where an expression inside brackets may be broken, the loosest operators first."""


class Group:
    """A pair of brackets and what stands between them."""

    __slots__ = ("close", "elements", "has_comma", "items", "must_break", "open")

    def __init__(self, open: Tok, items: list[Item], close: Tok, has_newline: bool) -> None:
        self.open = open
        self.items = items
        self.close = close
        self.elements = _elements(items)
        self.has_comma = bool(items) and _kind(items[-1]) == ","
        self.must_break = (
            (self.has_comma and has_newline)
            or bool(close.comments)
            or any(_has_comment(item) or _must_break(item) for item in items)
        )

    @property
    def is_comprehension(self) -> bool:
        return any(_kind(item) == "for" for item in self.items)


Item: TypeAlias = Tok | Group


def layout_line(line: Line, text: str, width: int) -> list[str]:
    """The printed lines of a logical line, without the comment after it."""
    items = _parse(line.tokens, text)
    indent = line.level * INDENT
    laid = _Layout(width)
    pieces = _comment_pieces(items)
    if len(pieces) > 1:
        return laid.continued(pieces, indent)
    lines = laid.render(items, indent, inside=False)
    if line.joints and laid.overflow(lines):
        return _keep_joints(line, indent)
    return lines


def _keep_joints(line: Line, indent: int) -> list[str]:
    """A long line that the author continued with backslashes stays broken there."""
    pieces: list[str] = []
    starts = [0, *sorted(line.joints), len(line.tokens)]
    for number, (start, end) in enumerate(zip(starts, starts[1:], strict=False)):
        pad = " " * (indent + (INDENT if number else 0))
        piece = _flat_tokens(line.tokens[start:end])
        pieces.append(pad + piece + (" \\" if end < len(line.tokens) else ""))
    return pieces


def _flat_tokens(tokens: Sequence[Tok]) -> str:
    return "".join(" " * token.space + token.text for token in tokens).lstrip(" ")


# --- brackets as a tree ---------------------------------------------------------------------------


def _parse(tokens: list[Tok], text: str) -> list[Item]:
    """Tokens to a tree of brackets."""
    stack: list[list[Item]] = [[]]
    openers: list[Tok] = []
    last = tokens[0]
    for token in tokens:
        if token.kind in _OPENERS:
            openers.append(token)
            stack.append([])
        elif token.kind in _CLOSERS and openers:
            items = stack.pop()
            has_newline = "\n" in text[last.end : token.start]
            stack[-1].append(Group(openers.pop(), items, token, has_newline))
        else:
            stack[-1].append(token)
        last = token
    return stack[0]


def _elements(items: list[Item]) -> list[list[Item]]:
    """Splits at the commas; a comprehension is one element."""
    if not items:
        return []
    if any(_kind(item) == "for" for item in items):
        return [items]
    elements: list[list[Item]] = [[]]
    for item in items:
        if _kind(item) == ",":
            elements.append([])
        else:
            elements[-1].append(item)
    if not elements[-1]:
        elements.pop()
    return elements


def _kind(item: Item) -> str:
    return item.kind if isinstance(item, Tok) else "group"


def _first(item: Item) -> Tok:
    return item if isinstance(item, Tok) else item.open


def _has_comment(item: Item) -> bool:
    return bool(_first(item).comments)


def _must_break(item: Item) -> bool:
    return isinstance(item, Group) and item.must_break


def flat(items: Sequence[Item]) -> str:
    """Everything on one line."""
    pieces: list[str] = []
    _flat(items, pieces)
    return "".join(pieces).lstrip(" ")


def _flat(items: Sequence[Item], pieces: list[str]) -> None:
    for item in items:
        if isinstance(item, Tok):
            pieces.append(" " + item.text if item.space else item.text)
            continue
        pieces.append(" " + item.open.text if item.open.space else item.open.text)
        drop_comma = item.has_comma and len(item.elements) > 1
        _flat(item.items[:-1] if drop_comma else item.items, pieces)
        pieces.append(item.close.text)


# --- breaking -------------------------------------------------------------------------------------


class _Layout:
    def __init__(self, width: int) -> None:
        self.width = width
        self.known: dict[tuple[int, int], list[str]] = {}
        """What is between the brackets of a group, by group and indentation."""

    def overflow(self, lines: Iterable[str], tail: int = 0) -> int:
        """How many lines are too wide; the last one has `tail` characters to come."""
        count = 0
        text = ""
        for text in lines:
            count += _width(text) > self.width
        return count + (tail > 0 and _width(text) <= self.width < _width(text) + tail)

    def render(self, items: Sequence[Item], indent: int, inside: bool, tail: int = 0) -> list[str]:
        """The lines of a piece; `inside` brackets it may be broken anywhere."""
        pad = " " * indent
        forced = any(_must_break(item) for item in items) or any(map(_has_comment, items[1:]))
        if not forced:
            text = flat(items)
            if not self.overflow([pad + text], tail):
                return [pad + text]
        if inside:
            pieces = _comment_pieces(items)
            if len(pieces) == 1 and not forced:
                pieces = _operator_pieces(items)
            if len(pieces) > 1:
                return self._stacked(pieces, indent, tail)
        return self._broken(items, indent, tail)

    def continued(self, pieces: list[list[Item]], indent: int) -> list[str]:
        """A header that goes on after comments: its other pieces stand on lines of their own, further in."""
        lines = self.render(pieces[0], indent, inside=False)
        for piece in pieces[1:]:
            self._add_comments(lines, _first(piece[0]).comments, indent + INDENT)
            lines += self.render(piece, indent + INDENT, inside=False)
        return lines

    def _stacked(self, pieces: list[list[Item]], indent: int, tail: int) -> list[str]:
        lines: list[str] = []
        for piece in pieces:
            self._add_comments(lines, _first(piece[0]).comments if lines else [], indent)
            is_last = piece is pieces[-1]
            lines += self.render(piece, indent, True, tail if is_last else 0)
        return lines

    def _broken(self, items: Sequence[Item], indent: int, tail: int) -> list[str]:
        """Breaks some of the brackets: those that must be, else those that help most."""
        places = [at for at, item in enumerate(items) if isinstance(item, Group) and item.items]
        must = {at for at in places if _must_break(items[at])}
        others = [at for at in reversed(places) if at not in must]
        ways = [must]
        ways += [must | {at} for at in others]
        ways += [must | set(others[:count]) for count in range(2, len(others) + 1)]

        def score(way: set[int]) -> tuple[int, int]:
            return self.overflow(self._with_broken(items, way, indent), tail), len(way)

        best = ways[0]
        for way in ways[1:]:
            if score(best)[0] == 0:
                break
            best = min(best, way, key=score)
        for at in others:  # one that helped before others were broken may not be needed any more
            if at in best:
                best = min(best, best - {at}, key=score)
        return self._with_broken(items, best, indent)

    def _with_broken(self, items: Sequence[Item], way: set[int], indent: int) -> list[str]:
        pad = " " * indent
        lines: list[str] = []
        current: list[Item] = []
        prefix = pad
        for at, item in enumerate(items):
            if at not in way or not isinstance(item, Group):
                current.append(item)
                continue
            opening = " " * (item.open.space and bool(current or lines)) + item.open.text
            head = prefix + _joined(current, bool(lines)) + opening
            lines.append(head + _after_opener(item))
            lines += self._between(item, indent)
            prefix, current = pad + item.close.text, []
        lines.append(prefix + _joined(current, bool(lines)))
        return lines

    def _between(self, group: Group, indent: int) -> list[str]:
        key = (id(group), indent)
        if key not in self.known:
            self.known[key] = self._elements(group, indent + INDENT)
        return self.known[key]

    def _elements(self, group: Group, indent: int) -> list[str]:
        """One element per line; a long table of literals fills its lines."""
        if group.is_comprehension:
            lines = self._stacked(_comprehension_pieces(group.items), indent, 0)
        elif _is_table(group):
            return _filled(group, indent, self.width)
        else:
            lines = self._one_per_line(group, indent)
        self._add_comments(lines, group.close.comments, indent)
        return lines

    def _one_per_line(self, group: Group, indent: int) -> list[str]:
        lines: list[str] = []
        commas = [item for item in group.items if _kind(item) == ","]
        ends_with_comma = len(group.elements) > 1 or group.has_comma
        for number, element in enumerate(group.elements):
            comments = _first(element[0]).comments
            if not lines:
                comments = [comment for comment in comments if comment.own_line]
            self._add_comments(lines, comments, indent)
            has_comma = number + 1 < len(group.elements) or ends_with_comma
            lines += self.render(element, indent, True, 1 if has_comma else 0)
            if has_comma:
                lines[-1] += ","
            if number < len(commas):
                self._add_comments(lines, _first(commas[number]).comments, indent)
        return lines

    def _add_comments(self, lines: list[str], comments: list[Comment], indent: int) -> None:
        """A comment goes to the end of the line before it, or to a line of its own."""
        for comment in comments:
            if comment.own_line or not lines:
                lines.append(" " * indent + comment.text)
            else:
                lines[-1] += "  " + comment.text


def _joined(items: Sequence[Item], follows: bool) -> str:
    """Flat text; the space before it counts only where something stands before it."""
    text = flat(items)
    return " " + text if follows and items and _first(items[0]).space else text


def _after_opener(group: Group) -> str:
    """The comment that stands directly after an opening bracket, on its line."""
    first = _first(group.items[0]) if group.items else group.close
    for comment in first.comments:
        if not comment.own_line:
            return "  " + comment.text
        break
    return ""


def _comment_pieces(items: Sequence[Item]) -> list[list[Item]]:
    """Splits before everything that has a comment before it."""
    pieces: list[list[Item]] = [[]]
    for at, item in enumerate(items):
        if at and _has_comment(item):
            pieces.append([])
        pieces[-1].append(item)
    return pieces


def _operator_pieces(items: Sequence[Item]) -> list[list[Item]]:
    """Splits before the loosest operators."""
    kinds = {_kind(item) for item in items}
    if "lambda" in kinds or ":" in kinds:
        return [list(items)]
    for level in _LEVELS:
        if not level & kinds:
            continue
        pieces: list[list[Item]] = [[]]
        for at, item in enumerate(items):
            is_operator = _kind(item) in level and at > 0 and _first(item).space
            follows_word = at > 0 and _kind(items[at - 1]) in ("is", "not")
            if is_operator and not follows_word and _ends_operand(items[at - 1]):
                pieces.append([])
            pieces[-1].append(item)
        if len(pieces) > 1:
            return pieces
    return [list(items)]


def _ends_operand(item: Item) -> bool:
    """Whether an operator after this is one between two operands, not a sign."""
    if isinstance(item, Group):
        return True
    return item.text[-1].isalnum() or item.text[-1] in "_\"'`^."


def _comprehension_pieces(items: list[Item]) -> list[list[Item]]:
    """Splits before each `for`, and before each `if` after the first of them."""
    pieces: list[list[Item]] = [[]]
    seen_for = False
    for item in items:
        kind = _kind(item)
        if kind == "for" or (kind == "if" and seen_for) or (pieces[-1] and _has_comment(item)):
            pieces.append([])
        seen_for = seen_for or kind == "for"
        pieces[-1].append(item)
    return [piece for piece in pieces if piece]


def _is_table(group: Group) -> bool:
    if len(group.elements) < _FILL_FROM or any(map(_has_comment, group.items)):
        return False
    if group.close.comments:
        return False
    return all(_kind(item) in _LITERALS for element in group.elements for item in element)


def _filled(group: Group, indent: int, width: int) -> list[str]:
    pad = " " * indent
    lines: list[str] = []
    for element in group.elements:
        text = flat(element) + ","
        if lines and _width(lines[-1]) + 1 + len(text) <= width:
            lines[-1] += " " + text
        else:
            lines.append(pad + text)
    return lines


def _width(text: str) -> int:
    """The widest of the first and the last line; what is inside a long string is not ours to break."""
    if "\n" not in text:
        return len(text)
    return max(text.index("\n"), len(text) - text.rindex("\n") - 1)
