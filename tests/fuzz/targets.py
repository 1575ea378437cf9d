"""What is called with an input, and what counts as a failure.

A target makes an input from a random generator and runs it. Diagnostics are fine; any other exception, a diagnostic
without words or place, or a broken promise (text that does not survive a round trip) is a failure.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import NamedTuple

from ember.compiler import Compilation
from ember.dialects.packed import CannotPack, pack_module, unpack_module
from ember.ir.parser import parse_module
from ember.ir.printer import print_op
from ember.ir.verifier import check
from ember.lower import lower_module
from ember.outputs import build
from ember.support.budgets import Budgets
from ember.support.cache import Cache, cache_key, default_cache
from ember.support.diagnostics import CompileError, Diagnostic, DiagnosticSink
from ember.support.options import Options
from ember.support.programs import Stored, find_program, program_key, store_program
from ember.support.rendering import render_all
from ember.support.source import SourceFile
from ember.syntax.dump import dump
from ember.syntax.lexer import tokenize
from ember.syntax.parser import parse_source
from ember.tools.formatter.format import format_source

from . import corpus, formats, grammar, mutate, programs

BUDGETS = Budgets(
    comptime_steps=3_000_000, unrolled_rounds=10_000, instances=10_000, instance_depth=300
)
"""Small, so that a program which would compile forever is told so soon."""


class Broken(Exception):
    """A promise that an input made us break."""


Generate = Callable[[Random, list[bytes]], bytes]
Run = Callable[[bytes], str]


class Target(NamedTuple):
    """`generate` gets the inputs kept so far; `run` gives a word for how the input was taken."""

    name: str
    weight: int
    generate: Generate
    run: Run


# --- generating -----------------------------------------------------------------------------------


def _any_bytes(rng: Random, kept: list[bytes]) -> bytes:
    kind = rng.random()
    if kind < 0.15:
        return rng.randbytes(rng.randrange(200))
    if kind < 0.3:
        return mutate.token_soup(rng).encode("utf-8", "surrogatepass")
    base = rng.choice(kept) if kept and kind < 0.5 else rng.choice(corpus.sources()).encode()
    return mutate.mutate_bytes(rng, base)


def _any_text(rng: Random, kept: list[bytes]) -> bytes:
    kind = rng.random()
    if kind < 0.35:
        text = grammar.random_source(rng)
    elif kind < 0.4:
        text = mutate.deep(rng)
    elif kind < 0.45:
        text = mutate.token_soup(rng)
    elif kind < 0.6:
        text = mutate.mutate_text(rng, grammar.random_source(rng))
    else:
        base = rng.choice(corpus.sources())
        if kept and rng.random() < 0.3:
            base = rng.choice(kept).decode("utf-8", "replace")
        text = mutate.mutate_text(rng, base, rng.choice(corpus.sources()))
    return text.encode("utf-8", "surrogatepass")


def _any_program(rng: Random, kept: list[bytes]) -> bytes:
    kind = rng.random()
    if kind < 0.12:
        text = grammar.random_source(rng) + "\ndef main():\n    print(f(1))\n"
    elif kind < 0.2:
        text = programs.random_program(rng)
    elif kind < 0.35:
        text = mutate.mutate_text(rng, programs.random_program(rng))
    elif kind < 0.37:
        text = mutate.deep(rng)
    else:
        base = rng.choice(corpus.programs())
        if kept and rng.random() < 0.3:
            base = rng.choice(kept).decode("utf-8", "replace")
        text = mutate.mutate_text(rng, base, rng.choice(corpus.programs()))
    return text.encode("utf-8", "surrogatepass")


def _any_ir(rng: Random, kept: list[bytes]) -> bytes:
    base = rng.choice(corpus.ir_texts()).encode()
    if kept and rng.random() < 0.3:
        base = rng.choice(kept)
    if rng.random() < 0.4:
        return mutate.mutate_bytes(rng, base)
    return mutate.mutate_text(rng, base.decode("utf-8", "replace")).encode()


def _seed(rng: Random, kept: list[bytes]) -> bytes:
    return rng.randbytes(8)


# --- running --------------------------------------------------------------------------------------


def _lex(data: bytes) -> str:
    source = SourceFile.from_bytes("input.mojo", data)
    sink = DiagnosticSink()
    tokens = tokenize(source, sink)
    _check_diagnostics(sink.diagnostics, source)
    at = 0
    for start, end in sorted([*zip(tokens.starts, tokens.ends, strict=True), *tokens.comments]):
        if start > end or (start < at and start != end):
            raise Broken(f"tokens overlap at {start}")
        if source.text[at:start].strip(" \t\r\n\f\\\ufeff") and not sink.diagnostics:
            raise Broken(f"text is lost at {at}")
        at = max(at, end)
    return "rejected" if sink.has_errors else "accepted"


def _parse(data: bytes) -> str:
    source = SourceFile.from_bytes("input.mojo", data)
    sink = DiagnosticSink()
    module = parse_source(source, sink)
    dump(module)
    _check_diagnostics(sink.diagnostics, source)
    return "rejected" if sink.has_errors else "accepted"


def _lower(data: bytes) -> str:
    source = SourceFile.from_bytes("input.mojo", data)
    sink = DiagnosticSink()
    module = lower_module(parse_source(source, sink), "input", sink)
    _check_diagnostics(sink.diagnostics, source)
    if sink.has_errors:
        return "rejected"
    problems = check(module)
    if problems:
        raise Broken(f"lowered IR is not valid: {problems[0]}")
    text = print_op(module)
    if print_op(parse_module(text)) != text:
        raise Broken("lowered IR does not survive a round trip")
    try:
        packed = pack_module(module)
    except CannotPack:
        return "accepted"
    if print_op(unpack_module(packed, source)) != text:
        raise Broken("packed IR differs")
    return "accepted"


def _format(data: bytes) -> str:
    source = SourceFile.from_bytes("input.mojo", data)
    width = 40 if len(data) % 3 == 0 else 100
    try:
        text = format_source(source, width)
    except CompileError as problem:
        _check_diagnostics(problem.diagnostics, source)
        return "rejected"
    if format_source(SourceFile("input.mojo", text), width) != text:
        raise Broken("formatting again changes the text")
    return "accepted"


def _elaborate(data: bytes) -> str:
    """All the way to LLVM IR; the levels and checks take turns."""
    choice = hashlib.blake2b(data, digest_size=2).digest()
    level = (0, 0, 1, 3)[choice[0] % 4]
    options = Options(opt_level=level, verify=choice[1] % 4 == 0, budgets=BUDGETS)
    with tempfile.TemporaryDirectory(prefix="ember-fuzz-") as folder:
        path = Path(folder, "input.mojo")
        path.write_bytes(data)
        try:
            build(Compilation(str(path), options, cache=default_cache()), "llvm")
        except CompileError as problem:
            _check_diagnostics(problem.diagnostics, None)
            return "rejected"
    return "accepted"


def _read_ir(data: bytes) -> str:
    text = data.decode("utf-8", "replace")
    try:
        module = parse_module(text)
    except CompileError as problem:
        if any(diagnostic.span is None for diagnostic in problem.diagnostics):
            raise Broken("a diagnostic of the IR parser has no place") from problem
        return "rejected"
    printed = print_op(module)
    if check(module):
        return "rejected"  # it parses, but is no IR that a stage could have made
    if print_op(parse_module(printed)) != printed:
        raise Broken("IR does not survive a round trip")
    return "accepted"


def _read_cache(data: bytes) -> str:
    """A damaged entry is missing, or what was stored: nothing else."""
    rng = Random(data)
    with tempfile.TemporaryDirectory(prefix="ember-fuzz-") as folder:
        cache = Cache(Path(folder))
        key = cache_key("entry", data)
        stored = rng.randbytes(rng.randrange(300))
        cache.put(key, stored)
        program = program_key("exe", os.path.join(folder, "x.mojo"), Options())
        store_program(cache, program, {}, [], Stored([stored, b"second"], "warning"))
        for place in Path(folder).rglob("*"):
            if place.is_file():
                place.write_bytes(mutate.mutate_bytes(rng, place.read_bytes()))
        found, again = cache.get(key), find_program(cache, program)
        if found not in (None, stored):
            raise Broken("the cache gave something that was not stored")
        if again is not None and again.data != [stored, b"second"]:
            raise Broken("the program cache gave something that was not stored")
        cache.put(key, stored)
        if cache.get(key) != stored:
            raise Broken("a damaged entry cannot be replaced")
    return "rejected" if found is None else "accepted"


def _compare(data: bytes) -> str:
    """The same output from the interpreter, from -O0 and from -O3; "limited" if the interpreter has not the steps for it."""
    text = programs.random_program(Random(data))
    outcomes = programs.outcomes(text)
    is_limited = "error[comptime-limit]" in outcomes["interpreter"]  # texts double in every round
    if is_limited:
        del outcomes["interpreter"]
    if any("CompileError: " in outcome for outcome in outcomes.values()):
        raise Broken(f"a well-typed program does not compile\n{text}\n{outcomes['O0']}")
    if len(set(outcomes.values())) != 1:
        shown = "\n".join(f"--- {way}\n{outcome}" for way, outcome in outcomes.items())
        raise Broken(f"results differ\n{text}\n{shown}")
    return "limited" if is_limited else "accepted"


def _check_diagnostics(diagnostics: list[Diagnostic], source: SourceFile | None) -> None:
    render_all(diagnostics, color=True)
    for diagnostic in diagnostics:
        if not diagnostic.message.strip() or not diagnostic.code:
            raise Broken("a diagnostic without words")
        if diagnostic.code.startswith(("ir-", "codegen")):
            raise Broken(f"a stage made IR that the next one rejects: {diagnostic}")
        if source is None:
            continue
        span = diagnostic.span
        if span is None or not 0 <= span.start <= span.end <= len(source.text) + 1:
            raise Broken(f"a diagnostic without a place: {diagnostic}")


def _format_target(name: str) -> Target:
    """A reader of files of the second storey."""
    return Target(name, 10, lambda rng, kept: formats.any_file(name, rng), lambda data: formats.read(name, data))  # fmt: skip


TARGETS = {
    target.name: target
    for target in (
        Target("lexer", 170, _any_bytes, _lex),
        Target("parser", 210, _any_text, _parse),
        Target("lower", 160, _any_text, _lower),
        Target("format", 80, _any_text, _format),
        Target("ir", 140, _any_ir, _read_ir),
        Target("cache", 35, _seed, _read_cache),
        Target("elaborate", 200, _any_program, _elaborate),
        Target("compare", 5, _seed, _compare),
        *map(_format_target, formats.names()),
    )
}
