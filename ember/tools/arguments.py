"""The arguments of every command, with help that shows how each is used."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Final, NoReturn

from ember import __version__
from ember.support.budgets import USUAL, Budgets
from ember.support.codes import WARNINGS
from ember.support.options import Options, wants_sim_check
from ember.support.reporting import Presentation, WarningPolicy
from ember.support.target import Target
from ember.tools.model_arguments import (
    BENCH,
    CHAT,
    CONVERT,
    EMBED,
    GENERATE,
    GRAPH,
    IMPORT,
    MODELS,
    PERPLEXITY,
    add_bench,
    add_chat,
    add_convert,
    add_embed,
    add_generate,
    add_graph,
    add_import,
    add_models,
    add_perplexity,
)

EMIT_KINDS = (
    "exe", "obj", "shared-lib", "tree", "lit", "kgen", "mlir", "llvm", "llvm-opt", "asm", "ptx",
)  # fmt: skip

_OVERVIEW = """\
examples:
  ember init hello                  start a new project
  ember run hello.mojo              compile and run
  ember build hello.mojo -o hello   make an executable
  ember build hello.mojo --emit asm look at the machine code
  ember test tests/                 run all test_*.mojo files
  ember generate "Hello"            have a language model write text
  ember doc --std                   make the reference of the standard library
  ember explain unknown-name        more about an error
  ember COMMAND --help              more about a command
"""
_RUN = """\
examples:
  ember run hello.mojo
  ember run -O0 -D SIZE=100 main.mojo first second
  ember run -I ../lib main.mojo
Options come before FILE; what follows FILE belongs to the program. The exit code is the program's own,
or 1 when it does not compile. A second run of an unchanged program starts from the cache.
"""
_BUILD = """\
examples:
  ember build hello.mojo                       ./hello, which runs without Python
  ember build -g -O0 hello.mojo -o hello       for a debugger
  ember build --emit shared-lib geometry.mojo  ./geometry.so with the @export functions
  ember build --emit llvm hello.mojo           print LLVM IR
  ember build --emit obj --target-triple x86_64-unknown-linux-gnu hello.mojo
  ember build --emit ptx --target-accelerator sm_90a add.mojo
  ember build --print-ir-after all hello.mojo  show the IR after every stage
kinds for --emit:
  exe, obj, shared-lib    an executable, an object file, a shared library
  tree, lit               the syntax tree of FILE, its parametric IR
  kgen, mlir              the concrete IR after the passes of the -O level: pretty or MLIR's generic form
  llvm, llvm-opt, asm     LLVM IR as we write it, after LLVM's optimiser; assembly
  ptx                     the kernels' code only, one file per kernel
With llvm, llvm-opt and asm, a program's kernels for a GPU go to files beside the output, one per kernel.
"""
_OPT = """\
examples:
  ember build --emit kgen -O0 hello.mojo -o hello.mlir
  ember opt --passes mem2reg,cse,dce hello.mlir
  ember opt --passes O3 hello.mlir -o small.mlir
  ember opt --list
"""
_INIT = """\
examples:
  ember init hello               ./hello with a program, a module, a test and a README
  ember init --name hello .      the same, here
Files that exist are never touched.
"""
_TEST = """\
examples:
  ember test                     every test_*.mojo below the current directory
  ember test tests/ -k string    those whose path contains 'string'
  ember test test_one.mojo -j 1
  ember test --junit results.xml for a build server
A test file is a program: it passes if it ends with exit code 0. A file without 'main' has its test_* functions called.
"""
_FORMAT = """\
examples:
  ember format                       every .mojo file below the current directory
  ember format main.mojo src/        these
  ember format --check src/          change nothing; exit code 1 if something would change
  ember format --diff main.mojo      show what would change
  ember format - < main.mojo         from standard input to standard output
Comments and the author's blank lines stay. A file with syntax errors is reported and left alone.
A list whose last element is followed by a comma and a new line keeps one element per line.
"""
_PACKAGE = """\
examples:
  ember package kernels/                     ./kernels.mojopkg
  ember package kernels/ -o lib/ops.mojopkg  imported as 'ops'
