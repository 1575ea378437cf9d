"""`pop`: numbers, vectors, memory, and the doors to LLVM and C: what the library is made of.

Arithmetic is polymorphic: it works lane by lane on `!pop.simd`, and on `index`, `iN`, and the compile-time literals
`!pop.int_literal` and `!pop.float_literal`. Integers wrap; signedness comes from the dtype (`index` is signed, `iN`
too). Each pure op has exactly one meaning.

A declaration says everything about its op: its text (`form`, derived if absent), the types it gives and takes
(`type_rules.py`), what it computes (`meanings.py`), and what it does at compile time (`comptime.py`).
"""

from __future__ import annotations

from ember.dialects import comptime, meanings
from ember.dialects import type_rules as rules
from ember.dialects.types import BYTE, DTYPE, INDEX, POINTER, STRING, Type
from ember.ir.nodes import Op, Operand, Operands, Result, Results
from ember.support.dtype import CODE

# -- arithmetic: operands and result have one type ---------------------------------------------------


class _Arithmetic(
    Op,
    pure=True,
    results=rules.same_as(0),
    check=rules.one_number_type,
    meaning=meanings.arithmetic,
    meaning_key=meanings.result_type,
):
    """What every op here has: `meanings.arithmetic` knows its name."""


class _Binary(_Arithmetic):
    lhs: Operand
    rhs: Operand
    result: Result


class _Bitwise(_Binary, check=rules.one_integer_type):
    pass


class Add(_Binary, name="pop.add"):
    """Sum: `%2 = pop.add %0, %1 : index`."""


class Sub(_Binary, name="pop.sub"):
    """Difference: `%2 = pop.sub %0, %1 : index`."""


class Mul(_Binary, name="pop.mul"):
    """Product: `%2 = pop.mul %0, %1 : index`."""


class Div(_Binary, name="pop.div"):
    """Quotient; integers truncate toward zero; a zero divisor is the caller's to exclude (folding leaves it alone).

    `%2 = pop.div %0, %1 : index`
    """


class Rem(_Binary, name="pop.rem"):
    """Remainder with the sign of the dividend (C's `%`, `fmod`): `%2 = pop.rem %0, %1 : index`."""


class FloorDiv(_Binary, name="pop.floordiv"):
    """Quotient rounded down, as Python's `//`: `%2 = pop.floordiv %0, %1 : index`."""


class FloorMod(_Binary, name="pop.floormod"):
    """Remainder with the sign of the divisor, as Python's `%`: `%2 = pop.floormod %0, %1 : index`."""


class Pow(_Binary, name="pop.pow"):
    """Power, of literals only: `%2 = pop.pow %0, %1 : !pop.int_literal`."""


class Min(_Binary, name="pop.min"):
    """Smaller; for floats IEEE minNum: `%2 = pop.min %0, %1 : index`."""


class Max(_Binary, name="pop.max"):
    """Larger; for floats IEEE maxNum: `%2 = pop.max %0, %1 : index`."""


class And(_Bitwise, name="pop.and"):
    """Bitwise and: `%2 = pop.and %0, %1 : index`."""


class Or(_Bitwise, name="pop.or"):
    """Bitwise or: `%2 = pop.or %0, %1 : index`."""


class Xor(_Bitwise, name="pop.xor"):
    """Bitwise exclusive or: `%2 = pop.xor %0, %1 : index`."""


class Shl(_Bitwise, name="pop.shl"):
    """Shift left; a count of the width or more gives 0: `%2 = pop.shl %0, %1 : index`."""


class Shr(_Bitwise, name="pop.shr"):
    """Shift right, keeping the sign of signed types; a large count gives 0 or -1: `%2 = pop.shr %0, %1 : index`."""


class Neg(_Arithmetic, name="pop.neg"):
    """Negation: `%1 = pop.neg %0 : index`."""

    value: Operand
    result: Result


class Fma(_Arithmetic, name="pop.fma"):
    """`a * b + c`, rounded once for floats: `%3 = pop.fma %0, %1, %2 : !pop.scalar<f32>`."""

    a: Operand
    b: Operand
    c: Operand
    result: Result


class Compare(
    Op,
    name="pop.cmp",
    pure=True,
    form=" {predicate|word} {lhs}, {rhs}{attrs}{:results}",
    results=rules.comparison,
    check=rules.compare,
    meaning=meanings.compare,
    meaning_key=meanings.with_type("predicate"),
    comptime=comptime.compare,
):
    """Comparison, `predicate` one of eq ne lt le gt ge (floats: ordered, except ne): gives a bool vector for
    `!pop.simd`, `i1` otherwise (also for `!kgen.dtype`, `!kgen.pointer`, literals, `!kgen.string` eq/ne).

    `%2 = pop.cmp lt %0, %1 : i1`
    """

    predicate: str
    lhs: Operand
    rhs: Operand
    result: Result


