"""Random operations on List, Dict, Set, Deque and String, beside Python's own: one program, hundreds of results."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable
from pathlib import Path

from forked import run_program

from ember.support.options import Options

STEPS = 120


class Script:
    """A program that grows together with what it should print."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.lines: list[str] = []
        self.expected: list[str] = []

    def do(self, line: str) -> None:
        self.lines.append(f"    {line}")

    def show(self, expression: str, value: object) -> None:
        self.do(f"print({expression})")
        self.expected.append(_text(value))

    def word(self) -> str:
        size = self.random.choice([0, 1, 3, 8, 22, 23, 24, 40])
        return "".join(self.random.choice("abé漢 ,") for _ in range(size))


def _text(value: object) -> str:
    """What Mojo prints for a value: like Python, but texts inside of containers have no quotes."""
    if isinstance(value, (list, deque)):
        return f"[{', '.join(map(_text, value))}]"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{_text(k)}: {_text(v)}' for k, v in value.items())}}}"
    return str(value)


def lists(script: Script) -> None:
    script.do("var l = List[Int]()")
    model: list[int] = []
    for _ in range(STEPS):
        number, place = script.random.randrange(10), script.random.randrange(len(model) + 1)
        kind = script.random.choice(
            ["append", "insert", "pop", "reverse", "sort", "extend", "count"]
        )
        if kind == "append":
            script.do(f"l.append({number})")
            model.append(number)
        elif kind == "insert":
            script.do(f"l.insert({place}, {number})")
            model.insert(place, number)
        elif kind == "pop" and place < len(model):
            script.show(f"l.pop({place})", model.pop(place))
        elif kind == "reverse":
            script.do("l.reverse()")
            model.reverse()
        elif kind == "sort":
            script.do("sort(l)")
            model.sort()
        elif kind == "extend":
            script.do(f"l.extend([{number}, {place}])")
            model.extend([number, place])
        elif kind == "count":
            script.show(
                f"l.count({number}), {number} in l", f"{model.count(number)} {number in model}"
            )
    script.show("l", model)
    script.show("l[::3], l[::-2]", f"{model[::3]} {model[::-2]}")


def dicts(script: Script) -> None:
    script.do("var d = Dict[String, Int]()")
    model: dict[str, int] = {}
    words = [script.word() for _ in range(12)]
    for step in range(STEPS):
        word = script.random.choice(words)
        kind = script.random.choice(["set", "set", "pop", "get", "in", "default", "update"])
        if kind == "set":
            script.do(f'd["{word}"] = {step}')
            model[word] = step
        elif kind == "pop":
            script.show(f'd.pop("{word}", -1)', model.pop(word, -1))
        elif kind == "get":
            script.show(f'd.get("{word}", -2)', model.get(word, -2))
        elif kind == "in":
            script.show(f'"{word}" in d, len(d)', f"{word in model} {len(model)}")
        elif kind == "default":
            script.show(f'd.setdefault("{word}", {step})', model.setdefault(word, step))
        else:
            other = script.random.choice(words)
            script.do(f'd.update({{"{word}": {step}, "{other}": 5}})')
            model.update({word: step, other: 5})
    script.show("d", model)


def sets(script: Script) -> None:
    script.do("var s = Set[Int]()")
    script.do("var t = Set[Int]()")
    first: set[int] = set()
    second: set[int] = set()
    for _ in range(STEPS):
        number = script.random.randrange(20)
        name, model = script.random.choice([("s", first), ("t", second)])
        if script.random.random() < 0.7:
            script.do(f"{name}.add({number})")
            model.add(number)
        else:
            script.do(f"{name}.discard({number})")
            model.discard(number)
    for operator, result in (
        ("|", first | second),
        ("&", first & second),
        ("-", first - second),
        ("^", first ^ second),
    ):
        listed = ", ".join(map(str, sorted(result)))
        script.show(f"(s {operator} t) == {{{listed}}}, len(s {operator} t)", f"True {len(result)}")
    script.show(
        "s <= t, s == t, s < (s | t)",
        f"{first <= second} {first == second} {first < first | second}",
    )


def deques(script: Script) -> None:
    script.do("var q = Deque[Int]()")
    model: deque[int] = deque()
    for step in range(STEPS):
        kind = script.random.choice(["append", "appendleft", "pop", "popleft", "rotate", "extend"])
        if kind in ("append", "appendleft"):
            script.do(f"q.{kind}({step})")
            getattr(model, kind)(step)
        elif kind in ("pop", "popleft") and model:
            script.show(f"q.{kind}()", getattr(model, kind)())
        elif kind == "rotate":
            turns = script.random.randrange(-5, 6)
            script.do(f"q.rotate({turns})")
            model.rotate(turns)
        elif kind == "extend":
            script.do(f"q.extend([{step}, 1])")
            model.extend([step, 1])
    script.show("q", model)


def strings(script: Script) -> None:
    script.do("var w = String()")
    for _ in range(STEPS):
        a, b = script.word(), script.word() or ","
        script.do(f'w = String("{a}") + "{b}"')
        text = a + b
        encoded = text.encode()
        results: list[tuple[str, object]] = [
            ("w, w.byte_length(), w.count_codepoints()", f"{text} {len(encoded)} {len(text)}"),
            (
                f'w.find("{b}"), w.rfind("{b}")',
                f"{encoded.find(b.encode())} {encoded.rfind(b.encode())}",
            ),
            (
                f'w.count("{b}"), w.replace("{b}", "xyz")',
                f"{text.count(b)} {text.replace(b, 'xyz')}",
            ),
            (f'w.split("{b}")', text.split(b)),
            ("w.split()", text.split()),
            ("w.upper(), w.strip(), w * 2", f"{text.upper()} {text.strip()} {text * 2}"),
            (f'w < "{b}", w == "{a}", "{a}" in w', f"{text < b} {text == a} {a in text}"),
            (f'w.startswith("{a}"), w.endswith("{a}")', f"{text.startswith(a)} {text.endswith(a)}"),
            (
                f'w.removeprefix("{a}"), w.removesuffix("a")',
                f"{text.removeprefix(a)} {text.removesuffix('a')}",
            ),
        ]
        script.show(*script.random.choice(results))


def test_containers_do_what_pythons_do(tmp_path: Path) -> None:
    parts: list[Callable[[Script], None]] = [lists, dicts, sets, deques, strings]
    script = Script(7)
    text = "from std.collections import Deque, Set\n"
    for part in parts:
        script.lines = []
        part(script)
        text += f"\n\ndef {part.__name__}() raises:\n" + "\n".join(script.lines) + "\n"
    text += "\n\ndef main() raises:\n" + "".join(f"    {part.__name__}()\n" for part in parts)
    program = tmp_path / "operations.mojo"
    program.write_text(text)
    done = run_program(program, Options(opt_level=0))
    assert done.code == 0, done.stderr
    assert done.stdout.split("\n")[:-1] == script.expected
