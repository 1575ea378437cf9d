"""Where a space stands: decided for each token from the one before it and the brackets around it."""

from __future__ import annotations

from typing import Final

from ember.syntax.expressions import STARTS_OPERAND
from ember.syntax.tokens import CONVENTIONS, FLOAT, INT, KEYWORDS, NAME, STRING
from ember.tools.formatter.lines import Tok

_OPENERS: Final = frozenset("([{")
_CLOSERS: Final = frozenset(")]}")
_OPERANDS: Final = frozenset((NAME, INT, FLOAT, STRING, "True", "False", "None", "...", *_CLOSERS))
_SIGNS: Final = frozenset(("-", "+", "~", "*", "**"))
_BINARY: Final = frozenset(
    (*"+-*/%@&|<>", "//", "**", "<<", ">>", "==", "!=", "<=", ">=")
    + ("and", "or", "in", "is", "not", "if", "else")
)
_DECLARES: Final = frozenset(("def", "fn", "struct", "trait", "comptime"))
_DECLARES_SOFTLY: Final = frozenset(("alias", "__mlir_region"))

_PARAMETERS, _ARGUMENTS, _SUBSCRIPT, _OTHER = "parameters", "arguments", "subscript", "other"


class _Bracket:
    """An open bracket and what is known of the element being read."""

    __slots__ = ("has_colon", "role", "wide_slices")

    def __init__(self, role: str, wide_slices: bool) -> None:
        self.role = role
        self.wide_slices = wide_slices
        """A subscript whose slices have operators in their bounds: `x[a + 1 : b]`."""
        self.has_colon = False


def set_spaces(tokens: list[Tok]) -> None:
    """Decides `space` for every token of a logical line."""
    _Spacer(tokens).run()