class Select(
    Op,
    name="pop.select",
    pure=True,
    results=rules.same_as(1),
    check=rules.select,
    meaning=meanings.select,
    meaning_key=meanings.operand_type,
    comptime=comptime.select,
):
    """Lane-wise choice: `%3 = pop.select %0, %1, %2 : index`; the condition is a bool vector or one i1/bool for all."""

    condition: Operand
    on_true: Operand
    on_false: Operand
    result: Result


# -- conversions -------------------------------------------------------------------------------------


class Cast(
    Op,
    name="pop.cast",
    pure=True,
    check=rules.cast,
    meaning=meanings.cast,
    meaning_key=meanings.both_types,
    comptime=comptime.cast,
):
    """Numeric conversion to the result type, lane by lane; to integers and floats of 8 bits it saturates; literals
    convert exactly.

    Also between `index`/`iN` and one-lane vectors (`i1` and `bool` included).

    `%1 = pop.cast %0 : !pop.scalar<f32>`
    """

    value: Operand
    result: Result


class Bitcast(
    Op,
    name="pop.bitcast",
    pure=True,
    check=rules.bitcast,
    meaning=meanings.bitcast,
    meaning_key=meanings.both_types,
):
    """The same bits as another type of equal size (vectors, scalars, `iN`, `index`): `%1 = pop.bitcast %0 : …`."""

    value: Operand
    result: Result


class PointerToIndex(
    Op,
    name="pop.pointer_to_index",
    pure=True,
    results=rules.always(INDEX),
    check=rules.takes(rules.is_pointer),
    meaning=meanings.fixed(meanings.pointer_to_index),
    comptime=comptime.of_one_argument("signed_number"),
):
    """The address as a number: `%1 = pop.pointer_to_index %0 : index`."""

    value: Operand
    result: Result


class IndexToPointer(
    Op,
    name="pop.index_to_pointer",
    pure=True,
    check=rules.index_to_pointer,
    meaning=meanings.fixed(meanings.index_to_pointer),
    comptime=comptime.of_one_argument("pointer"),
):
    """A number (`index`) as an address: `%1 = pop.index_to_pointer %0 : !kgen.pointer<none>`."""

    value: Operand
    result: Result


class PointerCast(
    Op,
    name="pop.pointer.cast",
    pure=True,
    check=rules.pointer_cast,
    meaning=meanings.fixed(meanings.known_pointer),
    comptime=comptime.same,
):
    """The same place in another address space: `%1 = pop.pointer.cast %0 : !kgen.pointer<none, 3>`."""

    value: Operand
    result: Result


# -- vectors -------------------------------------------------------------------------------------------


class Splat(
    Op,
    name="pop.simd.splat",
    pure=True,
    check=rules.splat,
    meaning=meanings.splat,
    meaning_key=meanings.result_type,
):
    """A one-lane value in every lane of the result: `%1 = pop.simd.splat %0 : !pop.simd<4, f32>`."""

    value: Operand
    result: Result


class ExtractElement(
    Op,
    name="pop.simd.extractelement",
    pure=True,
    form=" {vector}[{index}]{attrs}{:results?}",
    results=rules.one_lane,
    check=rules.lane_access,
    meaning=meanings.extract_element,
    meaning_key=meanings.operand_type,
):
    """Lane `index` (an `index` value) as a one-lane vector: `%2 = pop.simd.extractelement %0[%1]`."""

    vector: Operand
    index: Operand
    result: Result


class InsertElement(
    Op,
    name="pop.simd.insertelement",
    pure=True,
    form=" {vector}, {value}[{index}]{attrs}{:results?}",
    results=rules.same_as(0),
    check=rules.lane_access,
    meaning=meanings.insert_element,
    meaning_key=meanings.operand_type,
):
    """The vector with lane `index` replaced: `%3 = pop.simd.insertelement %0, %1[%2]`."""

    vector: Operand
    value: Operand
    index: Operand
    result: Result


