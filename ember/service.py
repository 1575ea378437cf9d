"""The compile service: files in, code and facts about them out, as plain data.

    reply = compile_file(Request("model.mojo", Options(needs_main=False), "kernels"))

Everybody who compiles comes here: the command line, Python's import, the graph compiler, the language server. One compilation
has a deep stack, a bound on memory, and types of its own; nothing of it is left when it ends. `Service` answers many requests, one
after the other, in this process or in worker processes, which a crash or a cancelled request does not outlive.
"""

from __future__ import annotations

import gc
import pickle
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Final, NamedTuple

from ember.compiler import Compilation
from ember.elab.modules.interfaces import Argument, Interface, Shape
from ember.elab.modules.kernels import Function as KernelFunction
from ember.elab.modules.kernels import Kernel
from ember.elab.modules.kernels import Operand as KernelOperand
from ember.elab.modules.kernels import Parameter as KernelParameter
from ember.outputs import build, kernel_files
from ember.queries import interfaces, registered_kernels
from ember.support.budgets import MemoryExceeded, memory_budget, memory_used
from ember.support.cache import Cache, default_cache
from ember.support.deep_stack import DeepCall
from ember.support.diagnostics import CompileError, Diagnostic, error
from ember.support.fingerprint import PACKAGE
from ember.support.options import Options
from ember.support.trace import Trace

__all__ = [
    "Argument",
    "Cancelled",
    "Interface",
    "Kernel",
    "KernelFunction",
    "KernelOperand",
    "KernelParameter",
    "Reply",
    "Request",
    "Service",
    "Shape",
    "compile_file",
]

_KERNEL_KINDS: Final = ("llvm", "llvm-opt", "asm", "ptx", "obj")
"""Kinds of output that come with the code of each kernel, too."""
_WORKER: Final = f"""
import signal, sys
signal.signal(signal.SIGINT, signal.SIG_DFL)  # an interrupt is told by the process that asked
sys.path.insert(0, {str(Path(PACKAGE).parent)!r})
from ember.__main__ import keep_bytecode
keep_bytecode()
from ember.service import serve
serve()
"""
_GROWTH: Final = 256 << 20
"""By how much the process may grow before garbage is looked for."""


class Cancelled(BaseException):
    """The request was cancelled; nothing catches it but who asked."""


class Request(NamedTuple):
    """A file, how to compile it, and what is wanted.

    `objects`: a list of object files that belong together. `interfaces`, `kernels`: what its functions take and give, what it
    registers. Any kind of `ember build --emit`: a list with the output, then name and code of each kernel's file in turn.
    """

    path: str
    options: Options
    wanted: str = "objects"


class Reply(NamedTuple):
    """What was wanted (None after errors), what there is to tell, and the text of every file that was read."""

    value: Any
    diagnostics: list[Diagnostic]
    sources: dict[str, str]

    @property
    def has_failed(self) -> bool:
        return any(diagnostic.is_error for diagnostic in self.diagnostics)


def compile_file(request: Request, cache: Cache | None = None, trace: Trace | None = None) -> Reply:
    """Answers a request in this process; `CompileError` tells what is wrong with the file."""
    compilation = Compilation(request.path, request.options, trace, cache)
    call = DeepCall(lambda: _made(compilation, request.wanted))
    try:
        value = call.result(memory_budget(request.options.budgets))
    except KeyboardInterrupt:
        call.stop(KeyboardInterrupt)
        call.thread.join(timeout=2)
        raise
    return _reply(compilation, value, compilation.sink.warnings)


def _made(compilation: Compilation, wanted: str) -> Any:
    if wanted == "objects":
        return compilation.objects()
    if wanted == "interfaces":
        return interfaces(compilation)
    if wanted == "kernels":
        return registered_kernels(compilation)
    data = [build(compilation, wanted)]
    if wanted in _KERNEL_KINDS:
        for name, code in kernel_files(compilation, wanted).items():
            data += (name.encode(), code)
    return data


def _reply(compilation: Compilation, value: Any, diagnostics: list[Diagnostic]) -> Reply:
    sources = {path: source.text for path, source in compilation.loader.sources.items()}
    return Reply(value, diagnostics, sources)


