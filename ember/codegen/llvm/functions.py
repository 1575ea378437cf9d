"""The second level of splitting: an optimised LLVM module by its functions, for code generation in parallel.

Before: one module that LLVM has optimised. After: LLVM texts, each with a group of its functions and declarations of what
these mention; the first also has the global variables. What was internal is visible to the other groups, under a name
that no other module has. The groups depend on the module only, never on the number of workers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from ember.codegen.llvm.library import Module
from ember.support.patterns import lazy

GROUP_SIZE: Final = 3000
"""Lines of LLVM text a group should have; LLVM makes code of about 15 in a millisecond."""

SPLIT_ABOVE: Final = 2 * GROUP_SIZE
"""Modules with fewer lines stay whole."""

_PIECE: Final = lazy(
    r"^(?:(?P<function>define .*?^}\n)|(?P<declaration>declare .*?\n)|(?P<variable>@.*?\n))",
    re.MULTILINE | re.DOTALL,
)
_SYMBOL: Final = lazy(r'@(?:"[^"]*"|[-\w.$]+)')
_LINKAGE: Final = lazy(r"^(?:available_externally|external|weak) ")
_METADATA: Final = lazy(r" ![\w.]+ !\d+")
_VARIABLE: Final = lazy(r"(?P<attributes>.*?\b(?:global|constant) )(?P<rest>.*)", re.DOTALL)


class _Text(NamedTuple):
    """A printed module, taken apart."""

    functions: list[str]
    declarations: dict[str, str]
    """How each function or variable is declared where it is not defined, by symbol."""
    variables: str
    rest: str
    """Target, attributes and metadata."""


def split_functions(
    module: Module, suffix: str, group_size: int = GROUP_SIZE, split_above: int = SPLIT_ABOVE
) -> list[str]:
    """The LLVM texts of the groups; none when the module is best left whole. Internal symbols get `suffix`."""
    text = str(module)
    if text.count("\n") <= split_above or " = appending " in text:
        return []
    module.share_internals(suffix)
    parts = _taken_apart(str(module))
    groups = ["".join(group) for group in _groups(parts.functions, group_size)]
    return [_complete(group, parts, number == 0) for number, group in enumerate(groups)]


def _taken_apart(text: str) -> _Text:
    functions, variables = [], []
    declarations = {}
    for piece in _PIECE.finditer(text):
        found = piece.group()
        if piece["function"]:
            functions.append(found)
            head = found[len("define ") : found.index("{\n")]
            found = f"declare {_LINKAGE.sub('', _METADATA.sub('', head))}\n"
        elif piece["variable"]:
            variables.append(found)
            found = _declared_variable(found)
        declarations[_symbol_of(found)] = found
    return _Text(functions, declarations, "".join(variables), _PIECE.sub("", text))


def _symbol_of(piece: str) -> str:
    found = _SYMBOL.search(piece)
    assert found is not None, piece
    return found.group()


def _declared_variable(definition: str) -> str:
    """`@x = hidden constant [2 x i8] c"ab", align 1` as `@x = external hidden constant [2 x i8]`."""
    symbol, text = definition.split(" = ", 1)
    found = _VARIABLE.fullmatch(text)
    assert found is not None, definition
    attributes = _LINKAGE.sub("", found["attributes"])
    return f"{symbol} = external {attributes}{_leading_type(found['rest'])}\n"


def _leading_type(text: str) -> str:
    """The type that a text begins with: up to the first space or comma outside of brackets."""
    depth = 0
    for position, character in enumerate(text):
        if character in "[{<(":
            depth += 1
        elif character in "]}>)":
            depth -= 1
        elif depth == 0 and character in " ,\n":
            return text[:position]
    return text


def _groups(functions: list[str], group_size: int) -> Iterator[list[str]]:
    """Neighbours share a group until it is big enough."""
    group: list[str] = []
    size = 0
    for function in functions:
        if size >= group_size:
            yield group
            group, size = [], 0
        group.append(function)
        size += function.count("\n")
    yield group


def _complete(group: str, parts: _Text, has_variables: bool) -> str:
    """The text of a group with all that it mentions."""
    code = parts.variables + group if has_variables else group
    missing = dict.fromkeys(_SYMBOL.findall(code))
    for piece in _PIECE.finditer(code):
        missing.pop(_symbol_of(piece.group()), None)
    declared = "".join(parts.declarations[name] for name in missing if name in parts.declarations)
    return "".join((parts.rest, declared, code))
