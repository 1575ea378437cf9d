"""Literals of any length: constants become one array, so the code does not grow with them."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from ember.compiler import Compilation
from ember.opt import outline
from ember.outputs import build
from ember.support.cache import default_cache
from ember.support.deep_stack import run_with_deep_stack
from ember.support.diagnostics import CompileError
from ember.support.options import Options

LITERALS = {
    "list": ("List[Int]", "[", "{0}", "]"),
    "array": ("", "[", "{0}", "]"),
    "floats": ("List[Float32]", "[", "{0}.5", "]"),
    "texts": ("List[String]", "[", '"text {0}"', "]"),
    "set": ("", "{{", "{0}", "}}"),
    "dict": ("", "{{", "{0}: {0}", "}}"),
    "dict of texts": ("", "{{", '"key {0}": "{0}"', "}}"),
    "nested": ("", "[", "[{0}, 1, 2]", "]"),
}


def _program(kind: str, count: int) -> str:
    type, before, element, after = LITERALS[kind]
    elements = ", ".join(element.format(i) for i in range(count))
    declared = f"x: {type}" if type else "x"
    return f"def main():\n    var {declared} = {before[0]}{elements}{after[0]}\n    print(len(x))\n"


def _ops(tmp_path: Path, text: str) -> int:
    path = tmp_path / "literal.mojo"
    path.write_text(text)
    compilation = Compilation(str(path), Options(opt_level=0), cache=default_cache())
    module = run_with_deep_stack(compilation.elaborate)
    return sum(1 for top in module.body for _ in top.walk())


@pytest.mark.parametrize("kind", LITERALS)
def test_code_does_not_grow_with_constants(tmp_path: Path, kind: str) -> None:
    assert _ops(tmp_path, _program(kind, 100)) == _ops(tmp_path, _program(kind, 1000))


def _run_time_elements(type: str, elements: list[str]) -> str:
    return (
        "@no_inline\ndef f(i: Int) raises -> String:\n    return String(i)\n\n\n"
        "def main() raises:\n    var a = 1\n"
        f"    var x: List[{type}] = [{', '.join(elements)}]\n    print(len(x))\n"
    )


UNLIKE = {
    "numbers": ("Int", "a + {0} if a else {0}"),
    "texts that raise and have to end": ("String", "f(a + {0} if a else {0})"),
}


@pytest.mark.parametrize("kind", UNLIKE)
def test_code_for_run_time_elements_grows_linearly(tmp_path: Path, kind: str) -> None:
    """Where an element raises, those before it end by one call, however many they are."""
    type, form = UNLIKE[kind]

    def ops(count: int) -> int:
        elements = [form.format(i) for i in range(count)]
        return _ops(tmp_path, _run_time_elements(type, elements))

    small, middle, large = ops(200), ops(400), ops(800)
    assert large - middle == 2 * (middle - small)


LIKE = {
    "numbers": ("Int", "a + {0}"),
    "pairs": ("Tuple[Int, Float64]", "(a, {0}.5)"),
    "lists": ("List[Int]", "[{0}, a]"),
    "one value": ("Int", "a"),
    "texts that raise": ("String", "f(a + {0})"),
    "two numbers": ("Int", "a * {0} - 1{0}"),
    "other types": ("Float32", "Float32(a) * {0}"),
}


@pytest.mark.parametrize("kind", LIKE)
def test_code_for_like_elements_does_not_grow(tmp_path: Path, kind: str) -> None:
    type, form = LIKE[kind]

    def ops(count: int) -> int:
        return _ops(tmp_path, _run_time_elements(type, [form.format(i) for i in range(count)]))

    assert ops(200) == ops(400)


def test_code_for_elements_of_some_forms_does_not_grow(tmp_path: Path) -> None:
    """In whatever order they stand: the loop chooses between the forms."""
    forms = ["a + {0}", "{0} - a", "a", "{0}", "(a - {0}) * 2"]

    def ops(count: int) -> int:
        elements = [forms[i * i % 7 % 5].format(i) for i in range(count)]
        return _ops(tmp_path, _run_time_elements("Int", elements))

    assert ops(700) == ops(1400)


SERIES = """from std.collections import Deque

