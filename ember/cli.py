"""The command line: one function per subcommand.

Each command imports what it needs when it runs: `ember run` of a program that is in the cache loads neither the compiler
nor LLVM.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ember.support.cache import Cache, default_cache
from ember.support.deep_stack import run_with_deep_stack
from ember.support.options import Options
from ember.support.programs import Stored, find_program, program_key, store_program
from ember.tools.session import EXIT_FAILURE, EXIT_USAGE, guarded, report

if TYPE_CHECKING:
    from ember.service import Reply
    from ember.support.diagnostics import Diagnostic
    from ember.support.trace import Trace

_SOURCES = (".mojo", ".🔥")
_SUFFIXES = {"exe": "", "obj": ".o", "shared-lib": ".so"}


def main(argv: Sequence[str] | None = None) -> None:
    """The `ember` command: runs it, and ends the process with its exit code."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    code = guarded(lambda: dispatch(arguments), arguments)
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except BrokenPipeError:
        code = code or EXIT_FAILURE
    except OSError as problem:
        if not code:  # else something was said, perhaps this
            print(f"ember: error[system]: cannot write: {problem.strerror}", file=sys.stderr)
        code = code or EXIT_FAILURE
    os._exit(
        code
    )  # nothing is left to clean up, and tearing down the IR takes longer than many commands


def dispatch(arguments: list[str]) -> int:
    """Parses the arguments and calls the command's function."""
    from ember.tools.arguments import make_parser, wrong_command

    problem = wrong_command(arguments, COMMANDS)
    if problem is not None:
        print(problem, file=sys.stderr)
        return EXIT_USAGE
    parser = make_parser(arguments[0] if arguments and arguments[0] in COMMANDS else None)
    parsed = parser.parse_args(arguments)
    if parsed.command is None:
        parser.print_help()
        return 0
    try:
        return COMMANDS[parsed.command](parsed)
    except Exception as problem:
        from ember.support.diagnostics import CompileError

        if not isinstance(problem, CompileError):
            raise
        from ember.tools.arguments import presentation_from

        report(problem.diagnostics, presentation_from(parsed))
        return EXIT_FAILURE


# -- compile and run -------------------------------------------------------------------------------


def run(arguments: argparse.Namespace) -> int:
    """`ember run`: compiles a program, or finds it in the cache, and calls its `main` in this process."""
    if arguments.file.endswith(".mef"):
        return _run_model(arguments)
    from ember.tools.arguments import options_from

    options = options_from(arguments)
    objects = _cached("objects", arguments, options)

    from ember.runtime.jit import LoadError, run_object

    try:
        return run_object(objects, [arguments.file, *arguments.arguments])
    except LoadError as problem:
        print(f"ember: cannot load '{arguments.file}': {problem}", file=sys.stderr)
        return EXIT_FAILURE


def _run_model(arguments: argparse.Namespace) -> int:
    """A compiled model: its signature, or its results for arrays out of files."""
    from ember.engine.command import run_mef

    try:
        run_mef(arguments.file, arguments.arguments)
    except (ValueError, RuntimeError) as problem:
        print(f"ember: error[model]: {problem}", file=sys.stderr)
        return EXIT_FAILURE
    return 0


def build(arguments: argparse.Namespace) -> int:
    """`ember build`: compiles a program into a file; kinds that are text go to standard output without `-o`."""
    from ember.tools.arguments import options_from

    options = options_from(arguments)
    kind = arguments.emit
    options.needs_main = kind == "exe"
    out = _output_path(arguments)
    if out is not None:
        from ember.support.output import check_output

        check_output(out, arguments.file)

    data, *kernels = _cached(kind, arguments, options)
    from ember.support.output import write_output

    base = out if out is not None else Path(Path(arguments.file).stem)
    if kind == "ptx" and arguments.output != "-":
        data = b""
    if arguments.output != "-":
        for name, code in zip(kernels[::2], kernels[1::2], strict=True):
            path = base.with_name(f"{base.stem}.{name.decode()}")
            write_output(path, code, arguments.file)
            print(f"ember: wrote {path}", file=sys.stderr)
    if out is None:
        sys.stdout.buffer.write(data)
    elif kind != "ptx":
        write_output(out, data, arguments.file, executable=kind in ("exe", "shared-lib"))
    return 0


def _output_path(arguments: argparse.Namespace) -> Path | None:
    """Where the output goes; None is standard output."""
    if arguments.output is not None:
        return None if arguments.output == "-" else Path(arguments.output)
    suffix = _SUFFIXES.get(arguments.emit)
    return None if suffix is None else Path(Path(arguments.file).stem + suffix)


