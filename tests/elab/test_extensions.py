"""Where extensions are seen, what is said where they are not, and that caches notice them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ember.compiler import Compilation
from ember.support.cache import Cache
from ember.support.deep_stack import run_with_deep_stack
from ember.support.diagnostics import CompileError, Diagnostic
from ember.support.fingerprint import LIBRARY
from ember.support.options import Options
from ember.support.programs import Stored, find_program, program_key, store_program

COIN = """
@fieldwise_init
struct Coin(Copyable):
    var cents: Int
"""
EURO = """
from coin import Coin

comptime rate = 2

__extension Coin:
    def euro(self) -> Int:
        return self.cents // rate
"""


def elaborated(folder: Path, cache: Cache | None = None, **files: str) -> Compilation:
    """Elaborates `main` of some files, which must be right."""
    for name, text in files.items():
        path = folder / f"{name.replace('__in__', '/')}.mojo"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    compilation = Compilation(str(folder / "main.mojo"), Options(), None, cache)
    run_with_deep_stack(compilation.elaborate)
    return compilation


def mistakes(folder: Path, **files: str) -> list[Diagnostic]:
    """What is wrong with them."""
    with pytest.raises(CompileError) as caught:
        elaborated(folder, **files)
    return caught.value.diagnostics


def messages(folder: Path, **files: str) -> list[str]:
    return [mistake.message for mistake in mistakes(folder, **files)]


def places(folder: Path, **files: str) -> list[str]:
    spans = [mistake.span for mistake in mistakes(folder, **files)]
    return [f"{Path(span.file.path).name}:{span.line}" for span in spans if span is not None]


def test_it_is_not_seen_where_its_module_is_not_imported(tmp_path: Path) -> None:
    main = "from coin import Coin\n\ndef main():\n    print(Coin(4).euro())\n"
    (message,) = messages(tmp_path, coin=COIN, bank=EURO, main=main)
    wanted = "'Coin' has no member 'euro'; an extension in another module adds it: write 'from bank import *'"
    assert message == wanted
    elaborated(tmp_path, main=main.replace("\n\n", "\nfrom bank import *\n\n", 1))


def test_each_file_imports_what_it_uses(tmp_path: Path) -> None:
    shop = "from coin import Coin\n\ndef pay(coin: Coin) -> Int:\n    return coin.euro()\n"
    main = "from coin import Coin\nfrom shop import pay\nfrom bank import rate\n\ndef main():\n    print(pay(Coin(rate)), Coin(1).euro())\n"
    (message,) = messages(tmp_path, coin=COIN, bank=EURO, shop=shop, main=main)
    assert "from bank import *" in message
    elaborated(tmp_path, shop=shop.replace("\n\n", "\nfrom bank import *\n\n", 1))


def test_constructors_and_operators_are_not_seen_either(tmp_path: Path) -> None:
    bank = (
        "from coin import Coin\n\n__extension Coin:\n"
        "    def __init__(out self, *, euro: Int):\n        self.cents = 100 * euro\n\n"
        "    def __add__(self, other: Self) -> Self:\n        return Self(self.cents + other.cents)\n\n"
        "    @implicit\n    def __init__(out self, text: String):\n        self.cents = text.byte_length()\n\n"
        "    comptime smallest = 1\n\n"
        "def here() -> Coin:\n    var coin: Coin = String(1)\n    return coin^\n"
    )
    main = "from shop import use\nfrom bank import *\n\ndef main():\n    _ = here()\n    use()\n"
    shop = "from coin import Coin\n\ndef take(coin: Coin) -> Int:\n    return 1\n\ndef use():\n    print({})\n"
    uses = ("Coin(euro=1).cents", "(Coin(1) + Coin(2)).cents", "Coin.smallest", "take(String(2))")
    for use in uses:
        text = shop.format(use)
        assert places(tmp_path, coin=COIN, bank=bank, shop=text, main=main) == ["shop.mojo:7"]
        elaborated(tmp_path, shop=text.replace("\n\n", "\nfrom bank import *\n\n", 1))


def test_a_library_extension_is_suggested(tmp_path: Path) -> None:
    main = "def main():\n    _ = Int.strategy()\n"
    (message,) = messages(tmp_path, main=main)
    assert message.endswith("write 'from std.testing.prop.strategy.simd_strategy import *'")
    elaborated(tmp_path, main=f"from std.testing.prop import Rng\n{main}")


def test_a_folder_without_init_is_no_package(tmp_path: Path) -> None:
    main = "from inner.coin import Coin\n\ndef main():\n    print(Coin(4).euro())\n"
    files = {"inner__in__coin": COIN, "inner__in__bank": EURO, "main": main}
    (message,) = messages(tmp_path, **files)
    assert message.startswith("'Coin' has no member 'euro'")
    (tmp_path / "inner" / "__init__.mojo").touch()
    elaborated(tmp_path)


def test_a_file_of_the_package_brings_only_its_own_structs_along(tmp_path: Path) -> None:
    """What it adds to others takes an import, and so do the traits."""
    other = EURO + "\n__extension String(Loud):\n    def loud(self) -> Int:\n        return 1\n"
    other += "\ntrait Loud:\n    def loud(self) -> Int:\n        ...\n"
    asking = "def is_loud(value: String) -> Bool:\n    return value.loud() == 1\n"
    main = "from inner.coin import Coin\n{}\n{}\ndef main():\n    print(Coin(4).euro(), is_loud(String()))\n"
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner" / "__init__.mojo").touch()
    files = {"inner__in__coin": COIN, "inner__in__bank": other}
    (message,) = messages(tmp_path, main=main.format("", asking), **files)
    assert message.startswith("'String' has no member 'loud'")
    elaborated(tmp_path, main=main.format("from inner.bank import *", asking), **files)
    elaborated(tmp_path, main=main.format("import inner.bank", asking), **files)


def test_all_wrong_extensions_are_reported(tmp_path: Path) -> None:
    main = "def f():\n    pass\n\n__extension f:\n    pass\n\n__extension Int:\n    pass\n\ndef main():\n    f()\n"
    assert places(tmp_path, main=main) == ["main.mojo:4", "main.mojo:7"]


def test_a_wrong_file_of_the_package_is_reported_if_it_extends(tmp_path: Path) -> None:
    main = "from inner.coin import Coin\n\ndef main():\n    print(Coin(4).euro())\n"
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner" / "__init__.mojo").touch()
    files = {"inner__in__coin": COIN, "inner__in__bank": EURO, "main": main}
    elaborated(tmp_path, inner__in__wrong="def (\n", **files)
    wrong = "__extension Coin:\n    def (\n"
    assert set(places(tmp_path, inner__in__wrong=wrong, **files)) == {"wrong.mojo:2"}


def test_traits_of_an_extension_are_checked_where_it_says_them(tmp_path: Path) -> None:
    extension = "from coin import Coin\n\ntrait Loud:\n    def shout(self):\n        ...\n\n__extension Coin(Loud):\n    def other(self):\n        pass\n\ndef main():\n    pass\n"
    (message,) = messages(tmp_path, coin=COIN, main=extension)
    assert message == "'Coin' says it has the trait 'Loud' but does not define 'shout'"
    assert places(tmp_path) == ["main.mojo:7"]


def test_functions_of_an_extension_are_checked_unused(tmp_path: Path) -> None:
    main = "from coin import Coin\n\n__extension Coin:\n    def bad(self) -> Int:\n        return self.nothing\n\ndef main():\n    pass\n"
    (message,) = messages(tmp_path, coin=COIN, main=main)
    assert "'nothing'" in message


def test_a_condition_of_an_extension_counts(tmp_path: Path) -> None:
    main = (
        "@fieldwise_init\nstruct Box[T: Copyable & Deinitable](Copyable):\n    var item: Self.T\n\n"
        "struct Dumb(Copyable):\n    def __init__(out self):\n        pass\n\n"
        "trait Speaks:\n    def speak(self) -> String:\n        ...\n\n"
        "__extension Box(Speaks) where conforms_to(Self.T, Writable):\n"
        "    def speak(self) -> String:\n        return String(self.item)\n\n"
        "def call[T: Speaks](value: T):\n    print(value.speak())\n\n"
    )
    elaborated(tmp_path, main=f"{main}def main():\n    call(Box(1))\n    print(Box(1).speak())\n")
    for use in ("call(Box(Dumb()))", "print(Box(Dumb()).speak())"):
        assert messages(tmp_path, main=f"{main}def main():\n    {use}\n")


def test_the_program_cache_notices_extensions_of_a_package(tmp_path: Path) -> None:
    """A file of the struct's package that is no module of the program may become one."""
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner" / "__init__.mojo").touch()
    main = "from inner.coin import Coin\n\ndef main():\n    print(Coin(4).cents)\n"
    cache, options = Cache(tmp_path / "cache"), Options()
    files = {"inner__in__coin": COIN, "inner__in__other": "comptime x = 1\n", "main": main}
    compilation = elaborated(tmp_path, cache, **files)
    sources = {path: s.text.encode() for path, s in compilation.loader.sources.items()}
    key = program_key("run", compilation.path, options)
    store_program(cache, key, sources, [], Stored([b""], []))
    assert find_program(cache, key) is not None
    other = tmp_path / "inner" / "other.mojo"
    text = other.read_text()
    other.write_text(EURO)
    assert find_program(cache, key) is None
    other.write_text(text)
    assert find_program(cache, key) is not None
    (other.parent / "third.mojo").write_text(EURO)
    assert find_program(cache, key) is None


def test_the_library_says_where_it_is_extended() -> None:
    """Only `import *` is followed there: from a struct's own file to its extensions, else from a package to its own."""
    texts = {path: path.read_text("utf-8") for path in (LIBRARY / "std").rglob("*.mojo")}
    structs = {
        (path.parent, name): path
        for path, text in texts.items()
        for name in re.findall(r"^struct (\w+)", text, re.MULTILINE)
    }
    extending = [
        (path, name)
        for path, text in texts.items()
        for name in re.findall(r"^__extension (\w+)", text, re.MULTILINE)
    ]
    assert extending
    for path, name in extending:
        home = structs.get((path.parent, name), path.parent / "__init__.mojo")
        dotted = ".".join(path.relative_to(LIBRARY).with_suffix("").parts)
        says_so = f"from {dotted} import *\n" in texts[home]
        assert home == path or says_so, f"{home} does not import {dotted} with '*'"