struct Loud(Movable):
    var n: Int

    def __init__(out self, n: Int) raises:
        if n == -1:
            raise Error("no more")
        self.n = n

    def __deinit__(deinit self):
        if self.n % 50 == 7:
            print("end", self.n)


@fieldwise_init
struct Kind(ImplicitlyCopyable, Movable):
    var name: StaticString

    @implicit
    def __init__(out self, n: IntLiteral):
        self.name = "literal"

    @implicit
    def __init__(out self, n: Int):
        self.name = "number"


def twice(i: Int) -> Int:
    return i * 2


def kind(i: Kind) -> StaticString:
    return i.name


def given(a: Int) -> List[Float64]:
    return [{given}]


def main() raises:
    var a = 1
    var x = [{texts}]
    print(len(x), x[0], x[1], x[149])
    var y: List[Int] = [{calls}]
    print(y[5], len(y))
    y = [{differences}]
    print(y[5], len(y))
    var s: Set[Int] = {{{set}}}
    print(len(s))
    var d = {{{dict}}}
    print(len(d), d[7])
    var array: InlineArray[String, 150] = [{array}]
    print(array[149])
    var queue: Deque[Int] = [{differences}]
    print(len(queue))
    var maybe: List[Optional[Int]] = [{maybe}]
    print(len(maybe), maybe[1].value(), Bool(maybe[0]))
    var pairs = [{pairs}]
    print(pairs[3][1])
    var forms = [{forms}]
    var found = 0
    for i in range(150):
        found = found * 3 % 1000003 + forms[i]
    print(found)
    var floats: List[Float64] = [{floats}]
    var total = 0.0
    for i in range(150):
        total += floats[i] * Float64(i + 1)
    print(total)
    print(given(2)[4], given(2)[3], len([{differences}]))
    var kinds: List[StaticString] = [{kinds}]
    print(kinds[0], kinds[149])
    for m in range(2):
        try:
            var l: List[Loud] = [{loud}]
            print("made", len(l))
        except e:
            print(e)
"""


def test_series_mean_what_short_literals_mean(tmp_path: Path) -> None:
    """Every kind of target, elements that wait for a type, that raise, that prefer a literal to its number."""

    def joined(form: Callable[[int], str]) -> str:
        return ", ".join(map(form, range(150)))

    text = SERIES.format(
        given=joined(lambda i: f"Float64(a) + {i}" if i % 3 else f"{i}"),
        texts=joined(lambda i: f"String(a + {i})" if i % 7 else f'"t{i}"'),
        calls=joined(lambda i: f"twice(a) + {i}"),
        differences=joined(lambda i: f"a - {i}"),
        set=joined(lambda i: f"a + {i // 2}"),
        dict=joined(lambda i: f"a + {i}: twice({i})"),
        array=joined(lambda i: f"String(a + {i})"),
        maybe=joined(lambda i: f"a + {i}" if i % 2 else "None"),
        pairs=joined(lambda i: f"(a, String(a + {i}))"),
        forms=joined(lambda i: ("a + {0}", "{0}", "-a", "a - {0} * 2")[i * i % 11 % 4].format(i)),
        floats=joined(
            lambda i: ("{0}.5", "({0} - Float64(a)) / 2", "Float64(a)")[i * i % 7 % 3].format(i)
        ),
        kinds=joined(lambda i: f"kind({i})"),
        loud=joined(lambda i: f"Loud({i})" if i != 120 else "Loud(-m)"),
    )
    found, total = 0, 0.0
    for i in range(150):
        found = found * 3 % 1000003 + (1 + i, i, -1, 1 - i * 2)[i * i % 11 % 4]
        total += (i + 0.5, (i - 1) / 2, 1.0)[i * i % 7 % 3] * (i + 1)
    path = tmp_path / "series.mojo"
    path.write_text(text)
    command = [sys.executable, "-m", "ember", "run", "-O0", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.stdout.splitlines() == [
        *("150 t0 2 150", "7 150", "-4 150", "75", "150 12", "150", "150", "150 2 False"),
        *("4", str(found), str(total), "6.0 3.0 150", "literal literal"),
        *("end 7", "end 57", "end 107", "made 150", "end 7", "end 57", "end 107", "no more"),
    ], done.stderr


GIVEN = """def loud(n: Int) -> Int:
    if n % 50 == 7:
        print("loud", n)
    return n

