"""The language edition of a source file: one grammar, two sets of meanings, all the differences of which are listed here."""

from __future__ import annotations

from enum import Enum
from typing import Final, NamedTuple


class Edition(Enum):
    """Which era's meaning a file's text has where the two eras differ."""

    V2025 = "2025"
    """The Mojo of 2024 and 2025: `fn`, `alias`, `inout`, implicit raising, true division."""
    V1 = "1"
    """Mojo 1.x: `def`, `comptime`, capture lists, explicit declarations."""


class Meanings(NamedTuple):
    """What an edition lets a text mean; no other file asks which edition it is."""

    assignment_declares: bool
    """An assignment to a name that is unknown declares a variable of the function."""
    def_may_raise: bool
    """A `def` raises if something in it does."""
    captures_freely: bool
    """A nested function uses outer variables without a list of them."""
    conforms_by_members: bool
    """A struct has the traits whose methods it has."""
    copies_by_hook: bool
    """A struct with a copy constructor is copied by plain use."""
    copies_if_possible: bool
    """What can be copied at all is, where a value is wanted and a place is given."""
    converts_by_constructor: bool
    """Constructors with one argument convert, if the struct marks none of them."""
    has_old_functions: bool
    """Functions that the library keeps for old code are there, and old operators come first."""
    brackets_make_lists: bool
    """`[1, 2]` is a list, not an array."""
    slices_have_steps: bool
    """`a[1:2]` is a slice with a step, not a contiguous one."""
    elements_may_change: bool
    """The elements of a loop are those of the collection, and may be changed without `ref`."""
    empty_index_reads: bool
    """`x[]` of an element that is no pointer is the element: iterators gave references."""
    managers_stay: bool
    """`with x` enters `x` itself, not a copy of it."""
    parts_are_moved: bool
    """`a, b = x` takes values out of a tuple that nobody needs any more; else they are copied, which their types must allow."""
    names_mean_defaults: bool
    """A struct's bare name as the type of a field or result is the struct with its default parameters."""
    hooks_may_raise: bool
    """Copy and move constructors and destructors may say that they raise."""
    unpacks_by_index: bool
    """`a, b = x` is `x[0]` and `x[1]` of whatever has these, not of tuples alone."""
    results_hide_interiors: bool
    """A reference to an element of an argument may be returned as one to the argument."""
    raises_error_only: bool
    """What is raised becomes an `Error` if it can."""
    asserts_always: bool
    """`assert` is checked in every program."""
    all_types_end: bool
    """Values of every type may be dropped."""
    arguments_lack_types: bool
    """An argument without a type takes values of every type."""
    keywords_are_lent: bool
    """`**kwargs` needs no `var`."""
    fields_have_any_origin: bool
    """A field that is a pointer may point to what its struct was made of."""
    has_bare_parameters: bool
    """A struct's parameter is known by its bare name among the members, too."""


MEANINGS: Final = {
    Edition.V2025.value: Meanings(*[True] * len(Meanings._fields)),
    Edition.V1.value: Meanings(*[False] * len(Meanings._fields)),
}
