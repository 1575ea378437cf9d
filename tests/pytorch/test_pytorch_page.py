"""The page on PyTorch: its blocks run in their order, Mojo as the files that they name."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not installed")

PAGE = Path(__file__).parents[2] / "docs" / "pytorch.md"
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def test_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    torch._dynamo.reset()
    monkeypatch.chdir(tmp_path)
    blocks = BLOCK.findall(PAGE.read_text())
    assert {kind for kind, _ in blocks} == {"mojo", "python", "sh"}
    for kind, text in blocks:
        if kind == "mojo":
            path = tmp_path / text.partition("\n")[0].removeprefix("# ")
            path.parent.mkdir(exist_ok=True)
            path.write_text(text)
    page = ModuleType("page")
    monkeypatch.setitem(
        sys.modules, page.__name__, page
    )  # Dynamo imports the module of the code it compiles
    for number, text in enumerate((text for kind, text in blocks if kind == "python"), start=1):
        exec(compile(text, f"docs/pytorch.md, Python block {number}", "exec"), page.__dict__)
    check_operators(page.__dict__["custom_ops"])


def check_operators(library: Any) -> None:
    """Every operator of the page's library, looked over by PyTorch."""
    rows = [torch.rand(1, 2, 4, 16) for _ in range(4)]
    arguments = {
        "grayscale": (torch.empty(4, 5), torch.rand(3, 4, 5)),
        "cubed": (torch.empty(5), torch.rand(5)),
        "attention": (*rows, torch.tensor(0.5)),
    }
    assert set(library.kernel_library) == set(arguments)
    for name, tensors in arguments.items():
        torch.library.opcheck(getattr(library, name)._registered, tensors)
