"""The examples of docstrings as tests: every block of ```mojo code runs, and prints what its comments say.

An example is a few statements with the imports they need, or a program with a `main`. A comment after a `print(...)` is
the line it prints; a comment line `# prints: text` is one more line. With any of these the whole output is compared,
without them the example only has to end without an error. Code fenced as ```mojo no-run is compiled and not called.

Each example becomes a module; one program imports many of them and calls one after another. An example that does not
compile or that ends the program is reported and left out, and the others are tried again.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from ember.support.diagnostics import DiagnosticSink
from ember.support.source import SourceFile
from ember.syntax import tree
from ember.syntax.lexer import tokenize
from ember.syntax.parser import parse_text
from ember.tools.doc.model import Docstring, Library, Module
from ember.tools.doc.prose import Code, code_blocks

BATCH: Final = 60
"""Examples in one program: many share the compiler's start, few keep all cores busy."""

_TIMEOUT: Final = 300.0
_MARK: Final = re.compile(r"\x02(\d+)\x03\n")
_ERROR_MARK: Final = "\x02!\x03"
_PLACE: Final = re.compile(r"(?:\S*/)?example_(\d+)\.mojo:(\d+):(\d+)")
_CULPRIT: Final = re.compile(r"example_(\d+)\.mojo:\d+:\d+: error")


@dataclass(slots=True)
class Example:
    """A block of code, where it is, and the program made of it."""

    number: int
    owner: str
    path: str
    line: int
    program: str
    lines: list[int]
    """For each line of the program, the line of the file it comes from."""
    entry: str
    expected: list[str] | None
    is_called: bool

    @property
    def place(self) -> str:
        return f"{self.path}:{self.line}"


@dataclass(slots=True)
class Outcome:
    """How an example did; no problem is a success."""

    example: Example
    problem: str = ""


@dataclass(slots=True)
class Report:
    """How all examples did."""

    outcomes: list[Outcome]
    seconds: float

    @property
    def failed(self) -> list[Outcome]:
        return [outcome for outcome in self.outcomes if outcome.problem]


# -- finding them ----------------------------------------------------------------------------------


def find_examples(library: Library) -> list[Example]:
    """The examples of all public modules, in the order of the files."""
    examples: list[Example] = []
    for module in library.public:
        for owner, path, docstring in _docstrings(module):
            for block in code_blocks(docstring):
                if block.language == "mojo":
                    examples.append(make_example(len(examples), owner, path, block))
    return examples


def _docstrings(module: Module) -> Iterator[tuple[str, str, Docstring]]:
    if module.docstring is not None:
        yield module.name, module.source.path, module.docstring
    for entry in module.walk():
        for declaration in entry.declarations:
            if declaration.docstring is not None:
                yield entry.qualified, declaration.span.file.path, declaration.docstring


def make_example(number: int, owner: str, path: str, block: Code) -> Example:
    """The program for a block of code: declarations stay, statements become a function."""
    parsed, _ = parse_text(block.text)
    has_main = any(
        isinstance(item, tree.FunctionDecl) and item.name == "main" for item in parsed.body
    )
    source = [(block.line + offset, text) for offset, text in enumerate(block.text.split("\n"))]
    if has_main:
        lines = source
    else:
        outside, inside = _divide(parsed, source)
        indented = [(line, f"    {text}" if text else "") for line, text in inside]
        lines = [*outside, (block.line, "def run_example() raises:"), *indented]
        lines.append((block.line, "    pass"))
    return Example(
        number,
        owner,
        path,
        block.line,
        "\n".join(text for _, text in lines) + "\n",
        [line for line, _ in lines],
        "main" if has_main else "run_example",
        expected_output(block.text),
        "no-run" not in block.flags,
    )


_Lines = list[tuple[int, str]]


def _divide(module: tree.Module, source: _Lines) -> tuple[_Lines, _Lines]:
    """The lines of declarations, and the lines of statements."""
    has_declarations = any(
        _stands_outside(item, False) for item in module.body if not _is_import(item)
    )
    outside: _Lines = []
    inside: _Lines = []
    starts = [_first_line(item) - 1 for item in module.body]
    inside += source[: starts[0]] if starts else source
    for item, start, end in zip(module.body, starts, [*starts[1:], len(source)]):
        part = outside if _stands_outside(item, has_declarations) else inside
        part += source[start:end]
    return outside, inside


def _first_line(statement: tree.Stmt) -> int:
    decorators: list[tree.Expr] = getattr(statement, "decorators", [])
    return min([statement.span.line, *(item.span.line for item in decorators)])


def _is_import(statement: tree.Stmt) -> bool:
    return isinstance(statement, tree.Import | tree.ImportFrom)


def _stands_outside(statement: tree.Stmt, has_declarations: bool) -> bool:
    """Whether a statement of an example stays outside of its function; closures do not."""
    match statement:
        case tree.FunctionDecl(signature=signature, decorators=decorators):
            is_closure = signature.effects.capturing or signature.captures is not None
            return not is_closure and not any(item.span.text == "parameter" for item in decorators)
        case tree.StructDecl() | tree.TraitDecl() | tree.ExtensionDecl():
            return True
        case tree.AliasDecl():
            return has_declarations
        case _:
            return _is_import(statement)