class Shuffle(
    Op,
    name="pop.simd.shuffle",
    pure=True,
    results=rules.lanes_of_mask,
    check=rules.shuffle,
    meaning=meanings.shuffle,
):
    """Lanes picked by number from `lhs` then `rhs` (-1: any): `%2 = pop.simd.shuffle %0, %1 {mask = [3, 2, 1, 0]}`."""

    mask: tuple[int, ...]
    lhs: Operand
    rhs: Operand
    result: Result


class Reduce(
    Op,
    name="pop.simd.reduce",
    pure=True,
    form=" {kind|word} {value}{attrs}{:results?}",
    results=rules.one_lane,
    check=rules.reduce,
    meaning=meanings.reduce,
    meaning_key=meanings.with_type("kind"),
):
    """All lanes combined into one, pairwise halves first; `kind`: add mul min max and or xor.

    `%1 = pop.simd.reduce add %0`
    """

    kind: str
    value: Operand
    result: Result


# -- memory ----------------------------------------------------------------------------------------------


class StackAllocation(
    Op,
    name="pop.stack_allocation",
    form="{attrs}{:results?}",
    results=rules.always(POINTER),
    check=rules.gives_pointer,
    comptime=comptime.by("stack_allocation"),
):
    """Room for `count` elements, alive until the function returns: `%0 = pop.stack_allocation {type = index, count = 1}`.

    Address space 3 (shared, on GPUs) comes from the result type. `alignment` 0 is natural. `name` is for debuggers.
    """

    type: Type
    count: int
    alignment: int
    name: str
    result: Result


class ExternalMemory(Op, name="pop.external_memory", pure=True):
    """The memory of a GPU's block whose size the launch decides: `%0 = pop.external_memory : !kgen.pointer<none, 3>`."""

    result: Result


class Load(
    Op,
    name="pop.load",
    check=rules.takes(rules.is_pointer),
    comptime=comptime.by("load"),
):
    """Reads a value of the result type: `%1 = pop.load %0 : index`. `alignment` 0 is natural.

    `volatile`, `nontemporal`, `invariant`: bool. `ordering`: "" or an atomic ordering (`seq_cst`, `acquire`, …).
    """

    alignment: int
    volatile: bool
    nontemporal: bool
    invariant: bool
    ordering: str
    pointer: Operand
    result: Result


class Store(
    Op,
    name="pop.store",
    form=" {value}, {pointer}{attrs}{:types value}",
    check=rules.takes(None, rules.is_pointer),
    comptime=comptime.by("store"),
):
    """Writes `value`: `pop.store %0, %1 : index`; attributes as in pop.load."""

    alignment: int
    volatile: bool
    nontemporal: bool
    ordering: str
    value: Operand
    pointer: Operand


class Offset(
    Op,
    name="pop.offset",
    pure=True,
    form=" {pointer}, {index}{attrs}{:results?}",
    results=rules.same_as(0),
    check=rules.takes(rules.is_pointer, INDEX),
    meaning=meanings.offset,
    comptime=comptime.offset,
):
    """`pointer + index * size of element`: `%2 = pop.offset %0, %1 {element = index}`."""

    element: Type
    pointer: Operand
    index: Operand
    result: Result


class MemoryCopy(
    Op,
    name="pop.memcpy",
    check=rules.takes(rules.is_pointer, rules.is_pointer, INDEX),
    comptime=comptime.statement("copy"),
):
    """Copies `size` bytes (an `index`); `overlapping` allows the ranges to overlap.

    `pop.memcpy %0, %1, %2 {overlapping = true}`
    """

    overlapping: bool
    destination: Operand
    source: Operand
    size: Operand


class MemorySet(
    Op,
    name="pop.memset",
    check=rules.takes(rules.is_pointer, BYTE, INDEX),
    comptime=comptime.statement("fill"),
):
    """Fills `size` bytes with `byte` (a `!pop.scalar<ui8>`).

    `pop.memset %0, %1, %2`
    """

    destination: Operand
    byte: Operand
    size: Operand


class AtomicRmw(
    Op,
    name="pop.atomic.rmw",
    form=" {kind|word} {pointer}, {value}{attrs}{:results?}",
    results=rules.same_as(1),
    check=rules.takes(rules.is_pointer),
    comptime=comptime.atomic_rmw,
):
    """Reads, combines and writes as one step; gives the old value. `kind`: add sub min max and or xor xchg (signedness
    and float-ness from the type). `ordering` as in LLVM, `scope` "" or a sync scope.

    `%2 = pop.atomic.rmw add %0, %1 {ordering = "seq_cst"}`
    """

    kind: str
    ordering: str
    scope: str
    pointer: Operand
    value: Operand
    result: Result


