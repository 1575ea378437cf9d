"""Source text to tokens.

One compiled pattern finds each token; the rest is indentation, brackets (which suspend newlines) and
template strings (whose braces hold ordinary tokens). The lexer never fails: what it cannot read it
reports to the sink, remembers in `TokenStream.error_offsets`, and steps over.
"""

from __future__ import annotations

import re
from typing import Final

from ember.support.diagnostics import Diagnostic, DiagnosticSink, Fix, error
from ember.support.patterns import lazy
from ember.support.source import SourceFile
from ember.syntax.tokens import (
    BACKTICK,
    DEDENT,
    EOF,
    ERROR,
    FLOAT,
    INDENT,
    INT,
    KEYWORDS,
    NAME,
    NEWLINE,
    OPERATORS,
    STRING,
    TBEGIN,
    TEND,
    TSTART,
    TSTOP,
    TTEXT,
    TokenStream,
)


def tokenize(file: SourceFile, sink: DiagnosticSink) -> TokenStream:
    """All tokens of a file, ending in NEWLINE, the open DEDENTs and EOF."""
    lexer = _Lexer(file, guess_closings=False)
    lexer.run()
    if lexer.brackets:
        lexer = _Lexer(file, guess_closings=True)
        lexer.run()
    lexer.finish()
    for diagnostic in lexer.diagnostics:
        sink.report(diagnostic)
    return lexer.tokens


_DIGITS = r"[0-9][0-9_]*+"
_EXPONENT = rf"[eE][+-]?{_DIGITS}"
_MASTER: Final = re.compile(
    rf"""
    [ \t\f\r]*+
    (?:
      ((?>[^\W\d]\w*+)(?!["']))                                  # 1 name or keyword
    | ({"|".join(re.escape(op) for op in OPERATORS if op != ".")}|\.(?![0-9]))  # 2 operator
    | (\n)                                                       # 3 newline
    | ( (?:{_DIGITS})?+\.{_DIGITS}(?:{_EXPONENT})?+              # 4 float
      | {_DIGITS}(?:\.(?={_EXPONENT}))?+{_EXPONENT}
      | {_DIGITS}\.(?![.\w])
      )
    | (0[xX][0-9a-fA-F_]++|0[oO][0-7_]++|0[bB][01_]++|{_DIGITS})  # 5 integer
    | ( [rR]?"(?!"")[^"\\\n]*+(?:\\.[^"\\\n]*+)*+"               # 6 string
      | [rR]?'(?!'')[^'\\\n]*+(?:\\.[^'\\\n]*+)*+'
      | [rR]?\"\"\"[^"\\]*+(?:(?:\\.|"(?!""))[^"\\]*+)*+\"\"\"
      | [rR]?'''[^'\\]*+(?:(?:\\.|'(?!''))[^'\\]*+)*+'''
      )
    | (\#[^\n]*+)                                                # 7 comment
    | ((?:[tT]|[rR][tT]|[tT][rR])(?:\"\"\"|'''|"|'))             # 8 start of a template string
    | (`[^`\n]*+`)                                               # 9 backtick name
    | (\\[ \t\r]*+\n)                                            # 10 line continuation
    | ([^\W\d]\w*+)                                              # 11 name before a quote
    )
    """,
    re.VERBOSE | re.DOTALL,
)

_BLANK_LINES: Final = re.compile(r"(?:[ \t\f\r]*+(?:#[^\n]*+)?\n)*+([ \t\f]*+)\r*+")
_COMMENT: Final = lazy(r"#[^\n]*+")
_HEADER_CLAUSE: Final = lazy(
    r"(?:[ \t\f\r]*+(?:#[^\n]*+)?\n)*+[ \t\f]*+(?:->|where\b(?![ \t]*+[=.,:)\[]))"
)
"""A line that goes on with the header of a declaration."""
_DECLARING: Final = frozenset(
    ("def", "fn", "async", "struct", "trait", "comptime", "alias", "__extension")
)
_INTERNED: Final = {word: word for word in (*KEYWORDS, *OPERATORS)}
_CLOSERS: Final = {")": "(", "]": "[", "}": "{"}
_OPENERS: Final = {"(": ")", "[": "]", "{": "}", "t": "}"}