def expected_output(code: str) -> list[str] | None:
    """The lines that the comments of an example promise; None without any."""
    tokens = tokenize(SourceFile("<example>", code), DiagnosticSink())
    found = []
    for start, end in tokens.comments:
        before = code[code.rfind("\n", 0, start) + 1 : start].strip()
        text = code[start + 1 : end].removeprefix(" ").rstrip()
        if not before and text.startswith("prints:"):
            found.append(text.removeprefix("prints:").removeprefix(" "))
        elif before.startswith("print("):
            found.append(text)
    return found or None


# -- running them ----------------------------------------------------------------------------------


def run_examples(examples: list[Example], include: list[Path], jobs: int | None) -> Report:
    """Runs all examples, many in one program and several programs at once."""
    started = time.monotonic()
    workers = jobs or os.cpu_count() or 1
    batches = [examples[at : at + BATCH] for at in range(0, len(examples), BATCH)]
    with ThreadPoolExecutor(workers) as pool:
        results = pool.map(lambda batch: list(_run_batch(batch, include)), batches)
        outcomes = [outcome for result in results for outcome in result]
    outcomes.sort(key=lambda outcome: outcome.example.number)
    return Report(outcomes, time.monotonic() - started)


def _run_batch(batch: list[Example], include: list[Path]) -> Iterator[Outcome]:
    """Runs examples in one program; without those that fail, as often as it takes."""
    while batch:
        code, output, errors = _run_program(batch, include)
        chunks = _MARK.split(output)[1:]
        if not chunks:
            yield from _blame(batch, errors, include)
            return
        printed = dict(zip(map(int, chunks[::2]), chunks[1::2]))
        last = int(chunks[-2])
        for example in batch:
            if example.number == last and code != 0:
                problem = f"ended the program with exit code {code}\n{errors}"
                yield Outcome(example, problem.rstrip())
            elif example.number in printed:
                yield Outcome(example, judge(example, printed[example.number]))
        batch = [item for item in batch if item.number not in printed]


def _blame(batch: list[Example], errors: str, include: list[Path]) -> Iterator[Outcome]:
    """After a program that does not compile: those named in the messages run alone, the others together."""
    if len(batch) == 1:
        yield Outcome(batch[0], _translated(errors, batch[0]))
        return
    named = {int(number) for number in _CULPRIT.findall(errors)}
    alone = [item for item in batch if item.number in named]
    others = [item for item in batch if item.number not in named]
    if not alone:
        half = len(batch) // 2
        others = batch[:half]
        yield from _run_batch(batch[half:], include)
    for example in alone:
        yield from _run_batch([example], include)
    yield from _run_batch(others, include)


def _run_program(batch: list[Example], include: list[Path]) -> tuple[int, str, str]:
    with tempfile.TemporaryDirectory(prefix="ember-doc-") as name:
        folder = Path(name)
        for example in batch:
            Path(folder, f"example_{example.number}.mojo").write_text(example.program, "utf-8")
        main = folder / "examples.mojo"
        main.write_text(calling_program(batch), "utf-8")
        command = [sys.executable, "-m", "ember", "run", "-O0", "-j", "1"]
        for path in include:
            command += ["-I", str(path.absolute())]
        try:
            done = subprocess.run(
                [*command, str(main)],
                capture_output=True,
                stdin=subprocess.DEVNULL,
                timeout=_TIMEOUT,
                check=False,
            )
        except subprocess.TimeoutExpired as late:
            return 1, _decoded(late.stdout), f"still running after {_TIMEOUT:.0f} s"
    return done.returncode, _decoded(done.stdout), _decoded(done.stderr)


def _decoded(data: bytes | None) -> str:
    return (data or b"").decode("utf-8", "replace")


def calling_program(batch: list[Example]) -> str:
    """A program that calls examples one after another, with a mark before the output of each."""
    lines = [] if all(item.is_called for item in batch) else ["from std.sys import argv"]
    lines += [
        f"from example_{item.number} import {item.entry} as example_{item.number}" for item in batch
    ]
    lines += ["", "def main():"]
    for item in batch:
        call = f"example_{item.number}()"
        lines += [
            f'    print("\\x02{item.number}\\x03", flush=True)',
            "    try:",
            f"        {call}" if item.is_called else f"        if len(argv()) > 1000: {call}",
            "    except error:",
            f'        print("{_ERROR_MARK}", error, flush=True)'.replace("\x02", "\\x02").replace(
                "\x03", "\\x03"
            ),
        ]
    return "\n".join(lines) + "\n"


def judge(example: Example, output: str) -> str:
    """What is wrong with an example's output; nothing is an empty text."""
    text, mark, failure = output.partition(_ERROR_MARK)
    if mark:
        return f"raised: {failure.strip()}"
    if example.expected is None:
        return ""
    found = [line.rstrip() for line in text.rstrip("\n").split("\n")]
    if found == example.expected:
        return ""
    wanted = "\n".join(f"    {line}" for line in example.expected)
    shown = "\n".join(f"    {line}" for line in found)
    return f"prints other lines than its comments say; expected:\n{wanted}\nfound:\n{shown}"


def _translated(errors: str, example: Example) -> str:
    """The compiler's messages about an example, at the places in the documented file."""

    def replace(match: re.Match[str]) -> str:
        line = int(match[2])
        if int(match[1]) != example.number or line > len(example.lines):
            return match[0]
        return f"{example.path}:{example.lines[line - 1]}:{match[3]}"

    return "does not compile\n" + _PLACE.sub(replace, errors.rstrip())
