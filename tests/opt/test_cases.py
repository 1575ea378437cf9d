"""Golden tests: `cases/<pass>/<name>.mlir` holds a module before and after the pass, divided by `// after`.

A first line `// passes: a, b` names other passes than the folder's. `pytest --update` rewrites what follows the divider.
Modules that export `main` are also run before and after.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from ember.dialects import kgen
from ember.interpreter.interpreter import Interpreter, Limits
from ember.ir.parser import parse_module
from ember.opt.driver import run_passes

CASES = Path(__file__).parent / "cases"
DIVIDER = "\n// after\n"


def passes_of(path: Path, before: str) -> list[str]:
    first = before.partition("\n")[0]
    if first.startswith("// passes:"):
        return [name.strip() for name in first.removeprefix("// passes:").split(",")]
    return [path.parent.name]


def results(text: str) -> list[object] | None:
    symbols = {op.attrs["name"]: op for op in parse_module(text).regions[0]}
    main = symbols.get("main")
    if not isinstance(main, kgen.Func):
        return None
    interpreter = Interpreter(symbols.get, Limits())  # type: ignore[arg-type]
    inputs = [True if str(arg.type) == "i1" else 5 for arg in main.regions[0].args]
    return interpreter.run(main, list(inputs))


@pytest.mark.parametrize(
    "path", sorted(CASES.glob("*/*.mlir")), ids=lambda path: f"{path.parent.name}/{path.stem}"
)
def test_case(path: Path, pytestconfig: pytest.Config) -> None:
    before, _, expected = path.read_text().partition(DIVIDER)
    actual = run_passes(before, passes_of(path, before), path.name)
    if pytestconfig.getoption("--update"):
        path.write_text(before.rstrip("\n") + "\n" + DIVIDER + actual)
        expected = actual
    assert actual == expected
    assert results(before) == results(actual)
