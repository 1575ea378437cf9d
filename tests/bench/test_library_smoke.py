"""Every program of `bench/library` runs at a small size and prints the checksum that the C++ program prints."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from forked import run_program

from ember.support.options import Options

BENCH = Path(__file__).parent.parent.parent / "bench"
sys.path.insert(0, str(BENCH))

from library import NAMES, PROGRAMS  # noqa: E402

SIZE = "1000"
EXPECTED = {
    "counter": "904 3",
    "deque": "4851488059155260810 175",
    "dict_integer_insert": "1000",
    "dict_integer_lookup": "22831233",
    "dict_iterate": "395552595552",
    "dict_string_insert": "1000",
    "dict_string_lookup": "2672259",
    "format_float": "17190",
    "format_integer": "9581",
    "list_append": "1184112",
    "list_index": "-8259583163164344428",
    "list_insert": "1678326593498941172",
    "parse_float": "4559517",
    "parse_integer": "8905334353046829",
    "set_operations": "1000 1800 200 800",
    "sort_integers": "4504348133426003752",
    "sort_strings": "1444486559087744",
    "string_build": "8000 6500",
    "string_find": "8336",
    "string_join": "48880",
    "string_replace": "20930",
    "string_split": "3143197532733996862",
}


def test_all_programs_have_a_cpp_form() -> None:
    assert set(NAMES) == {path.stem for path in PROGRAMS.glob("*.cpp")} == set(EXPECTED)


@pytest.mark.parametrize("name", NAMES)
def test_checksum(name: str) -> None:
    done = run_program(PROGRAMS / f"{name}.mojo", Options(opt_level=1), [SIZE])
    assert done.code == 0, done.stderr
    assert done.stdout.strip() == EXPECTED[name]