def one(xs: List[Int], n: Int) -> Int:
    return xs[149] + n

def owned(var xs: List[Int]) -> Int:
    xs.append(3)
    return len(xs)

def other(xs: List[Float64]) -> String:
    return "floats"

def other(xs: List[Int]) -> String:
    return "ints"

def generic[T: Copyable & Movable](xs: List[T]) -> Int:
    return len(xs)

def span(xs: Span[Int, _]) -> Int:
    return xs[3]

def fixed(xs: InlineArray[Int, 150]) -> Int:
    return xs[149]

def sets(xs: Set[Int]) -> Int:
    return len(xs)

def dicts(xs: Dict[Int, String]) -> String:
    return xs.find(8).or_else("none")

def failing(n: Int) raises -> Int:
    if n == 120:
        raise Error("at ", n)
    return n

struct Holder:
    var xs: List[Int]
    def __init__(out self, var xs: List[Int]):
        self.xs = xs^
    def __getitem__(self, i: Int) -> Int:
        return self.xs[i]

def main() raises:
    var a = 1
    print(one([{loud}], loud(57)))
    print(owned([{mixed}]))
    print(other([{sums}]), other([{floats}]))
    print(generic([{texts}]), generic([{pairs}]))
    print(span([{sums}]))
    print(fixed([{sums}]))
    print(sets({{{twice}}}))
    print(dicts({{{entries}}}))
    var total = 0
    for x in [{sums}]:
        total += x
    print(total)
    print(Holder([{differences}])[4])
    print(len([{differences}]), len({{{differences}}}))
    try:
        print(one([{failing}], 2))
    except e:
        print(e)
    print([{differences}][4])
    var b = [{differences}] if a == 1 else List[Int]()
    print(len(b))
    print(max(len([{differences}]), 3) if a > 0 else one([{constants}], 1))