A program with the file beside it, or with '-I lib', imports it as it would the folder;
graphs take it among their custom_extensions. It holds the sources and a checksum.
"""
_CACHE = """\
examples:
  ember cache info
  ember cache prune --limit 500   keep the 500 MiB used last
  ember cache clear
The cache is in $EMBER_CACHE_DIR, $XDG_CACHE_HOME/ember or ~/.cache/ember; EMBER_CACHE_DIR= switches it off.
"""
_TUNE = """\
examples:
  ember tune 4096x14336 4096x4096    weights of 4096 rows, as products x @ w.T have them
  ember tune --rows 1,8,64 576x1536  for these numbers of rows together (default: 1,32)
  ember tune --list                  what is known about this device
  ember tune --clear                 forget it
Kernels that are compiled afterwards for weights of these sizes are cut as was fastest. The table is kept beside the cache.
"""
_EXPLAIN = """\
examples:
  ember explain                  list all diagnostics
  ember explain use-after-move   a wrong program, its message, the fix
"""
_DOCTOR = """\
example:
  ember doctor
Tells which LLVM, targets, linker and caches were found, and what is missing.
"""


_DOC = """\
examples:
  ember doc geometry/                     ./reference, pages to open in a browser
  ember doc --std -o std-reference        the standard library
  ember doc geometry/ --format markdown   a Markdown file for each module
  ember doc --check geometry/             names without a docstring
  ember doc --test geometry/              run the examples of the docstrings
