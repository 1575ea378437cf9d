"""The compile-time interpreter: runs concrete functions while compiling.

Each function is translated to Python once (`to_python.py`) and then runs as fast as Python does; memory is emulated
(`memory.py`), and so are the few C functions that make sense at compile time (`c_functions.py`). A mistake of the
program (a bad pointer, too many steps, a call that cannot be made) raises `InterpreterError` with the location of the
op and the chain of calls.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import TracebackType
from typing import Any, Final, NamedTuple, NoReturn

from ember.dialects import kgen
from ember.dialects import types as t
from ember.dialects.arithmetic import NAMES, CannotEvaluate
from ember.dialects.constants import Address, zero_value
from ember.dialects.evaluate import evaluate_intrinsic
from ember.dialects.layout import alignment_of, size_of
from ember.interpreter import freezing
from ember.interpreter.accessors import Accessors
from ember.interpreter.c_functions import Output, external
from ember.interpreter.memory import Memory, MemoryBlock, MemoryFault, Pointer
from ember.interpreter.to_python import CannotTranslate, Environment, translate
from ember.ir.nodes import SymbolRef

Lookup = Callable[[str], "kgen.Func | kgen.Global | None"]
_STACK_SHOWN: Final = 20


class Limits(NamedTuple):
    """How much compile-time code may use."""

    steps: int = 200_000_000
    memory: int = 1 << 30
    depth: int = 10_000


class InterpreterError(Exception):
    """Compile-time code did what it must not. `stack`: (function, location) of the calls, innermost first."""

    def __init__(
        self, code: str, message: str, loc: Any = None, stack: tuple[tuple[str, Any], ...] = ()
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.loc = loc
        self.stack = stack


class Interpreter:
    """Runs functions found by `lookup`. What they print is collected in `output`."""

    def __init__(
        self,
        lookup: Lookup,
        limits: Limits | None = None,
        offload: Callable[[kgen.CompileOffload], tuple[bytes, bytes, int]] | None = None,
    ) -> None:
        limits = limits or Limits()
        self._offload = offload
        self.limits = limits
        self.output = Output()
        self._lookup = lookup
        self._memory = Memory(limits.memory)
        self._accessors = Accessors(self._memory)
        self._steps = [limits.steps]
        self._running = 0
        self._globals: dict[str, MemoryBlock] = {}
        self._functions: dict[str, tuple[kgen.Func, Callable[..., Any]]] = {}
        self._locations: dict[str, tuple[str, list[Any]]] = {}  # code file name -> function, locs
        self._by_text: dict[str, tuple[str, Callable[..., Any]]] = {}  # file name, function
        self._bound: dict[int, str] = {}
        self._namespace = self._make_namespace()
        self._environment = Environment(
            self._bind,
            self._function_name,
            self._external_name,
            self._loader_name,
            self._storer_name,
        )

    # -- for the elaborator ------------------------------------------------------------------------

    def run(self, func: kgen.Func, args: list[object]) -> list[object]:
        """Calls a function; constants among the arguments become memory, results may hold `Address`es."""
        signature = func.type
        thawer = self._thawer()

        def call(function: Callable[..., Any]) -> Any:
            values = [thawer.value(v, type) for v, type in zip(args, signature.inputs, strict=True)]
            return function(*values)

        result = self._prepared(func, call)
        results = [result] if len(signature.results) == 1 else list(result or ())
        return [
            freezing.map_pointers(value, type, freezing.wrap_address)
            for value, type in zip(results, signature.results, strict=True)
        ]

    def run_each(self, func: kgen.Func, args: list[object], made: t.Type) -> list[object]:
        """Calls a function for each of many constants; what it gives, or leaves in the memory it gets, is constant too."""
        given = func.type.inputs[0]
        thawer = self._thawer()
        load = self._accessors.loader(made)

        def call(function: Callable[..., Any]) -> list[object]:
            if func.type.results:
                return [freezing.freeze(function(thawer.value(arg, given)), made) for arg in args]
            room = self._memory.allocate(size_of(made))
            results = []
            for arg in args:
                function(thawer.value(arg, given), room)
                results.append(freezing.freeze(load(room), made))
            return results

        return self._prepared(func, call)  # type: ignore[no-any-return]

    def _prepared(self, func: kgen.Func, call: Callable[[Callable[..., Any]], Any]) -> Any:
        """`call` of the function's translation, with room for deep recursion, and faults explained."""
        if not self._running:  # each outermost run has the whole budget
            self._steps[0] = self.limits.steps
            self._memory.used = 0
        self._running += 1
        recursion_limit = sys.getrecursionlimit()
        try:
            function = self._function_of(func)
            sys.setrecursionlimit(max(recursion_limit, _python_depth() + self.limits.depth + 200))
            return call(function)
        except InterpreterError:
            raise
        except Exception as failure:
            raise self._explain(failure, func) from failure
        finally:
            sys.setrecursionlimit(recursion_limit)
            self._running -= 1

    def load(self, address: object, type: t.Type) -> object:
        """Reads memory; pointers in the value are `Address`es."""
        value = self._guard(lambda: self._accessors.loader(type)(self._thawer().pointer(address)))
        return freezing.map_pointers(value, type, freezing.wrap_address)

    def store(self, address: object, type: t.Type, value: object) -> None:
        """Writes memory; constants in the value become memory."""
        thawer = self._thawer()
        self._guard(
            lambda: self._accessors.storer(type)(thawer.pointer(address), thawer.value(value, type))
        )

    def allocate(self, size: int, alignment: int = 16) -> Address:
        """Fresh uninitialised memory."""
        return Address(*self._guard(lambda: self._memory.allocate(size, alignment)))

    def free(self, address: object) -> None:
        self._guard(lambda: self._memory.free(self._thawer().pointer(address)))

    def freeze(self, value: object, type: t.Type) -> object:
        """The value as a constant: hashable, with the memory it points to copied."""
        return self._guard(lambda: freezing.freeze(value, type))

    def thaw(self, value: object, type: t.Type) -> object:
        """The value of a constant, in fresh memory."""
        thawed = self._guard(lambda: self._thawer().value(value, type))
        return freezing.map_pointers(thawed, type, freezing.wrap_address)

    # -- functions ---------------------------------------------------------------------------------

    def _function_of(self, func: kgen.Func) -> Callable[..., Any]:
        """The Python function for `func`; remembered if `func` is what its name stands for."""
        known = self._functions.get(func.name)
        if known is not None and known[0] is func:
            return known[1]
        if func.is_declaration:
            return self._external(func.name)
        function = self._translate(func)
        if known is None and self._lookup(func.name) is func:
            self._functions[func.name] = (func, function)
        return function

    def _translate(self, func: kgen.Func) -> Callable[..., Any]:
        try:
            source = translate(func, self._environment)
        except CannotTranslate as failure:
            raise InterpreterError("comptime-unsupported", str(failure), failure.op.loc) from None
        known = self._by_text.get(source.text)
        file = known[0] if known is not None else f"<comptime {len(self._locations)}>"
        self._locations[file] = (func.source_name or func.name, source.locs)
        if known is not None:
            return known[1]
        exec(compile(source.text, file, "exec"), self._namespace)
        function: Callable[..., Any] = self._namespace.pop("translated")
        self._by_text[source.text] = (file, function)
        return function

    def _function_name(self, name: str) -> str:
        """The global under which generated code calls function `name`; translated at the first call."""
        alias = f"f_{name}" if name.isidentifier() else self._numbered(name)
        if alias not in self._namespace:
            self._namespace[alias] = lambda *args: self._first_call(alias, name)(*args)
        return alias

    def _numbered(self, name: str) -> str:
        return self._names_of_symbols.setdefault(name, f"f{len(self._names_of_symbols)}")

    def _first_call(self, alias: str, name: str) -> Callable[..., Any]:
        function = self._function_of(self._find_function(name))
        self._namespace[alias] = function
        return function

    def _find_function(self, name: str) -> kgen.Func:
        found = self._lookup(name)
        if not isinstance(found, kgen.Func):
            raise MemoryFault("comptime-unknown-function", f"the function '{name}' is not known")
        return found

    def _callee(self, pointer: Pointer, count: int) -> Callable[..., Any]:
        """The function a function pointer stands for."""
        if pointer is None:
            raise MemoryFault("comptime-null-dereference", "a null function pointer is called")
        if not isinstance(pointer, SymbolRef):
            raise MemoryFault("comptime-bad-pointer", "the called pointer is not a function")
        func = self._find_function(pointer.name)
        if len(func.type.inputs) != count:
            raise MemoryFault(
                "comptime-bad-call",
                f"'{pointer.name}' takes {len(func.type.inputs)} arguments, {count} are given",
            )
        return self._function_of(func)

    def _external_name(self, name: str) -> str:
        alias = f"c_{name}" if name.isidentifier() else self._numbered(f"c {name}")
        if alias not in self._namespace:
            self._namespace[alias] = self._external(name)
        return alias

    def _external(self, name: str) -> Callable[..., Any]:
        function = external(name, self._memory, self.output)
        return function if function is not None else _no_external(name)

    # -- globals and constants ---------------------------------------------------------------------

    def _address_of(self, symbol: SymbolRef) -> Pointer:
        """Functions are their symbols; globals get memory with their initial value."""
        block = self._globals.get(symbol.name)
        if block is not None:
            return (block, 0)
        found = self._lookup(symbol.name)
        if found is None:
            raise MemoryFault("comptime-unknown-symbol", f"'{symbol.name}' is not known")
        if isinstance(found, kgen.Func):
            return symbol
        return (self._make_global(found), 0)

    def _make_global(self, found: kgen.Global) -> MemoryBlock:
        type = found.type
        alignment = max(found.alignment or 0, alignment_of(type))
        block = MemoryBlock(bytearray(size_of(type)), alignment)
        block.symbol = found.name
        self._globals[found.name] = block
        value = zero_value(type) if found.value is None else found.value
        if isinstance(value, bytes) and isinstance(type, t.ArrayType):
            block.data[: len(value)] = value
        elif not (found.value is None and isinstance(type, t.UnionType)):
            self._accessors.writer(type)(block, 0, self._thawer().value(value, type))
        if found.constant:
            block.data = bytes(block.data)
        return block

    def _thaw(self, value: object, type: t.Type) -> object:
        return self._thawer().value(value, type)

    def _thawer(self) -> freezing.Thawer:
        return freezing.Thawer(self._memory, self._address_of)

    # -- names in generated code -------------------------------------------------------------------

    def _make_namespace(self) -> dict[str, Any]:
        memory = self._memory
        self._names_of_symbols: dict[str, str] = {}
        return {
            **NAMES,
            "S": self._steps,
            "out_of_steps": self._out_of_steps,
            "unreachable": _unreachable,
            "thaw": self._thaw,
            "address_of": self._address_of,
            "callee": self._callee,
            "intrinsic": self._intrinsic,
            "offload": self._compile_offload,
            "stack_slot": memory.stack_slot,
            "advance": memory.advance,
            "number": memory.number,
            "signed_number": lambda pointer: _signed(memory.number(pointer)),
            "pointer": memory.pointer,
            "string_address": memory.string_block,
            "copy": memory.copy,
            "fill": memory.fill,
        }

    def _compile_offload(self, op: kgen.CompileOffload) -> tuple[bytes, bytes, int]:
        if self._offload is None:
            raise MemoryFault("comptime-unsupported", "kernels cannot be compiled from here")
        return self._offload(op)

    def _bind(self, value: object) -> str:
        """A global name for a constant; equal objects that are one object share it."""
        name = self._bound.get(id(value))
        if name is None:
            name = self._bound[id(value)] = f"k{len(self._bound)}"
            self._namespace[name] = value
        return name

    def _loader_name(self, type: t.Type) -> str:
        return self._bind(self._accessors.loader(type))

    def _storer_name(self, type: t.Type) -> str:
        return self._bind(self._accessors.storer(type))

    def _intrinsic(
        self, name: str, operands: tuple[Any, ...], types: tuple[t.Type, ...], result: t.Type
    ) -> Any:
        base = name.removeprefix("llvm.").split(".")[0]
        if base in _IGNORED:
            return operands[0] if operands else None
        if base == "memcpy" or base == "memmove":
            return self._memory.copy(*operands[:3])
        if base == "memset":
            return self._memory.fill(operands[0], operands[1] & 0xFF, operands[2])
        if base in ("trap", "debugtrap", "ubsantrap"):
            raise MemoryFault("comptime-abort", "the program stops itself at compile time")
        value = evaluate_intrinsic(name, operands, types, result)
        if value is None:
            raise MemoryFault(
                "comptime-intrinsic", f"the intrinsic '{name}' cannot run at compile time"
            )
        return value

    # -- errors ------------------------------------------------------------------------------------

    def _out_of_steps(self) -> NoReturn:
        raise MemoryFault(
            "comptime-step-limit",
            f"compile-time code took more than {self.limits.steps} steps; "
            "'--max-comptime-steps N' allows more",
        )

    def _guard(self, action: Callable[[], Any]) -> Any:
        try:
            return action()
        except CannotEvaluate as failure:
            raise InterpreterError(failure.code, failure.message) from failure

    def _explain(self, failure: Exception, func: kgen.Func) -> InterpreterError:
        stack = self._call_stack(failure.__traceback__)
        if isinstance(failure, RecursionError):
            stack = _going_round(stack)
        loc = stack[0][1] if stack else func.loc
        code, message = self._describe(failure)
        return InterpreterError(code, message, loc, tuple(stack[:_STACK_SHOWN]))

    def _describe(self, failure: Exception) -> tuple[str, str]:
        if isinstance(failure, CannotEvaluate):
            return failure.code, failure.message
        if isinstance(failure, ZeroDivisionError):
            return "comptime-division-by-zero", "division by zero"
        if isinstance(failure, RecursionError):
            return (
                "comptime-recursion-limit",
                f"compile-time calls are nested more than {self.limits.depth} deep",
            )
        if isinstance(failure, MemoryError):
            return "comptime-memory-limit", "compile-time code needs too much memory"
        raise failure

    def _call_stack(self, traceback: TracebackType | None) -> list[tuple[str, Any]]:
        """(function, location) for every frame of generated code, innermost first."""
        stack = []
        while traceback is not None:
            known = self._locations.get(traceback.tb_frame.f_code.co_filename)
            if known is not None:
                name, locs = known
                stack.append((name, locs[traceback.tb_lineno - 1]))
            traceback = traceback.tb_next
        return stack[::-1]


_IGNORED: Final = frozenset(
    (
        "lifetime",
        "assume",
        "prefetch",
        "expect",
        "donothing",
        "sideeffect",
        "dbg",
        "invariant",
        "annotation",
    )
)


def _going_round(stack: list[tuple[str, Any]]) -> list[tuple[str, Any]]:
    """A stack of too many calls without the innermost ones that happened to be the last: those that do not recur."""
    for start in range(min(len(stack), _STACK_SHOWN)):
        if stack[start] in stack[start + 1 : start + 1 + _STACK_SHOWN]:
            return stack[start:]
    return stack


def _python_depth() -> int:
    depth, frame = 0, sys._getframe()
    while frame.f_back is not None:
        depth, frame = depth + 1, frame.f_back
    return depth


def _signed(number: int) -> int:
    return number - (1 << 64) if number >> 63 else number


def _unreachable() -> NoReturn:
    raise MemoryFault("comptime-unreachable", "control reached code marked as unreachable")


def _no_external(name: str) -> Callable[..., NoReturn]:
    def fail(*arguments: object) -> NoReturn:
        raise MemoryFault(
            "comptime-external-call", f"cannot call the C function '{name}' at compile time"
        )

    return fail