"""


def test_series_as_arguments(tmp_path: Path) -> None:
    """They are made where they stand, before the arguments after them, as what the chosen function takes."""

    def joined(form: Callable[[int], str]) -> str:
        return ", ".join(map(form, range(150)))

    text = GIVEN.format(
        loud=joined(lambda i: f"loud(a + {i})"),
        mixed=joined(lambda i: f"a + {i}" if i % 3 else f"a * {i}"),
        sums=joined(lambda i: f"a + {i}"),
        floats=joined(lambda i: f"Float64(a) + {i}"),
        texts=joined(lambda i: f"String(a + {i})"),
        pairs=joined(lambda i: f"(a, {i})"),
        twice=joined(lambda i: f"a + {i} // 2"),
        entries=joined(lambda i: f"a + {i}: String({i})"),
        differences=joined(lambda i: f"a - {i}"),
        failing=joined(lambda i: f"failing(a + {i})"),
        constants=joined(lambda i: f"loud({i})"),
    )
    path = tmp_path / "given.mojo"
    path.write_text(text)
    command = [sys.executable, "-m", "ember", "run", "-O0", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.stdout.splitlines() == [
        *("loud 7", "loud 57", "loud 107", "loud 57", "207", "151", "ints floats", "150 150"),
        *("4", "150", "75", "7", "11325", "-3", "150 150", "at 120", "-3", "150", "150"),
    ], done.stderr


@pytest.mark.parametrize("use", ["print(len([{0}]))", "for y in [{0}]:\n        print(y)"])
def test_code_of_arguments_does_not_grow(tmp_path: Path, use: str) -> None:
    def ops(count: int) -> int:
        elements = ", ".join(f"a + {i}" for i in range(count))
        return _ops(tmp_path, f"def main():\n    var a = 1\n    {use.format(elements)}\n")

    assert ops(200) == ops(400)


@pytest.mark.parametrize(
    ("element", "message"),
    [
        ('"text"', "cannot convert 'String' to 'Int'"),
        ("a + wrong", "'wrong' is not defined"),
        ("f(1)", "cannot convert 'String' to 'Int'"),
    ],
)
def test_a_wrong_element_of_a_series_is_told_once(
    tmp_path: Path, element: str, message: str
) -> None:
    elements = [f"a + {i}" for i in range(150)]
    elements[77] = element
    path = tmp_path / "wrong.mojo"
    path.write_text(_run_time_elements("Int", ["\n        " + e for e in elements]))
    with pytest.raises(CompileError) as failure:
        run_with_deep_stack(Compilation(str(path), Options(), cache=default_cache()).elaborate)
    (found,) = failure.value.diagnostics
    assert message in found.message
    assert found.span is not None and found.span.line == 86


def test_elements_of_what_is_wrong_are_told_with_it(tmp_path: Path) -> None:
    """A variable without a value was an internal fault where a series is made of it."""
    elements = ", ".join(f"a + {i}" for i in range(150))
    path = tmp_path / "wrong.mojo"
    path.write_text(
        f"def main():\n    var a = wrong\n    var x = [{elements}]\n    print(len({{{elements}}}), x)\n"
    )
    with pytest.raises(CompileError) as failure:
        run_with_deep_stack(Compilation(str(path), Options(), cache=default_cache()).elaborate)
    assert [d.message for d in failure.value.diagnostics] == ["'wrong' is not defined"]


ENDLESS = """@no_inline
def f(i: Int) raises -> Int:
    if i == -1:
        raise Error("no")
    return i * 3


def total(a: Int) raises -> Int:
    var x: List[Int] = [{elements}]
    var sum = 0
    for i in range(len(x)):
        sum += x[i] * (i + 1)
    return sum


def texts(a: Int) -> Int:
    try:
        var x: List[String] = [{texts}]
        return x[39].byte_length() + len(x)
    except error:
        return -1


def main() raises:
    print(total(f(40)), texts(3), texts(-1))
    try:
        print(total(-1))
    except error:
        print(error)
"""


@pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")
@pytest.mark.parametrize(("level", "optimized"), [(0, 50_000), (3, 50_000), (3, 100)])
def test_endless_functions_are_cut(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, level: int, optimized: int
) -> None:
    """LLVM's time grows with the square of a function; values, choices, returns and errors find their way between the pieces."""
    monkeypatch.setattr(outline, "LONGEST", 200)
    monkeypatch.setattr(outline, "LONGEST_OPTIMIZED", optimized)
    elements = [
        (f"f({i})" if i % 2 else f"f({i} + 0)")
        if i % 90
        else f"(f({i}) if a > {i} else (f(a) if a < 0 else -1))"
        for i in range(1, 301)
    ]
    texts = [f'String("text ", f(a * {i}))' for i in range(1, 41)]
    path = tmp_path / "cut.mojo"
    path.write_text(ENDLESS.format(elements=", ".join(elements), texts=", ".join(texts)))
    text = build(Compilation(str(path), Options(level, jobs=1)), "llvm").decode()
    assert ("total.piece1" in text and " #3 {" in text) == (optimized == 100)
    bodies = re.findall(
        r"^define [^@]*@\"cut::total[^\n]*\n(.*?)^}", text, re.MULTILINE | re.DOTALL
    )
    assert len(bodies) > 20
    assert max(body.count("\n") for body in bodies) < 1500
    program = tmp_path / "cut"
    program.write_bytes(build(Compilation(str(path), Options(level, jobs=1)), "exe"))
    program.chmod(0o755)
    done = subprocess.run([program], capture_output=True, text=True, check=True)
    values = [i * 3 if i % 90 or i < 120 else -1 for i in range(1, 301)]
    expected = sum(v * (i + 1) for i, v in enumerate(values))
    assert done.stdout == f"{expected} {len('text 360') + 40} -1\nno\n"