_STATEMENT_START: Final = lazy(
    r"""[ \t]*+(?:
        (?:struct|trait|import|def|fn|alias)[ \t]++\w
      | (?:return|while|raise|break|continue|pass|try|elif|finally|except)\b(?![ \t]*+[=.,)\]])
    )""",
    re.VERBOSE,
)
"""A line that cannot be inside brackets: an open bracket before it was forgotten."""


class _Bracket:
    """An open bracket, or (opener "t") the replacement field of a template string."""

    __slots__ = ("in_line", "is_raw", "opener", "quote", "start")

    def __init__(self, opener: str, start: int, quote: str = "", is_raw: bool = False) -> None:
        self.opener = opener
        self.start = start
        self.quote = quote
        self.is_raw = is_raw
        self.in_line = len(quote) == 1
        """Inside a template string that must end on its line."""


class _Lexer:
    """Reads a file once.

    A bracket that is never closed would swallow the rest of the file. Such a file is read a second
    time with `guess_closings`: a line that looks like a statement then ends the open brackets.
    """

    def __init__(self, file: SourceFile, guess_closings: bool) -> None:
        self.file = file
        self.text = file.text
        self.guess_closings = guess_closings
        self.diagnostics: list[Diagnostic] = []
        self.tokens = TokenStream(file)
        self.brackets: list[_Bracket] = []
        self.indents = [0]
        self.narrow_indents = [0]
        """The same widths with a tab counted as one, to find ambiguous mixtures."""

    def run(self) -> None:
        if self.file.decode_error is not None:
            self.error(
                "source-not-utf8",
                self.file.decode_error,
                self.file.decode_error + 1,
                "this byte is not valid UTF-8; save the file as UTF-8 text",
            )
            if "\x00" in self.text:  # no text at all: what follows means nothing
                self.text = ""
        pos = 1 if self.text.startswith("\ufeff") else 0
        pos = self.start_line(pos)
        self.scan(pos)

    def scan(self, pos: int) -> None:
        """The main loop: one token per turn."""
        text, size = self.text, len(self.text)
        tokens = self.tokens
        kinds, texts = tokens.kinds.append, tokens.texts.append
        starts, ends = tokens.starts.append, tokens.ends.append
        match, interned = _MASTER.match, _INTERNED
        brackets = self.brackets
        while pos < size:
            found = match(text, pos)
            if found is None:
                pos = self.unreadable(pos)
                continue
            group = found.lastindex
            assert group is not None
            start, pos = found.span(group)
            word = found[group]
            if group == 1:
                kinds(interned.get(word, NAME))
                texts(word)
                starts(start)
                ends(pos)
            elif group == 2:
                if word in "()[]{}":
                    pos = self.bracket(word, start)
                    continue
                op = interned[word]
                kinds(op)
                texts(op)
                starts(start)
                ends(pos)
            elif group == 3:
                pos = self.newline(start, pos) if not brackets else self.soft_newline(start, pos)
            elif group == 6 or group == 9:
                kinds(STRING if group == 6 else BACKTICK)
                texts(word if group == 6 else word[1:-1])
                starts(start)
                ends(pos)
            elif group == 4 or group == 5:
                pos = self.number(FLOAT if group == 4 else INT, start, pos)
            elif group == 7:
                tokens.comments.append((start, pos))
            elif group == 8:
                pos = self.template(start, pos)
            elif group == 11:
                pos = self.prefixed_string(start, pos)

    # --- lines and indentation ---

    def newline(self, start: int, end: int) -> int:
        """Ends a logical line, then measures the indentation of the next one."""
        if _HEADER_CLAUSE.match(self.text, end) and self.is_in_header():
            return end
        self.tokens.add(NEWLINE, NEWLINE, start, end)
        return self.start_line(end)

    def is_in_header(self) -> bool:
        """Whether the line that is read is the header of a declaration, without its colon yet."""
        tokens = self.tokens
        at = len(tokens.kinds) - 1
        if at < 0 or tokens.kinds[at] in (":", NEWLINE):
            return False
        while at > 0 and tokens.kinds[at - 1] not in (NEWLINE, INDENT, DEDENT):
            at -= 1
        return tokens.texts[at] in _DECLARING

    def soft_newline(self, start: int, end: int) -> int:
        """A newline inside brackets; may end them if this file has a bracket never closed."""
        in_line = self.brackets[-1].in_line
        if in_line or (self.guess_closings and self.looks_like_statement(end)):
            self.report_unclosed()
            return self.newline(start, end)
        return end

    def looks_like_statement(self, pos: int) -> bool:
        """Whether the line at `pos` is hardly the continuation of an open bracket."""
        if _STATEMENT_START.match(self.text, pos):
            return True
        line = _BLANK_LINES.match(self.text, pos)
        assert line is not None
        width, _ = _widths(line[1])
        return width <= self.indents[-1] and self.text[line.end() : line.end() + 1] not in _CLOSERS

    def start_line(self, pos: int) -> int:
        """Skips blank and comment lines and emits INDENT or DEDENT tokens."""
        found = _BLANK_LINES.match(self.text, pos)
        assert found is not None
        start, end = found.span(1)
        if start != pos and "#" in self.text[pos:start]:
            self.tokens.comments += [m.span() for m in _COMMENT.finditer(self.text, pos, start)]
        if end >= len(self.text) or self.text[end] == "#":
            return end
        space = found[1]
        if "\t" in space or "\f" in space:
            width, narrow = _widths(space)
        else:
            width = narrow = end - start
        if width != self.indents[-1] or narrow != self.narrow_indents[-1]:
            self.change_indent(width, narrow, start, end)
        return end

    def change_indent(self, width: int, narrow: int, start: int, end: int) -> None:
        indents, narrows = self.indents, self.narrow_indents
        if width > indents[-1]:
            if narrow <= narrows[-1]:
                self.mixed_indent(end)
            indents.append(width)
            narrows.append(narrow)
            self.tokens.add(INDENT, INDENT, start, end)
            return
        if width == indents[-1]:
            self.mixed_indent(end)
            return
        level = min(reversed(indents), key=lambda known: abs(known - width))
        while level < indents[-1]:
            indents.pop()
            narrows.pop()
            self.tokens.add(DEDENT, DEDENT, end, end)
        if width != level:
            self.misplaced(
                end,
                "this line's indentation matches no enclosing block; "
                "align it with the block it belongs to",
            )
        elif narrow != narrows[-1]:
            self.mixed_indent(end)

    def mixed_indent(self, pos: int) -> None:
        self.misplaced(
            pos,
            "this line mixes tabs and spaces differently from the lines around it; "
            "use four spaces per level",
        )

    def misplaced(self, pos: int, message: str) -> None:
        """A wrong indentation is shown at the word that it puts in the wrong place."""
        word = _WORD.match(self.text, pos)
        self.error("syntax-indentation", pos, word.end() if word else pos + 1, message)

    def finish(self) -> None:
        """Closes the last line, the open blocks and the file."""
        if self.brackets:
            self.report_unclosed()
        tokens, size = self.tokens, len(self.text)
        if tokens.kinds and tokens.kinds[-1] not in (NEWLINE, DEDENT):
            tokens.add(NEWLINE, NEWLINE, size, size)
        for _ in self.indents[1:]:
            tokens.add(DEDENT, DEDENT, size, size)
        tokens.add(EOF, EOF, size, size)
        tokens.add(EOF, EOF, size, size)  # so that looking one token ahead is always possible
        tokens.error_offsets.sort()

    # --- brackets ---

    def bracket(self, char: str, start: int) -> int:
        kind = _INTERNED[char]
        end = start + 1
        opener = _CLOSERS.get(char)
        if opener is None:
            self.push(_Bracket(kind, start))
        elif self.brackets:
            top = self.brackets[-1]
            if top.opener == "t":
                return self.close_template_field(top, char, start)
            self.brackets.pop()
            if top.opener != opener:
                self.error(
                    "syntax-mismatched-bracket",
                    start,
                    end,
                    f"'{char}' does not close '{top.opener}'; "
                    f"expected '{_closer_of(top.opener)}' here",
                )
                kind = _closer_of(top.opener)
        self.tokens.add(kind, kind, start, end)
        return end

    def push(self, bracket: _Bracket) -> None:
        if self.brackets and self.brackets[-1].in_line:
            bracket.in_line = True
        self.brackets.append(bracket)

    def report_unclosed(self) -> None:
        """Reports the innermost forgotten bracket only: the outer ones are its consequences."""
        top = self.brackets[-1]
        opener = "{" if top.opener == "t" else top.opener
        offsets = self.tokens.error_offsets
        if not offsets or offsets[-1] < top.start:  # an unclosed string may hide the closing one
            self.error(
                "syntax-unclosed-bracket",
                top.start,
                top.start + 1,
                f"'{opener}' is never closed; add the matching '{_closer_of(opener)}'",
            )
        self.brackets.clear()

    # --- literals ---

    def number(self, kind: str, start: int, end: int) -> int:
        """Adds a number; letters or digits glued to it are an error."""
        tail = _WORD.match(self.text, end)
        if tail is not None:
            end = tail.end()
            written = self.text[start:end]
            self.error("syntax-bad-number", start, end, f"'{written}' is not a number")
            self.tokens.add(INT, "0", start, end)
            return end
        text = self.text[start:end]
        digits = text.replace("_", "")
        if kind == INT and digits[0] == "0" and len(digits) > 1 and digits.isdigit():
            if digits.strip("0"):
                self.error(
                    "syntax-bad-number",
                    start,
                    end,
                    f"'{text}' has leading zeros; write '{digits.lstrip('0')}', "
                    f"or '0o{digits.lstrip('0')}' for an octal number",
                )
                digits = digits.lstrip("0")
        elif kind == INT and len(digits) == 2 and digits[1] in "xXoObB":
            self.error(
                "syntax-bad-number",
                start,
                end,
                f"'{text}' has no digits after its prefix",
            )
            digits = "0"
        self.tokens.add(kind, digits, start, end)
        return end

    def prefixed_string(self, start: int, end: int) -> int:
        """A word before a quote: a string prefix we do not have, or the quote is never closed."""
        prefix = self.text[start:end]
        if prefix in ("r", "R"):
            return self.unclosed_string(start, end)
        if prefix.lower() in ("f", "rf", "fr"):
            quote = self.text[end]
            message = f"Mojo has no f-strings; write a template string: t{quote}…{quote}"
            self.error("syntax-f-string", start, end, message, "t")
            return end
        if prefix.lower() in ("b", "u", "br", "rb"):
            message = f"strings have no '{prefix}' prefix; remove it (strings are UTF-8 already)"
            self.error("syntax-string-prefix", start, end, message)
            return end
        self.tokens.add(_INTERNED.get(prefix, NAME), prefix, start, end)
        return end

    def unclosed_string(self, start: int, quote_at: int) -> int:
        """A quote without its partner: the rest of the line (or file) belongs to it."""
        text = self.text
        quote = text[quote_at]
        if text.startswith(quote * 3, quote_at):
            quote *= 3
            end = len(text)
        else:
            end = _end_of_line(text, quote_at)
        self.error(
            "syntax-unclosed-string",
            start,
            min(end, _end_of_line(text, start)),
            f"this string is never closed; add {quote} at its end",
        )
        self.tokens.add(ERROR, ERROR, start, end)
        return end

    # --- template strings ---

    def template(self, start: int, end: int) -> int:
        prefix = self.text[start:end]
        quote = prefix.lstrip("rRtT")
        is_raw = "r" in prefix[:2].lower()
        self.tokens.add(TSTART, prefix, start, end)
        return self.template_text(_Bracket("t", start, quote, is_raw), end)

    def template_text(self, field: _Bracket, pos: int) -> int:
        """Reads literal text up to the closing quote or the next `{` of a template."""
        text, tokens, quote = self.text, self.tokens, field.quote
        pattern = _TEMPLATE_TEXT[quote]
        while True:
            found = pattern.match(text, pos)
            assert found is not None
            end = found.end()
            if end > pos:
                tokens.add(TTEXT, text[pos:end], pos, end)
            if not text.startswith("}", end):
                break
            self.error(
                "syntax-template",
                end,
                end + 1,
                "a single '}' in a template string; write '}}' for the character itself",
            )
            pos = end + 1
        if text.startswith("{", end):
            tokens.add(TBEGIN, TBEGIN, end, end + 1)
            self.push(_Bracket("t", end, quote, field.is_raw))
            return end + 1
        size = len(quote)
        if not text.startswith(quote, end):
            size = 0
            self.error(
                "syntax-unclosed-string",
                field.start,
                min(end, _end_of_line(text, field.start)),
                f"this template string is never closed; add {quote} at its end",
            )
        tokens.add(TSTOP, "r" if field.is_raw else "", end, end + size)
        return end + size

    def close_template_field(self, field: _Bracket, char: str, start: int) -> int:
        if char != "}":
            self.error(
                "syntax-mismatched-bracket",
                start,
                start + 1,
                f"'{char}' does not close the '{{' of the template string; expected '}}' here",
            )
        self.brackets.pop()
        self.tokens.add(TEND, TEND, start, start + 1)
        return self.template_text(field, start + 1)

    # --- errors ---

    def unreadable(self, pos: int) -> int:
        """Nothing matched at `pos`: white space at the end, a lone quote, a strange character."""
        text = self.text
        while pos < len(text) and text[pos] in " \t\f\r":
            pos += 1
        if pos >= len(text):
            return pos
        char = text[pos]
        if char in "\"'":
            return self.unclosed_string(pos, pos)
        if char in "rR" and text[pos + 1 : pos + 2] in ("'", '"'):
            return self.unclosed_string(pos, pos + 1)
        end = pos + 1
        while end < len(text) and text[end] == char:
            end += 1
        if char == "!" and self.brackets and self.brackets[-1].opener == "t":
            message = "template strings have no conversions such as '!r'; call a function instead"
            self.error("syntax-template", pos, end, message)
        elif pos != self.file.decode_error:
            self.error("syntax-unexpected-character", pos, end, _explain_character(char))
        if char == "`":
            end = _end_of_line(text, pos)
        self.tokens.add(ERROR, ERROR, pos, end)
        return end

    def error(
        self, code: str, start: int, end: int, message: str, replacement: str | None = None
    ) -> None:
        self.tokens.error_offsets.append(start)
        span = self.file.span(start, end)
        fix = Fix(span, replacement) if replacement is not None else None
        self.diagnostics.append(error(code, span, message, (), fix))