def _cached(kind: str, arguments: argparse.Namespace, options: Options) -> list[bytes]:
    """What was made of the program last time, if nothing changed since; else what the compile service makes now."""
    cache = Cache(None) if arguments.no_cache else default_cache()
    if not arguments.file.endswith(_SOURCES):
        from ember.support.reading import check_suffix

        check_suffix(arguments.file)
    key = program_key(kind, arguments.file, options)
    is_measured = arguments.time_report is not None or arguments.trace is not None
    use_cache = not options.shows_stages and not is_measured
    found = find_program(cache, key) if use_cache else None
    if found is not None:
        _replay(found.warnings, arguments)
        return found.data
    return _compile(kind, key, cache, arguments, options)


def _compile(
    kind: str, key: bytes, cache: Cache, arguments: argparse.Namespace, options: Options
) -> list[bytes]:
    from ember.support.trace import Trace

    trace = Trace()
    with trace.stage("start"):
        from ember.service import Request, compile_file
    request = Request(arguments.file, options, kind)
    reply = compile_file(request, cache if cache.directory else None, trace)
    _refuse_warnings(reply, options)
    sources = {path: text.encode() for path, text in reply.sources.items()}
    warnings = _warning_texts(reply.diagnostics)
    _replay(warnings, arguments)
    data: list[bytes] = reply.value
    store_program(cache, key, sources, map(str, options.include), Stored(data, warnings))
    _show_times(arguments, trace)
    return data


def _refuse_warnings(reply: Reply, options: Options) -> None:
    """`--Werror` makes warnings errors. Errors come without warnings, which may only follow from them."""
    if options.warnings.are_errors and reply.diagnostics:
        from ember.support.diagnostics import CompileError, as_errors

        raise CompileError(*as_errors(reply.diagnostics))


def _warning_texts(warnings: list[Diagnostic]) -> list[str]:
    """The warnings in every form they may be asked for: plain, in colour, as JSON."""
    if not warnings:
        return []
    from ember.support.rendering import present
    from ember.support.reporting import Presentation

    forms = (Presentation(), Presentation(color=True), Presentation("json"))
    return [present(warnings, form) for form in forms]


def _replay(texts: list[str], arguments: argparse.Namespace) -> None:
    """Shows the warnings of this or an earlier compilation."""
    if texts:
        from ember.tools.arguments import presentation_from

        how = presentation_from(arguments)
        print(texts[2 if how.form == "json" else int(how.color)], file=sys.stderr)


def _show_times(arguments: argparse.Namespace, trace: Trace) -> None:
    form = arguments.time_report
    if form is not None:
        from ember.support.trace import report_json, report_table

        print(report_json(trace) if form == "json" else report_table(trace), file=sys.stderr)
    if arguments.trace is not None:
        from ember.support.output import write_output
        from ember.support.trace import chrome_trace

        write_output(Path(arguments.trace), chrome_trace(trace).encode(), arguments.file)


# -- tools -----------------------------------------------------------------------------------------


def opt(arguments: argparse.Namespace) -> int:
    """`ember opt`: IR text in, passes by name, IR text out."""
    from ember.tools.passes import list_passes, optimize_file

    if arguments.list:
        print("\n".join(list_passes()))
        return 0
    text = run_with_deep_stack(lambda: optimize_file(arguments))
    if arguments.output in (None, "-"):
        sys.stdout.write(text)
        return 0
    from ember.support.output import write_output

    write_output(Path(arguments.output), text.encode(), arguments.file)
    return 0


def test(arguments: argparse.Namespace) -> int:
    """`ember test`: finds `test_*.mojo` files, runs them in parallel, and sums up."""
    from ember.tools.test_runner import run_tests

    return run_tests(arguments)


def format(arguments: argparse.Namespace) -> int:
    """`ember format`: lays out source files in one style."""
    from ember.tools.format_command import format_command

    return format_command(arguments)


def doc(arguments: argparse.Namespace) -> int:
    """`ember doc`: makes the reference of modules from their docstrings, checks it, or runs its examples."""
    from ember.tools.doc.command import document

    return run_with_deep_stack(lambda: document(arguments))


def cache(arguments: argparse.Namespace) -> int:
    """`ember cache`: shows, empties or trims the cache."""
    store = default_cache()
    if arguments.action == "clear":
        from ember.support.bytecode import clear_bytecode

        print(f"freed {_size(store.clear() + clear_bytecode())}")
    elif arguments.action == "prune":
        from ember.tools.leftovers import remove_leftovers

        limit = None if arguments.limit is None else arguments.limit << 20
        print(f"freed {_size(store.prune(limit) + remove_leftovers())}")
    else:
        info = store.info()
        print(f"directory  {info.directory or 'none: nothing is cached'}")
        print(f"entries    {info.entries}")
        print(f"size       {_size(info.size)} of at most {_size(info.limit)}")
    return 0