class Service:
    """Answers requests, one at a time per process; `workers` are processes besides this one, 0 means none.

    Errors are data here: a reply has them. `cancel` ends a request from another thread, whose `answer` raises `Cancelled`.
    """

    def __init__(self, workers: int = 0, cache: Cache | None = None) -> None:
        self._cache = cache if cache is not None else default_cache()
        self._turn = threading.Lock()
        self._running: DeepCall[Reply] | None = None
        self._collected = memory_used()
        self._free = threading.Semaphore(workers)
        self._workers = [_Worker() for _ in range(workers)]

    def __enter__(self) -> Service:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        for worker in self._workers:
            worker.end()

    def answer(self, request: Request) -> Reply:
        """Waits for the turn of the request, and answers it."""
        if not self._workers:
            with self._turn, _settings_kept():
                return self._answer_here(request)
        with self._free:
            worker = self._take_worker()
            try:
                return worker.answer(request)
            finally:
                worker.is_taken = False

    def cancel(self) -> None:
        """Ends what is being answered now, in all processes."""
        running = self._running
        if running is not None:
            running.stop(Cancelled)
        for worker in self._workers:
            if worker.is_taken:
                worker.end()

    def _answer_here(self, request: Request) -> Reply:
        self._running = call = DeepCall(lambda: _answered(request, self._cache))
        try:
            return call.result(memory_budget(request.options.budgets))
        finally:
            self._running = None
            self._collect_garbage()

    def _collect_garbage(self) -> None:
        """A compilation is one knot of objects, which only the collector takes apart."""
        if memory_used() > self._collected + _GROWTH:
            gc.collect()
            self._collected = memory_used()

    def _take_worker(self) -> _Worker:
        with self._turn:
            worker = next(one for one in self._workers if not one.is_taken)
            worker.is_taken = True
            return worker


def _answered(request: Request, cache: Cache) -> Reply:
    """The reply to a request, in a thread whose stack is deep already; what is wrong with the file is part of it."""
    compilation = Compilation(request.path, request.options, cache=cache)
    try:
        value = _made(compilation, request.wanted)
    except CompileError as failure:
        return _reply(compilation, None, list(failure.diagnostics))
    return _reply(compilation, value, compilation.sink.warnings)


@contextmanager
def _settings_kept() -> Iterator[None]:
    """The compiler's settings for the garbage collector and recursion end with the compilation."""
    thresholds, limit = gc.get_threshold(), sys.getrecursionlimit()
    try:
        yield
    finally:
        gc.set_threshold(*thresholds)
        sys.setrecursionlimit(limit)


class _Worker:
    """A process that answers requests; it is started when it is needed, and again after it ended."""

    def __init__(self) -> None:
        self.is_taken = False
        self._process: subprocess.Popen[bytes] | None = None

    def answer(self, request: Request) -> Reply:
        process = self._process
        if process is None or process.poll() is not None:
            process = self._process = subprocess.Popen(
                [sys.executable, "-c", _WORKER],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
            )
        assert process.stdin is not None and process.stdout is not None
        try:
            pickle.dump(request, process.stdin)
            process.stdin.flush()
            reply: Reply = pickle.load(process.stdout)
            return reply
        except (EOFError, OSError, pickle.UnpicklingError):
            if self._process is None:
                raise Cancelled from None
            self.end()
            message = f"the compiler ended while it worked on '{request.path}'"
            return Reply(None, [error("compiler-ended", None, message)], {})

    def end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.terminate()
            process.wait()


def serve() -> None:
    """The life of a worker: requests from the standard input are answered on the output until nobody asks any more."""
    requests, replies, service = sys.stdin.buffer, sys.stdout.buffer, Service()
    while True:
        try:
            request = pickle.load(requests)
        except EOFError:
            return
        try:
            reply = service.answer(request)
        except MemoryExceeded as problem:
            reply = Reply(None, [error("memory-limit", None, str(problem))], {})
        pickle.dump(reply, replies)
        replies.flush()