class AtomicCmpXchg(
    Op,
    name="pop.atomic.cmpxchg",
    form=" {pointer}, {expected}, {desired}{attrs}{:results?}",
    results=rules.old_and_stored,
    check=rules.cmpxchg,
    comptime=comptime.atomic_cmpxchg,
):
    """Stores `desired` if the memory holds `expected`; gives the old value and whether it was stored (`i1`).

    `%3:2 = pop.atomic.cmpxchg %0, %1, %2 {success_ordering = "seq_cst", failure_ordering = "seq_cst"}`
    """

    success_ordering: str
    failure_ordering: str
    scope: str
    weak: bool
    pointer: Operand
    expected: Operand
    desired: Operand
    old: Result
    stored: Result


class Fence(Op, name="pop.fence", comptime=comptime.nothing):
    """A memory fence: `pop.fence {ordering = "seq_cst"}`."""

    ordering: str
    scope: str


# -- strings and dtypes ------------------------------------------------------------------------------------


class StringAddress(
    Op,
    name="pop.string.address",
    pure=True,
    results=rules.always(POINTER),
    check=rules.takes(STRING),
    meaning=meanings.fixed(meanings.string_address),
    comptime=comptime.of_one_argument("string_address"),
):
    """Where the bytes of a `!kgen.string` are (followed by a NUL that does not count).

    `%1 = pop.string.address %0 : !kgen.pointer<none>`
    """

    value: Operand
    result: Result


class StringSize(
    Op,
    name="pop.string.size",
    pure=True,
    results=rules.always(INDEX),
    check=rules.takes(STRING),
    meaning=meanings.fixed(len),
):
    """How many bytes a `!kgen.string` has, an `index`.

    `%1 = pop.string.size %0 : index`
    """

    value: Operand
    result: Result


class StringConcat(
    Op,
    name="pop.string.concat",
    pure=True,
    results=rules.always(STRING),
    check=rules.takes(STRING, STRING),
    meaning=meanings.fixed(lambda lhs, rhs: lhs + rhs),
):
    """Joins compile-time strings: `%2 = pop.string.concat %0, %1 : !kgen.string`."""

    lhs: Operand
    rhs: Operand
    result: Result


class DTypeToByte(
    Op,
    name="pop.dtype.to_ui8",
    pure=True,
    results=rules.always(BYTE),
    check=rules.takes(DTYPE),
    meaning=meanings.fixed(lambda value: CODE[value]),
):
    """The run-time code of a `!kgen.dtype` as `!pop.scalar<ui8>`.

    `%1 = pop.dtype.to_ui8 %0 : !pop.scalar<ui8>`
    """

    value: Operand
    result: Result


class DTypeFromByte(
    Op,
    name="pop.dtype.from_ui8",
    pure=True,
    results=rules.always(DTYPE),
    check=rules.takes(BYTE),
    meaning=meanings.fixed(meanings.dtype_from_byte),
):
    """The dtype with this code.

    `%1 = pop.dtype.from_ui8 %0 : !kgen.dtype`
    """

    value: Operand
    result: Result


# -- doors ---------------------------------------------------------------------------------------------------


class Intrinsic(
    Op,
    name="pop.call_llvm_intrinsic",
    form=" {name}({arguments}){attrs}{:signature}",
    results=rules.same_as(0),
    comptime=comptime.intrinsic,
):
    """Calls an LLVM intrinsic (`name` with the type suffix it needs): `%1 = pop.call_llvm_intrinsic "llvm.sqrt.f32"(%0)`."""

    name: str
    has_side_effects: bool
    arguments: Operands
    results_: Results


class InlineAsm(
    Op,
    name="pop.inline_asm",
    form=" {assembly}, {constraints}({arguments}){attrs}{:signature}",
):
    """Machine code in the target's assembly, with LLVM constraints.

    `%1 = pop.inline_asm "mov $0, $1", "=r,r"(%0) : (index) -> index`
    """

    assembly: str
    constraints: str
    has_side_effects: bool
    arguments: Operands
    results_: Results


class ExternalCall(
    Op,
    name="pop.external_call",
    form=" {name}({arguments}){attrs}{:signature}",
    comptime=comptime.external_call,
):
    """Calls a C function by name with the C ABI of scalars and pointers; `fixed` counts the non-variadic arguments, -1 when it is not variadic.

    `%1 = pop.external_call "putchar"(%0) {fixed = -1} : (index) -> i32`
    """

    name: str
    fixed: int
    arguments: Operands
    results_: Results