def tune(arguments: argparse.Namespace) -> int:
    """`ember tune`: measures how products are best cut on the device at hand, for later compilations."""
    from ember.tools.tune import tune as tune_weights

    return tune_weights(arguments)


def explain(arguments: argparse.Namespace) -> int:
    """`ember explain`: prints the page of a diagnostic."""
    from ember.tools.explain import explain as explanation

    print(explanation(arguments.code))
    return 0


def doctor(arguments: argparse.Namespace) -> int:
    """`ember doctor`: says what the compiler finds on this machine, and what is missing."""
    from ember.tools.doctor import examine

    return examine()


def _size(count: int) -> str:
    amount = float(count)
    for unit in ("bytes", "KiB", "MiB"):
        if amount < 1024:
            return f"{amount:.0f} {unit}" if unit == "bytes" else f"{amount:.1f} {unit}"
        amount /= 1024
    return f"{amount:.1f} GiB"


def init(arguments: argparse.Namespace) -> int:
    """`ember init`: writes the files of a new project."""
    from ember.tools.init import init as make_project

    return make_project(arguments)


def package(arguments: argparse.Namespace) -> int:
    """`ember package`: the modules of a folder as one file that can be imported."""
    from ember.tools.package import package as write_package

    return write_package(arguments)


def generate(arguments: argparse.Namespace) -> int:
    """`ember generate`: a language model's answer to a message."""
    from ember.pipelines.commands.generating import generate as answer
    from ember.tools.model_arguments import sampling_of

    return _told(lambda: answer(arguments, sampling_of(arguments)))


def chat(arguments: argparse.Namespace) -> int:
    """`ember chat`: a conversation with a language model."""
    from ember.pipelines.commands.chatting import chat as converse
    from ember.tools.model_arguments import sampling_of

    return _told(lambda: converse(arguments, sampling_of(arguments)))


def bench(arguments: argparse.Namespace) -> int:
    """`ember bench model`: how fast a language model is."""
    from ember.pipelines.commands.measuring import bench as measure

    return _told(lambda: measure(arguments))


def perplexity(arguments: argparse.Namespace) -> int:
    """`ember perplexity`: how well a language model knows a text."""
    from ember.pipelines.commands.measuring import perplexity as judge

    return _told(lambda: judge(arguments))


def _told(work: Callable[[], int]) -> int:
    """What is wrong with a model's files or settings becomes a message."""
    try:
        return work()
    except ValueError as problem:
        print(f"ember: error[model]: {problem}", file=sys.stderr)
        return EXIT_FAILURE


def import_model(arguments: argparse.Namespace) -> int:
    """`ember import`: a model of another framework, compiled."""
    from ember.graph.importers.command import import_model

    try:
        for path in import_model(arguments.file, arguments.output or "", arguments.one_file):
            print(path)
    except (ValueError, ModuleNotFoundError) as problem:
        print(f"ember: error[import]: {problem}", file=sys.stderr)
        return EXIT_FAILURE
    return 0


def graph(arguments: argparse.Namespace) -> int:
    """`ember graph`: what the stages of the graph compiler make of a graph."""
    from ember.graph.command import emit
    from ember.support.source import SourceFile
    from ember.tools.formatter.format import format_source

    def laid_out(name: str, text: str) -> str:
        return format_source(SourceFile(name, text))

    try:
        text = emit(
            arguments.file, arguments.emit, arguments.graph or "", arguments.output or "", arguments.explain_fusion, laid_out, arguments.from_generated or "", arguments.weights or ""
        )  # fmt: skip
    except (ValueError, LookupError) as problem:
        print(f"ember: error[graph]: {problem}", file=sys.stderr)
        return EXIT_FAILURE
    if text is not None:
        print(text)
    return 0


def models(arguments: argparse.Namespace) -> int:
    """`ember models`: which models there are, and what is in them."""
    from ember.pipelines.commands.listing import models as list_models

    return _told(lambda: list_models(arguments))


def embed(arguments: argparse.Namespace) -> int:
    """`ember embed`: texts as vectors."""
    from ember.pipelines.commands.embedding import embed as print_vectors

    return _told(lambda: print_vectors(arguments))


def convert(arguments: argparse.Namespace) -> int:
    """`ember convert`: files of weights in other formats."""
    from ember.pipelines.commands.converting import convert as write

    return _told(lambda: write(arguments))


COMMANDS = {
    "init": init,
    "run": run,
    "build": build,
    "opt": opt,
    "test": test,
    "format": format,
    "doc": doc,
    "package": package,
    "cache": cache,
    "tune": tune,
    "explain": explain,
    "doctor": doctor,
    "graph": graph,
    "import": import_model,
    "generate": generate,
    "chat": chat,
    "bench": bench,
    "perplexity": perplexity,
    "embed": embed,
    "convert": convert,
    "models": models,
}
