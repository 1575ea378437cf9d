"""Random well-typed programs without undefined behaviour, and what they print in each way of running them.

Divisors are made positive, shifts and indices masked, loops counted, so that every program ends and has one right output.
"""

from __future__ import annotations

import os
import signal
import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random

INT, FLOAT, BOOL, TEXT, BYTE, SHORT, LIST, PAIR, VECTOR = (
    *("Int", "Float64", "Bool", "String", "UInt8", "Int32", "List[Int]", "Pair"),
    "SIMD[DType.int32, 4]",
)
SCALARS = (INT, INT, INT, FLOAT, BOOL, TEXT, BYTE, SHORT)
PRINTED = (INT, FLOAT, BOOL, TEXT, BYTE, SHORT, LIST, VECTOR)
COPIED = {LIST}
"""Types whose copies are written out."""

_PRELUDE = """\
@fieldwise_init
struct Pair(Copyable, Movable, ImplicitlyCopyable):
    var first: Int
    var second: Float64

    def total(self) -> Int:
        return self.first * 2 + (1 if self.second > 0.5 else 0)

    def grow(mut self, by: Int):
        self.first += by
        self.second = self.second * 0.5


struct Loud(Copyable, Movable):
    var tag: Int

    def __init__(out self, tag: Int):
        self.tag = tag

    def __del__(deinit self):
        print("gone", self.tag)


def pick[T: Copyable & ImplicitlyCopyable & Movable](which: Bool, a: T, b: T) -> T:
    return a if which else b


def scaled[factor: Int](x: Int) -> Int:
    var sum = 0
    comptime for i in range(factor):
        sum += x + i
    return sum


def risky(x: Int) raises -> Int:
    if x % 3 == 0:
        raise Error("three")
    return x + 1

"""


