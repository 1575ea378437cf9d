"""A file as logical lines: their tokens, their level, the comments and blank lines around them.

Template strings become one token: what stands between their braces is left as it was written.
"""

from __future__ import annotations

from typing import Final

from ember.syntax.tokens import (
    BACKTICK,
    DEDENT,
    EOF,
    INDENT,
    KEYWORDS,
    NAME,
    NEWLINE,
    STRING,
    TSTART,
    TSTOP,
    TokenStream,
)

_TAB: Final = 8


class Comment:
    """A comment; `own_line` says that nothing stands before it on its line."""

    __slots__ = ("column", "end", "own_line", "start", "text")

    def __init__(self, text: str, start: int, end: int, own_line: bool, column: int) -> None:
        self.text = text
        self.start = start
        self.end = end
        self.own_line = own_line
        self.column = column


class Tok:
    """A token as it will be printed."""

    __slots__ = ("comments", "end", "kind", "space", "start", "text")

    def __init__(self, kind: str, text: str, start: int, end: int) -> None:
        self.kind = kind
        self.text = text
        self.start = start
        self.end = end
        self.space = False
        """Whether a space stands before it when both are on one line."""
        self.comments: list[Comment] = []
        """The comments directly before it, inside brackets."""


class Line:
    """A logical line, or a comment alone on its line (then there are no tokens)."""

    __slots__ = ("blank_lines", "comment", "joints", "level", "tokens")

    def __init__(self, level: int, blank_lines: int) -> None:
        self.level = level
        self.blank_lines = blank_lines
        self.tokens: list[Tok] = []
        self.comment: Comment | None = None
        """The comment after the line, or the whole line."""
        self.joints: set[int] = set()
        """Indices of tokens before which the author joined lines with a backslash."""


def split_lines(stream: TokenStream) -> list[Line]:
    """The logical lines of a file, comments in their places."""
    return _Splitter(stream).run()


class _Splitter:
    def __init__(self, stream: TokenStream) -> None:
        self.stream = stream
        self.text = stream.file.text
        self.lines: list[Line] = []
        self.widths = [0]
        """The column at which the lines of each open level begin."""
        self.end = 0
        """Where the last token or comment ended."""
        self.comments = [self._comment(start, end) for start, end in sorted(set(stream.comments))]
        self.next_comment = 0

    def run(self) -> list[Line]:
        stream = self.stream
        at, level = 0, 0
        while stream.kinds[at] != EOF:
            kind = stream.kinds[at]
            if kind == INDENT:
                level += 1
                self.widths = [*self.widths[:level], self._column(stream.starts[at + 1])]
                at += 1
            elif kind == DEDENT:
                level -= 1
                at += 1
            elif kind == NEWLINE:
                at += 1
            else:
                self._comments_between(level, stream.starts[at])
                at = self._line(at, level)
        self._comments_between(0, len(self.text) + 1)
        return self.lines

    def _line(self, at: int, level: int) -> int:
        """Reads the tokens of one logical line; gives the index after them."""
        stream = self.stream
        del self.widths[level + 1 :]
        line = Line(level, self._blank_lines(stream.starts[at]))
        while stream.kinds[at] not in (NEWLINE, EOF):
            end = self._end_of_token(at)
            token = self._token(at, end, line)
            if line.tokens:
                token.comments = self._comments_before(token.start)
                if "\\" in self.text[self.end : token.start] and not token.comments:
                    line.joints.add(len(line.tokens))
            line.tokens.append(token)
            self.end = token.end
            at = end + 1
        trailing = self._comments_before(stream.starts[at] + 1)
        if trailing:
            line.comment = trailing[0]
            self.end = trailing[0].end
        self.lines.append(line)
        return at

    def _end_of_token(self, at: int) -> int:
        """The index of the last token of what begins at `at`: templates are many tokens."""
        kinds = self.stream.kinds
        if kinds[at] != TSTART:
            return at
        depth = 0
        while True:
            depth += (kinds[at] == TSTART) - (kinds[at] == TSTOP)
            if depth == 0:
                return at
            at += 1

    def _token(self, at: int, end: int, line: Line) -> Tok:
        stream = self.stream
        kind, first, last = stream.kinds[at], stream.starts[at], stream.ends[end]
        text = self.text[first:last]
        if kind in KEYWORDS and self._is_member(kind, line):
            kind = NAME
        elif kind == BACKTICK:
            kind = NAME
        elif kind == TSTART:
            kind = STRING
        elif kind == STRING:
            text = _with_double_quotes(text)
        return Tok(kind, text, first, last)

    def _is_member(self, kind: str, line: Line) -> bool:
        """Whether a keyword after a `.` is the name of a member."""
        if not line.tokens or line.tokens[-1].kind != ".":
            return False
        return not (kind == "import" and line.tokens[0].kind == "from")

    # --- comments and blank lines ---

    def _comment(self, start: int, end: int) -> Comment:
        begin = self.text.rfind("\n", 0, start) + 1
        own_line = not self.text[begin:start].strip(" \t\f\r\ufeff")
        return Comment(self.text[start:end].rstrip(), start, end, own_line, self._column(start))

    def _comments_before(self, offset: int) -> list[Comment]:
        """Takes the comments that begin before `offset`."""
        first = self.next_comment
        while (
            self.next_comment < len(self.comments)
            and self.comments[self.next_comment].start < offset
        ):
            self.next_comment += 1
        return self.comments[first : self.next_comment]

    def _comments_between(self, level: int, offset: int) -> None:
        """Adds the comments on lines of their own that stand before the line at `offset`."""
        for comment in self._comments_before(offset):
            line = Line(self._level_of(comment, level), self._blank_lines(comment.start))
            line.comment = comment
            self.lines.append(line)
            self.end = comment.end

    def _level_of(self, comment: Comment, least: int) -> int:
        """The open level a comment is indented to; at least that of the line after it."""
        level = least
        while level + 1 < len(self.widths) and self.widths[level + 1] <= comment.column:
            level += 1
        return level

    def _blank_lines(self, start: int) -> int:
        return max(0, self.text.count("\n", self.end, start) - (1 if self.lines else 0))

    def _column(self, offset: int) -> int:
        begin = self.text.rfind("\n", 0, offset) + 1
        return len(self.text[begin:offset].replace("\ufeff", "").expandtabs(_TAB))


def _with_double_quotes(text: str) -> str:
    """`'text'` as `"text"`, where no character has to change for it."""
    body = text[1:-1]
    if text[0] != "'" or text.startswith("'''") or '"' in body or "\\" in body:
        return text
    return f'"{body}"'