def test_pieces_pass_few_values(tmp_path: Path) -> None:
    """An element that is made in one piece is stored there, and not handed to the piece that would store it."""
    path = tmp_path / "few.mojo"
    elements = ", ".join(f"a + {i} if a else a" for i in range(400))
    path.write_text(
        f"def main():\n    var a = 1\n    var x: List[Int] = [{elements}]\n    print(len(x))\n"
    )
    compilation = Compilation(str(path), Options(opt_level=0), cache=default_cache())
    module = run_with_deep_stack(compilation.elaborate)
    before = sum(1 for top in module.body for _ in top.walk())
    outline.outline(module, 200, 200, 120)
    after = sum(1 for top in module.body for _ in top.walk())
    assert before < after < 1.5 * before


@pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")
def test_memory_of_kernels_outlives_the_piece(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An array in a thread's own memory has an address space, and cannot lie in the frame: no piece makes it."""
    monkeypatch.setattr(outline, "LONGEST", 200)
    source = Path(__file__).parents[1] / "gpu" / "programs" / "today.mojo"
    program = tmp_path / "today"
    program.write_bytes(build(Compilation(str(source), Options(0, jobs=1)), "exe"))
    program.chmod(0o755)
    done = subprocess.run([program], capture_output=True, text=True, check=True)
    assert done.stdout == source.with_suffix(".out").read_text()


def test_code_for_tuples_grows_linearly(tmp_path: Path) -> None:
    """And there is no function for each position."""

    def module_of(count: int) -> tuple[int, int]:
        path = tmp_path / "tuple.mojo"
        elements = ", ".join(f"a + {i}" for i in range(count))
        path.write_text(f"def main():\n    var a = 1\n    var x = ({elements})\n    print(x[7])\n")
        compilation = Compilation(str(path), Options(opt_level=0), cache=default_cache())
        module = run_with_deep_stack(compilation.elaborate)
        ops = sum(1 for top in module.body for _ in top.walk())
        return ops, len(list(module.body))

    (small, functions), (middle, _), (large, same) = module_of(50), module_of(100), module_of(200)
    assert large - middle == 2 * (middle - small)
    assert functions == same


def test_the_longest_tuple(tmp_path: Path) -> None:
    path = tmp_path / "tuple.mojo"
    path.write_text(f"def main():\n    var x = ({'1, ' * 10_000}\n        2, 3)\n    print(x[7])\n")
    with pytest.raises(CompileError) as failure:
        run_with_deep_stack(Compilation(str(path), Options(), cache=default_cache()).elaborate)
    (found,) = failure.value.diagnostics
    assert found.message == "a tuple has at most 10000 elements; a list can have more"
    assert found.span is not None and (found.span.line, found.span.column) == (3, 9)


def test_a_long_literal_runs(tmp_path: Path) -> None:
    path = tmp_path / "long.mojo"
    path.write_text(_program("list", 50_000))
    command = [sys.executable, "-m", "ember", "run", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert (done.returncode, done.stdout) == (0, "50000\n"), done.stderr


def test_an_element_that_does_not_fit_is_named(tmp_path: Path) -> None:
    path = tmp_path / "wrong.mojo"
    path.write_text(_program("list", 40).replace("31", "2.5"))
    command = [sys.executable, "-m", "ember", "run", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 1
    assert "must be 'Int', not 'Float64'" in done.stderr