class Programs:
    """One program: functions that call earlier ones, then `main`."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.functions: list[tuple[str, list[str], str]] = []
        self.scopes: list[list[tuple[str, str, bool]]] = []
        self.count = 0
        self.loops = 0

    def program(self) -> str:
        text = "# edition: 1\n" + _PRELUDE
        for number in range(self.rng.randint(1, 4)):
            text += self.function(f"f{number}") + "\n\n"
        return text + self.main()

    # --- functions ---

    def function(self, name: str) -> str:
        inputs = [self.rng.choice((*SCALARS, PAIR)) for _ in range(self.rng.randint(1, 3))]
        result = self.rng.choice(SCALARS)
        self.scopes = [[(f"p{at}", type, False) for at, type in enumerate(inputs)]]
        head = ", ".join(f"p{at}: {type}" for at, type in enumerate(inputs))
        body = self.block(1, self.rng.randint(2, 6))
        end = f"    return {self.value(result, 3)}"
        self.functions.append((name, inputs, result))
        return f"def {name}({head}) -> {result}:\n{body}{end}\n"

    def main(self) -> str:
        self.scopes = [[]]
        body = self.block(1, self.rng.randint(4, 10))
        for name, inputs, _ in self.functions:
            arguments = ", ".join(self.constant(type) for type in inputs)
            body += f"    print({name}({arguments}))\n"
            if not {TEXT, PAIR} & set(inputs):
                self.count += 1
                body += f"    comptime c{self.count} = {name}({arguments})\n"
                body += f"    print(materialize[c{self.count}]())\n"
        shown = [name for name, type, _ in self.scopes[0] if type in PRINTED]
        body += "".join(f"    print({name})\n" for name in shown)
        return f"def main() raises:\n{body}"

    # --- statements ---

    def block(self, level: int, count: int) -> str:
        self.scopes.append([])
        text = "".join(self.statement(level) for _ in range(count))
        if level > 1 or len(self.scopes) > 2:
            self.scopes.pop()
        else:
            inner = self.scopes.pop()
            self.scopes[-1] += inner
        return text or "    " * level + "pass\n"

    def statement(self, level: int) -> str:
        rng, pad = self.rng, "    " * level
        kind = rng.randrange(13)
        if kind <= 3:
            return self.declaration(pad)
        if kind <= 6:
            return self.assignment(pad)
        if kind == 7:
            return f"{pad}print({self.value(rng.choice(SCALARS), 2)})\n"
        if level > 3:
            return f"{pad}_ = {self.value(INT, 2)}\n"
        if kind == 8:
            other = f"{pad}else:\n{self.block(level + 1, 2)}" if rng.random() < 0.6 else ""
            return f"{pad}if {self.value(BOOL, 2)}:\n{self.block(level + 1, 2)}{other}"
        if kind in (9, 10) and self.loops < 2:
            return self.loop(level)
        if kind == 11:
            self.count += 1
            name = f"v{self.count}"
            body = f"{pad}    {name} = risky({self.value(INT, 2)})\n"
            handler = f"{pad}except e:\n{pad}    {name} = -1\n{pad}    print(e)\n"
            self.scopes[-1].append((name, INT, True))
            return f"{pad}var {name} = 0\n{pad}try:\n{body}{handler}"
        self.count += 1
        return f"{pad}var loud{self.count} = Loud({rng.randrange(100)})\n{pad}print(loud{self.count}.tag)\n"

    def declaration(self, pad: str) -> str:
        type = self.rng.choice((*SCALARS, LIST, PAIR, VECTOR))
        self.count += 1
        name = f"v{self.count}"
        text = f"{pad}var {name}: {type} = {self.value(type, 3)}\n"
        self.scopes[-1].append((name, type, True))
        return text

    def assignment(self, pad: str) -> str:
        places = [(name, type) for scope in self.scopes for name, type, mutable in scope if mutable]
        if not places:
            return self.declaration(pad)
        name, type = self.rng.choice(places)
        if type == LIST:
            if self.rng.random() < 0.4:
                return f"{pad}{name}.append({self.value(INT, 2)})\n"
            return f"{pad}{name}[{self.value(INT, 1)} & 3] = {self.value(INT, 2)}\n"
        if type == PAIR:
            change = (f"first = {self.value(INT, 2)}", f"grow({self.value(INT, 1)})")
            return f"{pad}{name}.{self.rng.choice(change)}\n"
        if type in (INT, FLOAT) and self.rng.random() < 0.5:
            return f"{pad}{name} {self.rng.choice(('+=', '-=', '*='))} {self.value(type, 2)}\n"
        return f"{pad}{name} = {self.value(type, 3)}\n"

    def loop(self, level: int) -> str:
        pad = "    " * level
        self.count += 1
        self.loops += 1
        name = f"i{self.count}"
        rounds = self.rng.randint(1, 6)
        self.scopes.append([(name, INT, False)])
        if self.rng.random() < 0.6:
            leave = f"{pad}    if {self.value(BOOL, 1)}: {self.rng.choice(('break', 'continue'))}\n"
            extra = leave if self.rng.random() < 0.4 else ""
            text = f"{pad}for {name} in range({rounds}):\n{extra}{self.block(level + 1, 2)}"
        else:
            text = f"{pad}var {name} = 0\n{pad}while {name} < {rounds}:\n{pad}    {name} += 1\n"
            text += self.block(level + 1, 2)
        self.scopes.pop()
        self.loops -= 1
        return text

    # --- values ---

    def names(self, type: str) -> list[str]:
        return [name for scope in self.scopes for name, known, _ in scope if known == type]

    def constant(self, type: str) -> str:
        rng = self.rng
        if type == INT:
            return str(rng.choice((0, 1, -1, 7, 100, -12345, 2**31, 2**62, rng.randint(-99, 99))))
        if type == FLOAT:
            return rng.choice(("0.0", "1.5", "-2.25", "100.0", "0.001", "3.0e10"))
        if type == BOOL:
            return rng.choice(("True", "False"))
        if type == TEXT:
            return rng.choice(('String("")', 'String("abc")', 'String("é✓")', 'String("a b c")'))
        if type == BYTE:
            return f"UInt8({rng.randrange(256)})"
        if type == SHORT:
            return f"Int32({rng.randint(-1000, 1000)})"
        if type == PAIR:
            return f"Pair({self.constant(INT)}, {self.constant(FLOAT)})"
        if type == VECTOR:
            return f"SIMD[DType.int32, 4]({', '.join(str(rng.randint(-9, 9)) for _ in range(4))})"
        return f"[{', '.join(str(rng.randint(-50, 50)) for _ in range(rng.randint(4, 7)))}]"

    def value(self, type: str, depth: int) -> str:
        known = self.names(type)
        if known and self.rng.random() < (0.4 if depth else 0.8):
            name = self.rng.choice(known)
            return f"{name}.copy()" if type in COPIED else name
        if not depth or self.rng.random() < 0.15:
            return self.constant(type)
        callable_ = [f for f in self.functions if f[2] == type]
        if callable_ and self.rng.random() < 0.25 and self.loops < 2:
            name, inputs, _ = self.rng.choice(callable_)
            return f"{name}({', '.join(self.value(of, depth - 1) for of in inputs)})"
        return self.rng.choice(_MAKERS[type])(self, depth - 1)


Maker = Callable[[Programs, int], str]


def _binary(type: str, *operators: str) -> Maker:
    def make(p: Programs, depth: int) -> str:
        left, right = p.value(type, depth), p.value(type, depth)
        return f"({left} {p.rng.choice(operators)} {right})"

    return make


def _form(text: str, *types: str) -> Maker:
    return lambda p, depth: text.format(*(p.value(type, depth) for type in types))


def _choice(type: str) -> Maker:
    return _form("({1} if {0} else {2})", BOOL, type, type)


_COMPARE = ("<", "<=", ">", ">=", "==", "!=")
_MAKERS: dict[str, tuple[Maker, ...]] = {
    INT: (
        _binary(INT, "+", "-", "*", "&", "|", "^"),
        _binary(INT, "+", "-"),
        _form("({0} // (({1} & 15) + 1))", INT, INT),
        _form("({0} % (({1} & 15) + 1))", INT, INT),
        _form("({0} << ({1} & 7))", INT, INT),
        _form("({0} >> ({1} & 7))", INT, INT),
        _form("(-{0})", INT),
        _form("(~{0})", INT),
        _form("min({0}, {1})", INT, INT),
        _form("max({0}, {1})", INT, INT),
        _form("abs({0} & 65535)", INT),
        _form("{0}.byte_length()", TEXT),
        _form("Int({0})", BYTE),
        _form("Int({0})", SHORT),
        _form("{0}.total()", PAIR),
        _form("{0}.first", PAIR),
        _form("pick({0}, {1}, {2})", BOOL, INT, INT),
        _form("scaled[3]({0})", INT),
        _form("Int({0}.reduce_add())", VECTOR),
        _form("len({0})", LIST),
        _form("{0}[{1} & 3]", LIST, INT),
        _choice(INT),
    ),
    FLOAT: (
        _binary(FLOAT, "+", "-", "*"),
        _form("({0} / (abs({1}) + 1.0))", FLOAT, FLOAT),
        _form("Float64({0} & 1023)", INT),
        _form("{0}.second", PAIR),
        _form("(-{0})", FLOAT),
        _form("max({0}, {1})", FLOAT, FLOAT),
        _choice(FLOAT),
    ),
    BOOL: (
        *(_binary(type, *_COMPARE) for type in (INT, INT, FLOAT, BYTE, SHORT)),
        _binary(TEXT, "==", "!="),
        _form("({0} and {1})", BOOL, BOOL),
        _form("({0} or {1})", BOOL, BOOL),
        _form("(not {0})", BOOL),
        _form("({0} < {1} < {2})", INT, INT, INT),
    ),
    TEXT: (
        _form("({0} + {1})", TEXT, TEXT),
        _form("String({0})", INT),
        _form("String({0})", BOOL),
        _form("{0}.upper()", TEXT),
        _form("pick({0}, {1}, {2})", BOOL, TEXT, TEXT),
        _choice(TEXT),
    ),
    BYTE: (
        _binary(BYTE, "+", "-", "*", "&", "|", "^"),
        _form("({0} >> 3)", BYTE),
        _form("UInt8({0} & 255)", INT),
        _form("(~{0})", BYTE),
    ),
    SHORT: (
        _binary(SHORT, "+", "-", "*", "&", "|", "^"),
        _form("Int32({0} & 65535)", INT),
        _form("({0} // ({1} & 15 | 1))", SHORT, SHORT),
        _form("{0}[{1} & 3]", VECTOR, INT),
    ),
    LIST: (
        _form("[{0}, {1}, {2}, {3}]", INT, INT, INT, INT),
        lambda p, depth: f"[n * n + {p.value(INT, depth)} for n in range({p.rng.randint(4, 8)})]",
    ),
    PAIR: (_form("Pair({0}, {1})", INT, FLOAT), _form("pick({0}, {1}, {2})", BOOL, PAIR, PAIR)),
    VECTOR: (
        _binary(VECTOR, "+", "-", "*", "&", "|", "^"),
        _form("SIMD[DType.int32, 4]({0}, {1}, {2}, {3})", SHORT, SHORT, SHORT, SHORT),
    ),
}


def random_program(rng: Random) -> str:
    """The text of a program."""
    return Programs(rng).program()


# --- running --------------------------------------------------------------------------------------

_SECONDS = 60


def outcomes(text: str) -> dict[str, str]:
    """What the program prints in each way of running it; a program that does not compile says so instead."""
    with tempfile.TemporaryDirectory(prefix="ember-compare-") as folder:
        path = Path(folder, "program.mojo")
        path.write_text(text)
        ways: dict[str, Callable[[], bytes]] = {
            "interpreter": lambda: _interpreted(path),
            "O0": lambda: _native(path, 0),
            "O3": lambda: _native(path, 3),
        }
        return {name: _in_child(work, Path(folder, "out")) for name, work in ways.items()}


def _interpreted(path: Path) -> bytes:
    from ember.compiler import Compilation
    from ember.interpreter.interpreter import Interpreter
    from ember.support.cache import default_cache
    from ember.support.options import Options

    module = Compilation(str(path), Options(), cache=default_cache()).elaborate()
    symbols = {op.attrs["name"]: op for op in module.body}
    interpreter = Interpreter(symbols.get)  # type: ignore[arg-type]
    main = symbols["main"]
    result = interpreter.run(main, [1, None][: len(main.type.inputs)])  # type: ignore[attr-defined]
    written = b"".join(data for descriptor, data in interpreter.output.chunks if descriptor == 1)
    return written + f"exit {result[0]}\n".encode()


def _native(path: Path, level: int) -> bytes:
    from ember.compiler import Compilation
    from ember.runtime.jit import run_object
    from ember.support.cache import default_cache
    from ember.support.options import Options

    objects = Compilation(str(path), Options(opt_level=level), cache=default_cache()).objects()
    code = run_object(objects, [str(path)])
    return f"exit {code}\n".encode()


def _in_child(work: Callable[[], bytes], out: Path) -> str:
    """The standard output of `work`, done in a process of its own, and the bytes it gives."""
    from ember.support.deep_stack import run_with_deep_stack

    child = os.fork()
    if child == 0:
        signal.alarm(_SECONDS)
        os.dup2(os.open(out, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600), 1)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        try:
            data = run_with_deep_stack(work)
        except BaseException as problem:
            data = f"{type(problem).__name__}: {problem}\n".encode()
        os.write(1, data)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    text = out.read_bytes().decode("utf-8", "replace")
    code = os.waitstatus_to_exitcode(status)
    return text if code == 0 else f"{text}ended by {code}\n"