A folder that 'ember doc' did not make is written to only with --force.
"""


def make_parser(command: str | None = None) -> argparse.ArgumentParser:
    """The parser of the whole command line, or of one command: making all takes longer than many commands."""
    parser = _Parser(
        prog="ember", description="A compiler for the Mojo language.", epilog=_OVERVIEW
    )
    parser.add_argument("--version", action="version", version=f"ember {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=_Parser)
    for name, (help, epilog, add) in _COMMANDS.items():
        if command in (None, name):
            add(commands.add_parser(name, help=help, epilog=epilog))
    return parser


def wrong_command(arguments: list[str], commands: Iterable[str]) -> str | None:
    """What to say about a first word that is no command; None if it is one."""
    if not arguments or arguments[0].startswith("-") or arguments[0] in commands:
        return None
    word = arguments[0]
    if word.endswith((".mojo", ".🔥")) or os.path.isfile(word):
        hint = f"did you mean 'ember run {' '.join(arguments)}'?"
    else:
        from difflib import get_close_matches  # costs start-up time

        near = get_close_matches(word, commands, 1, 0.6)
        hint = f"did you mean '{near[0]}'?" if near else f"commands: {', '.join(commands)}"
    return f"ember: there is no command '{word}'; {hint}\n'ember --help' explains all of them"


class _Parser(argparse.ArgumentParser):
    """Keeps the line breaks of the examples; wrong usage ends with exit code 2."""

    def __init__(self, **settings: object) -> None:
        settings["formatter_class"] = argparse.RawDescriptionHelpFormatter
        super().__init__(**settings, allow_abbrev=False)  # type: ignore[arg-type]

    def error(self, message: str) -> NoReturn:
        """Two lines instead of a page of usage."""
        problem = message.replace("unrecognized arguments:", "unknown option or argument:")
        problem = problem.replace("required: FILE, ARGS", "required: FILE")
        self.exit(2, f"{self.prog}: {problem}\n'{self.prog} --help' shows how it is used\n")

    def _print_message(self, message: str, file: Any = None) -> None:
        """Lets what goes wrong while writing come out."""
        (file or sys.stderr).write(message)


def _add_level(parser: argparse.ArgumentParser, usual: int) -> None:
    parser.add_argument(
        "-O",
        dest="level",
        type=int,
        choices=range(4),
        default=usual,
        metavar="LEVEL",
        help=f"-O0 to -O3 (default: -O{usual})",
    )


def _add_folders(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "-I",
        dest="include",
        action="append",
        default=[],
        metavar="DIR",
        help="a folder to import modules from",
    )


def _add_run(parser: argparse.ArgumentParser) -> None:
    _add_compiling(parser)
    parser.add_argument("file", metavar="FILE", help="the source file that holds 'main'")
    parser.add_argument(
        "arguments", metavar="ARGS", nargs=argparse.REMAINDER, help="the program's arguments"
    )


def _add_build(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="the source file")
    parser.add_argument(
        "-o", dest="output", metavar="OUT", help="the output file; '-' is standard output"
    )
    parser.add_argument(
        "--emit",
        choices=EMIT_KINDS,
        default="exe",
        metavar="KIND",
        help="what to make (default: exe)",
    )
    _add_compiling(parser)
    group = parser.add_argument_group("target")
    group.add_argument(
        "--target-triple", metavar="TRIPLE", help="the machine to compile for (default: this one)"
    )
    group.add_argument("--target-cpu", metavar="CPU", help="its processor, as LLVM names it")
    group.add_argument("--target-features", metavar="LIST", help="its features: +avx2,-sse4a")


def _add_compiling(parser: argparse.ArgumentParser) -> None:
    _add_level(parser, 3)
    parser.add_argument("-g", dest="debug", action="store_true", help="line tables for a debugger")
    _add_folders(parser)
    parser.add_argument(
        "-D",
        dest="defines",
        type=_define,
        action="append",
        default=[],
        metavar="NAME[=VALUE]",
        help="a value that compile-time code can ask for",
    )
    parser.add_argument(
        "-j",
        dest="jobs",
        type=_positive,
        metavar="N",
        help="workers for code generation (default: all cores)",
    )
    parser.add_argument(
        "--edition",
        choices=("2025", "1"),
        help="the language edition of FILE (default: it is detected)",
    )
    parser.add_argument("--no-cache", action="store_true", help="neither read nor write the cache")
    group = parser.add_argument_group("kernels")
    group.add_argument(
        "--target-accelerator",
        metavar="NAME",
        help="what kernels are compiled for: sm_75 … sm_120a, gfx90a, gfx942, or 'sim' for the simulated device"
        " (default: the GPU of this machine, else sim)",
    )
    group.add_argument(
        "--offload",
        choices=("all-kernel", "per-kernel"),
        default="all-kernel",
        help="kernels go through the pipeline together, or each alone (default: all-kernel)",
    )
    _add_diagnostics(parser)
    group = parser.add_argument_group("looking inside")
    group.add_argument(
        "--print-ir-after",
        default="",
        metavar="PASS",
        help="show the IR after this pass or stage (lower, elaborate, 'all') on standard error",
    )
    group.add_argument(
        "--save-temps", metavar="DIR", help="keep what every stage made in this folder"
    )
    for text, form in (("--time-report", "table"), ("--time-report=json", "json")):
        group.add_argument(
            text,
            dest="time_report",
            action="store_const",
            const=form,
            help=f"show where the time goes, as {form}",
        )
    group.add_argument(
        "--trace",
        metavar="OUT",
        help="write where the time goes as a picture: open it in chrome://tracing or Perfetto",
    )
    group.add_argument(
        "--verify", action="store_true", help="check the IR after every stage and pass"
    )
    _add_budgets(parser)


def _add_budgets(parser: argparse.ArgumentParser) -> None:
    """What a compilation may use; the defaults are far above what programs need."""
    usual = USUAL
    group = parser.add_argument_group("limits")
    for name, metavar, what in (
        ("comptime-steps", "N", f"steps of compile-time code (default: {usual.comptime_steps})"),
        (
            "comptime-memory",
            "MIB",
            f"memory of compile-time code (default: {usual.comptime_memory >> 20})",
        ),
        (
            "unrolled-rounds",
            "N",
            f"rounds of all compile-time loops (default: {usual.unrolled_rounds})",
        ),
        ("instances", "N", f"function instances (default: {usual.instances})"),
        (
            "instance-depth",
            "N",
            f"instances that ask for one another (default: {usual.instance_depth})",
        ),
        ("memory", "MIB", "memory of the compiler (default: most of the machine's)"),
    ):
        group.add_argument(f"--max-{name}", type=_positive, metavar=metavar, help=what)


def _budgets(arguments: argparse.Namespace) -> Budgets:
    chosen: dict[str, int] = {}
    for name in Budgets._fields:
        value = getattr(arguments, f"max_{name}")
        if value is not None:
            chosen[name] = value << 20 if name.endswith("memory") else value
    return Budgets(**chosen)


def _add_diagnostics(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("diagnostics")
    group.add_argument(
        "-W",
        dest="warn",
        action="append",
        default=[],
        metavar="CODE",
        help="switch a warning on; -Wno-CODE switches it off",
    )
    group.add_argument(
        "--no-warn",
        action="append",
        default=[],
        metavar="CODE",
        help="switch a warning off; 'all' means all",
    )
    group.add_argument("--Werror", action="store_true", help="treat warnings as errors")
    group.add_argument(
        "--max-errors",
        type=_positive,
        default=20,
        metavar="N",
        help="show at most N errors (default: 20)",
    )
    group.add_argument(
        "--full-backtrace",
        action="store_true",
        help="show the way of an error through the library, too",
    )
    group.add_argument(
        "--diagnostics",
        choices=("text", "json"),
        default="text",
        help="text for people (the default), or one JSON object per line for editors",
    )


def _add_init(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "directory", metavar="DIR", nargs="?", default=".", help="where (default: here)"
    )
    parser.add_argument("--name", help="the project's name (default: that of the directory)")


def _add_package(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("directory", metavar="DIR", help="a folder with '__init__.mojo'")
    parser.add_argument("-o", "--output", metavar="FILE", help="where (default: ./NAME.mojopkg)")


def _add_opt(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file", metavar="FILE", nargs="?", default="-", help="IR text; '-' is standard input"
    )
    parser.add_argument(
        "--passes",
        default="",
        metavar="A,B",
        help="passes in the order to run; O0…O3 stand for all of a level",
    )
    parser.add_argument("--list", action="store_true", help="list the passes")
    parser.add_argument(
        "-o", dest="output", metavar="OUT", help="the output file (default: standard output)"
    )
    parser.add_argument("--generic", action="store_true", help="print MLIR's generic form")
    parser.add_argument(
        "--print-ir-after", default="", metavar="PASS", help="show the IR after a pass, or 'all'"
    )


def _add_test(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("paths", metavar="PATH", nargs="*", default=["."], help="files and folders")
    parser.add_argument(
        "-k", dest="filter", default="", metavar="TEXT", help="only files whose path contains TEXT"
    )
    parser.add_argument(
        "-j", dest="jobs", type=_positive, metavar="N", help="tests at once (default: all cores)"
    )
    parser.add_argument(
        "--timeout",
        type=float,
        default=300.0,
        metavar="SECONDS",
        help="for each file (default: 300)",
    )
    _add_level(parser, 1)
    _add_folders(parser)
    parser.add_argument(
        "-D",
        dest="defines",
        type=_define,
        action="append",
        default=[],
        metavar="NAME[=VALUE]",
        help="passed on",
    )
    parser.add_argument("--junit", metavar="FILE", help="write the results as JUnit XML, too")
    parser.add_argument(
        "-v", dest="verbose", action="store_true", help="show the output of tests that pass, too"
    )


def _add_format(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "paths",
        metavar="PATH",
        nargs="*",
        default=["."],
        help="files and folders; '-' is standard input",
    )
    parser.add_argument(
        "--check", action="store_true", help="change nothing; exit code 1 if something would change"
    )
    parser.add_argument(
        "--diff", action="store_true", help="change nothing; show what would change"
    )
    parser.add_argument(
        "--line-length",
        type=_positive,
        default=100,
        metavar="N",
        help="longer lines are broken (default: 100)",
    )


def _add_doc(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "paths", metavar="PATH", nargs="*", default=[], help="files and folders (default: this one)"
    )
    parser.add_argument("--std", action="store_true", help="the standard library")
    parser.add_argument(
        "-o", dest="output", metavar="DIR", help="where the pages go (default: reference)"
    )
    parser.add_argument(
        "--format",
        choices=("html", "markdown", "json"),
        default="html",
        help="(default: html); json goes to standard output without -o",
    )
    parser.add_argument("--title", metavar="TEXT", help="the name of the whole reference")
    parser.add_argument(
        "--force", action="store_true", help="replace files that 'ember doc' did not make"
    )
    modes = parser.add_mutually_exclusive_group()
    modes.add_argument("--check", action="store_true", help="list public names without a docstring")
    modes.add_argument("--test", action="store_true", help="run the examples of the docstrings")
    parser.add_argument(
        "--examples", action="store_true", help="with --check: also list names without an example"
    )
    parser.add_argument(
        "-j", dest="jobs", type=_positive, metavar="N", help="with --test: programs at once"
    )
    parser.add_argument(
        "-v", dest="verbose", action="store_true", help="with --test: name those that pass, too"
    )


def _add_explain(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "code", metavar="CODE", nargs="?", help="what stands in the brackets of a message"
    )


def _add_cache(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "action", choices=("info", "clear", "prune"), nargs="?", default="info", help="what to do"
    )
    parser.add_argument(
        "--limit",
        type=int,
        metavar="MIB",
        help="for prune: what may stay (default: the usual limit)",
    )


def _add_tune(parser: argparse.ArgumentParser) -> None:
    from ember.tools.tune import weight_of

    parser.add_argument("weights", nargs="*", type=weight_of, metavar="COLUMNSxDEPTH")
    parser.add_argument("--rows", type=_row_counts, default=[1, 32], metavar="M,M…", help="numbers of rows, 64 at most")  # fmt: skip
    parser.add_argument("--count", type=_positive, default=8, metavar="N", help="how many ways are tried, the likely ones first (default: 8)")  # fmt: skip
    parser.add_argument("--list", action="store_true", help="show what is known")
    parser.add_argument("--clear", action="store_true", help="forget what is known")


def _row_counts(text: str) -> list[int]:
    counts = [_positive(part) for part in text.split(",")]
    if max(counts) > 64:
        raise argparse.ArgumentTypeError("at most 64 rows are few")
    return counts


def _define(text: str) -> str:
    if not text.partition("=")[0]:
        raise argparse.ArgumentTypeError("there is no name before the '='")
    return text


def _positive(text: str) -> int:
    try:
        value = int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"'{text[:40]}' is no whole number") from None
    if value < 1:
        raise argparse.ArgumentTypeError("must be at least 1")
    return value


def options_from(arguments: argparse.Namespace) -> Options:
    """What the compiler is told, from what the user wrote."""
    edition = None
    if arguments.edition is not None:
        from ember.support.edition import Edition

        edition = Edition(arguments.edition)
    shown = frozenset(part.strip() for part in arguments.print_ir_after.split(",") if part.strip())
    return Options(
        opt_level=arguments.level,
        debug=arguments.debug,
        include=[Path(folder) for folder in arguments.include],
        defines=dict(_definition(text) for text in arguments.defines),
        target=_target(arguments),
        edition=edition,
        jobs=arguments.jobs or os.cpu_count() or 1,
        verify=arguments.verify,
        print_ir_after=shown,
        save_temps=Path(arguments.save_temps) if arguments.save_temps else None,
        budgets=_budgets(arguments),
        accelerator=_accelerator(arguments),
        per_kernel=arguments.offload == "per-kernel",
        sim_check=wants_sim_check(),
        warnings=_warning_policy(arguments),
    )


def _warning_policy(arguments: argparse.Namespace) -> WarningPolicy:
    disabled = [*arguments.no_warn]
    enabled = []
    for code in arguments.warn:
        if code.startswith("no-"):
            disabled.append(code.removeprefix("no-"))
        else:
            enabled.append(code)
    for code in (*enabled, *disabled):
        if code not in WARNINGS and code != "all":
            from ember.tools.explain import unknown_code

            raise unknown_code(code, WARNINGS)
    are_errors = arguments.Werror
    return WarningPolicy(frozenset(enabled), frozenset(disabled), are_errors)


def presentation_from(arguments: argparse.Namespace) -> Presentation:
    """How a command is to show its diagnostics; commands without these options show the usual text."""
    color = sys.stderr.isatty() and not os.environ.get("NO_COLOR")
    return Presentation(
        getattr(arguments, "diagnostics", "text"),
        color,
        getattr(arguments, "full_backtrace", False),
        getattr(arguments, "max_errors", 20),
    )


def _accelerator(arguments: argparse.Namespace) -> str:
    if arguments.target_accelerator:
        return str(arguments.target_accelerator)
    from ember.runtime.devices import find_accelerator
    from ember.support.cache import Cache, default_cache

    return find_accelerator(Cache(None) if arguments.no_cache else default_cache())


def _definition(text: str) -> tuple[str, str]:
    name, _, value = text.partition("=")
    return name, value


def _target(arguments: argparse.Namespace) -> Target | None:
    triple = getattr(arguments, "target_triple", None)
    cpu = getattr(arguments, "target_cpu", None)
    features = getattr(arguments, "target_features", None)
    if triple is None and cpu is None and features is None:
        return None
    from ember.codegen.llvm.host import host_target
    from ember.codegen.llvm.isolation import check_names
    from ember.support.diagnostics import CompileError, error
    from ember.support.target import make_target

    host = host_target()
    try:
        if triple is not None:
            target = make_target(triple, cpu or "", features or "")
        else:
            own_features = host.features if cpu is None else ""
            joined = ",".join(filter(None, (own_features, features)))
            target = make_target(host.triple, cpu or host.cpu, joined)
        check_names(target)
        return target
    except ValueError as problem:
        raise CompileError(error("unknown-target", None, str(problem))) from problem


_COMMANDS: Final[dict[str, tuple[str, str, Callable[[argparse.ArgumentParser], object]]]] = {
    "run": ("compile and run a program", _RUN, _add_run),
    "build": ("compile a program into a file", _BUILD, _add_build),
    "init": ("start a new project", _INIT, _add_init),
    "opt": ("run passes over IR text", _OPT, _add_opt),
    "test": ("find and run test_*.mojo files", _TEST, _add_test),
    "format": ("lay out source files in one style", _FORMAT, _add_format),
    "doc": ("make or check the reference", _DOC, _add_doc),
    "package": ("make one file of a package", _PACKAGE, _add_package),
    "cache": ("show or empty the cache", _CACHE, _add_cache),
    "tune": ("measure how products are best cut on this GPU", _TUNE, _add_tune),
    "explain": ("explain a diagnostic", _EXPLAIN, _add_explain),
    "doctor": ("check the installation", _DOCTOR, lambda parser: None),
    "graph": ("show what becomes of a tensor graph", GRAPH, add_graph),
    "import": ("compile a model of another framework", IMPORT, add_import),
    "generate": ("have a model write text", GENERATE, add_generate),
    "chat": ("talk with a model", CHAT, add_chat),
    "bench": ("measure how fast a model is", BENCH, add_bench),
    "perplexity": ("measure how good a model is", PERPLEXITY, add_perplexity),
    "embed": ("texts as vectors", EMBED, add_embed),
    "convert": ("write a file of weights in another format", CONVERT, add_convert),
    "models": ("list models, describe a file", MODELS, add_models),
}
"""What each command is for, its examples, and what adds its arguments."""