_WORD: Final = lazy(r"\w++")
_TEMPLATE_TEXT: Final = {
    '"': lazy(r'(?:[^"{}\\\n]++|\{\{|\}\}|\\[^{}]|\\(?=[{}]))*+', re.DOTALL),
    "'": lazy(r"(?:[^'{}\\\n]++|\{\{|\}\}|\\[^{}]|\\(?=[{}]))*+", re.DOTALL),
    '"""': lazy(r'(?:[^"{}\\]++|\{\{|\}\}|\\[^{}]|\\(?=[{}])|"(?!""))*+', re.DOTALL),
    "'''": lazy(r"(?:[^'{}\\]++|\{\{|\}\}|\\[^{}]|\\(?=[{}])|'(?!''))*+", re.DOTALL),
}

_CHARACTER_HINTS: Final = {
    "\0": "the file contains a NUL byte; is it really text?",
    "\u00a0": "this is a no-break space; replace it with an ordinary space",
    "?": "'?' means nothing in Mojo; for a conditional write 'a if condition else b'",
    "!": "'!' means nothing in Mojo; for negation write 'not'",
    "\\": "a backslash may only stand at the very end of a line, to join it with the next",
    "`": "a backtick name is never closed on its line",
    "\ufffd": "this is the replacement character of broken text; type the intended character",
    **dict.fromkeys("\u201c\u201d\u201e", 'this is a typographic quote; use a straight one: "'),
    **dict.fromkeys("\u2018\u2019", "this is a typographic quote; use a straight one: '"),
    **dict.fromkeys("\u2013\u2014\u2212", "this is not a minus sign; use '-'"),
}


def _explain_character(char: str) -> str:
    hint = _CHARACTER_HINTS.get(char)
    if hint is not None:
        return hint
    shown = f"'{char}'" if char.isprintable() else f"U+{ord(char):04X}"
    return f"unexpected character {shown}; remove it, or put it in a string"


def _closer_of(opener: str) -> str:
    return _OPENERS[opener]


def _end_of_line(text: str, pos: int) -> int:
    end = text.find("\n", pos)
    return len(text) if end < 0 else end


def _widths(space: str) -> tuple[int, int]:
    """Width of indentation with tabs to multiples of eight, and with a tab as one column."""
    width = narrow = 0
    for char in space:
        if char == "\t":
            width += 8 - width % 8
            narrow += 1
        elif char == " ":
            width += 1
            narrow += 1
        else:
            width = narrow = 0
    return width, narrow
