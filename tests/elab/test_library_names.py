"""The compiler knows declarations of the library by identity: a user's own of the same name mean nothing to it."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import ember.elab
from ember.elab.model.library import Library, _Entry

FOLDER = Path(ember.elab.__file__).parent
STAGES = ("syntax", "lower", "elab", "interpreter", "ownership", "opt", "codegen", "dialects", "ir")
"""The folders of the compiler. Those above it write Mojo, and spell what they import there."""
FILES = [path for stage in STAGES for path in sorted((FOLDER.parent / stage).glob("**/*.py"))]
MAY_SPELL = {
    "library.py": "the table",
    "suggestions.py": "names of other languages beside ours, for messages",
    "foreign_names.py": "the same for members",
    "interfaces.py": "how types are spelt for Python",
    "simple.py": "names of C types beside ours, for messages",
}
"""Files that may write the name of a declaration, and why."""
BUILT_IN = {"Some", "SomeTypeList", "Self"}
"""Names of the language itself, which the library does not declare."""


def known_names() -> set[str]:
    return {entry.name for entry in vars(Library).values() if isinstance(entry, _Entry)}


def test_no_other_file_spells_a_declaration_of_the_library() -> None:
    names = known_names() - BUILT_IN - {"access", "shared", "len"}
    found = [
        f"{path.name}:{node.lineno}: {node.value}"
        for path in FILES
        if path.name not in MAY_SPELL
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Constant) and node.value in names
    ]
    assert not found, "\n".join(found)


def test_declarations_are_not_compared_by_their_names() -> None:
    """`decl.name == "X"` and `decl.name in ("X", …)` are allowed only for names of methods, arguments and built-ins."""
    found = []
    for path in FILES:
        for node in ast.walk(ast.parse(path.read_text())):
            if not isinstance(node, ast.Compare) or path.name in MAY_SPELL:
                continue
            if not (isinstance(node.left, ast.Attribute) and node.left.attr == "name"):
                continue
            texts = [c.value for c in ast.walk(node) if isinstance(c, ast.Constant)]
            for text in texts:
                if isinstance(text, str) and text[:1].isupper() and text not in BUILT_IN:
                    found.append(f"{path.name}:{node.lineno}: {text}")
    assert not found, "\n".join(found)


def test_only_one_file_knows_what_an_edition_means() -> None:
    """`support/edition.py` lists the differences; the stages ask for them by name."""
    found = [
        f"{path}:{number}: {line.strip()}"
        for stage in ("lower", "elab")
        for path in sorted((FOLDER.parent / stage).glob("**/*.py"))
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if re.search(r'[=!]= *"(2025|1)"|\bis (not )?Edition\.', line)
    ]
    assert not found, "\n".join(found)