class _Spacer:
    def __init__(self, tokens: list[Tok]) -> None:
        self.tokens = tokens
        self.brackets: list[_Bracket] = []
        self.closed_role = ""
        self.tight = False
        """Whether the token before is a sign or the like, which stands directly before its operand."""
        self.after_operand = False
        """Whether the token before ends an operand."""
        self.is_import = bool(tokens) and tokens[0].kind == "from"

    def run(self) -> None:
        for at, token in enumerate(self.tokens):
            token.space = at > 0 and not self.tight and self._wants_space(at, token)
            self._step(at, token)

    def _wants_space(self, at: int, token: Tok) -> bool:
        before, kind = self.tokens[at - 1].kind, token.kind
        if before in _OPENERS or kind in _CLOSERS or kind in (",", ";"):
            return False
        if before in (",", ";"):
            return True
        if kind == ":" or before == ":":
            return self._space_at_colon(at, kind, before)
        if kind == "." or before == ".":
            return self._space_at_dot(kind, before)
        if kind == "[" or kind == "(":
            return self._space_before_bracket(at, kind, before)
        if kind == "=" or before == "=":
            return not self.brackets or self.brackets[-1].has_colon
        if kind == "^" and self._is_transfer(at):
            return False
        return not (self.is_import and before == "..." and kind != "import")

    def _space_at_colon(self, at: int, kind: str, before: str) -> bool:
        is_slice = bool(self.brackets) and self.brackets[-1].role == _SUBSCRIPT
        if is_slice:
            both = kind == ":" and before == ":"
            return self.brackets[-1].wide_slices and not both
        return before == ":" and kind != ":"

    def _space_at_dot(self, kind: str, before: str) -> bool:
        if before == ".":
            return kind == "import"
        if self.is_import:
            return before == "from"
        return not self.after_operand

    def _space_before_bracket(self, at: int, kind: str, before: str) -> bool:
        if self.after_operand or before in ("def", "fn"):
            return False
        if before == "ref":
            return kind != "["
        if before == "comptime":
            return self._is_followed_by_assignment(at)
        return True

    def _is_followed_by_assignment(self, at: int) -> bool:
        """Whether `=` stands after the bracket that opens here: `comptime (a, b) = …`."""
        depth = 0
        for index in range(at, len(self.tokens)):
            kind = self.tokens[index].kind
            depth += (kind in _OPENERS) - (kind in _CLOSERS)
            if depth == 0:
                following = self.tokens[index + 1 : index + 2]
                return bool(following) and following[0].kind == "="
        return False

    def _is_transfer(self, at: int) -> bool:
        following = self.tokens[at + 1].kind if at + 1 < len(self.tokens) else ""
        return self.after_operand and following not in STARTS_OPERAND

    # --- what is known after a token ---

    def _step(self, at: int, token: Tok) -> None:
        kind = token.kind
        was_operand = self.after_operand
        self.tight = (kind in _SIGNS and not was_operand) or (kind == "@" and at == 0)
        if kind == "^":
            self.after_operand = self._is_transfer(at)
        elif kind == NAME:
            self.after_operand = not self._is_soft_keyword(at, token)
        else:
            self.after_operand = kind in _OPERANDS
        if kind in _OPENERS:
            self.brackets.append(_Bracket(self._role(at, kind, was_operand), self._is_wide(at)))
        elif kind in _CLOSERS and self.brackets:
            self.closed_role = self.brackets.pop().role
        elif self.brackets and kind == ",":
            self.brackets[-1].has_colon = False
        elif self.brackets and kind == ":":
            self.brackets[-1].has_colon = self.brackets[-1].role != _SUBSCRIPT

    def _is_soft_keyword(self, at: int, token: Tok) -> bool:
        text = token.text
        if text == "where":
            return at > 0 and self.after_operand
        if text in ("match", "case"):
            first = at == 0 or (at == 1 and self.tokens[0].kind == "comptime")
            return first and self._heads_block(at, text)
        following = self.tokens[at + 1].kind if at + 1 < len(self.tokens) else ""
        in_list = bool(self.brackets) and self.brackets[-1].role == _ARGUMENTS
        return in_list and text in CONVENTIONS and following in ("*", "**")

    def _heads_block(self, at: int, text: str) -> bool:
        following = self.tokens[at + 1].kind if at + 1 < len(self.tokens) else ""
        if following in ("", ".", ",", ":", "=", ")"):
            return text == "case" and following == "."
        depth = 0
        for token in self.tokens[at + 1 :]:
            depth += (token.kind in _OPENERS) - (token.kind in _CLOSERS)
            if depth == 0 and token.kind == ":":
                return text == "case" or token is self.tokens[-1]
            if depth == 0 and token.kind == "=":
                return False
        return False

    def _role(self, at: int, kind: str, after_operand: bool) -> str:
        before = self.tokens[at - 1] if at else None
        earlier = self.tokens[at - 2] if at > 1 else None
        declares = before is not None and (
            before.kind in ("def", "fn", "lambda")
            or (before.kind == NAME and earlier is not None and _declares(earlier))
        )
        if kind == "[":
            return _PARAMETERS if declares else _SUBSCRIPT if after_operand else _OTHER
        if kind == "(":
            closes_parameters = (
                before is not None and before.kind == "]" and self.closed_role == _PARAMETERS
            )
            return _ARGUMENTS if declares or closes_parameters else _OTHER
        return _OTHER

    def _is_wide(self, at: int) -> bool:
        """Whether operators stand directly between the bracket that opens here and its partner."""
        depth = 0
        is_operand = False
        for token in self.tokens[at:]:
            kind = token.kind
            if kind in _CLOSERS:
                depth -= 1
                if depth == 0:
                    return False
            elif kind in _OPENERS:
                depth += 1
            elif depth == 1 and kind in _BINARY and is_operand:
                return True
            is_operand = kind in _OPERANDS
        return False


def _declares(token: Tok) -> bool:
    return token.kind in _DECLARES or (token.kind == NAME and token.text in _DECLARES_SOFTLY)


assert not (_OPERANDS & KEYWORDS) - {"True", "False", "None"}
