"""Control flow, memory, aggregates and calls, built by hand and run natively."""

from __future__ import annotations

import ctypes
import struct

import pytest

from ember.dialects import hlcf, kgen, pop
from ember.dialects import types as t
from ember.dialects.constants import FrozenBlock, HeapRef, SymbolOffset
from ember.dialects.layout import field_offsets, size_of
from ember.ir.nodes import SymbolRef, Value
from ember.support import dtype as dt
from ember.support.diagnostics import CompileError
from tests.codegen.harness import I32, Code, Program

LEVELS = (0, 2)


def while_below(code: Code, index: Value, limit: Value, body: object, unroll: int = 0) -> None:
    """`while index < limit: body; index += 1`, the index in a slot."""

    def loop(inner: Code) -> None:
        i = inner.load(index)
        inner.if_(inner.compare("ge", i, limit), break_)
        body(inner, i)  # type: ignore[operator]
        inner.store(inner.add(inner.load(index), inner.constant(1)), index)

    code.loop(loop, unroll)


def break_(code: Code) -> None:
    code.op(hlcf.Break, depth=0)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("unroll", [0, 4, -1])
def test_loop_with_continue_and_break(level: int, unroll: int) -> None:
    """The sum of the odd numbers below n, but not beyond 100."""

    def fill(code: Code, n: Value) -> None:
        index, total = code.slot(t.INDEX), code.slot(t.INDEX)
        for slot in (index, total):
            code.store(code.constant(0), slot)

        def loop(inner: Code) -> None:
            i = inner.load(index)
            inner.store(inner.add(i, inner.constant(1)), index)
            inner.if_(inner.compare("ge", i, n), break_)
            odd = inner.value(pop.And, (i, inner.constant(1)), t.INDEX)
            is_even = inner.compare("eq", odd, inner.constant(0))
            inner.if_(is_even, lambda c: c.op(hlcf.Continue, depth=0) and None)
            inner.store(inner.add(inner.load(total), i), total)
            inner.if_(inner.compare("gt", inner.load(total), inner.constant(100)), break_)

        code.loop(loop, unroll)
        code.give(code.load(total))

    program = Program()
    program.function("f", [t.INDEX], [t.INDEX], fill)
    for n in (0, 1, 2, 9, 10, 1000):
        expected = 0
        for i in range(1, n, 2):
            expected += i
            if expected > 100:
                break
        assert program.call(n, level=level) == expected


@pytest.mark.parametrize("level", LEVELS)
def test_if_with_results_and_early_return(level: int) -> None:
    def fill(code: Code, n: Value) -> None:
        negative = code.compare("lt", n, code.constant(0))
        code.if_(negative, lambda c: c.give(c.constant(-1)))

        def large(inner: Code) -> None:
            def yields(c: Code) -> None:
                c.op(hlcf.Yield, (c.constant(3), c.constant(True, t.I1)))

            huge = inner.compare("gt", n, inner.constant(1000))
            inner.if_(huge, lambda c: c.give(c.constant(7)))
            (value, flag) = inner.if_(
                inner.compare("gt", n, inner.constant(100)),
                yields,
                lambda c: c.op(hlcf.Yield, (c.constant(2), c.constant(False, t.I1))) and None,
                (t.INDEX, t.I1),
            )
            inner.op(hlcf.Yield, (value, flag))

        def small(c: Code) -> None:
            c.op(hlcf.Yield, (n, c.constant(False, t.I1)))

        value, flag = code.if_(
            code.compare("gt", n, code.constant(10)), large, small, (t.INDEX, t.I1)
        )
        ten = code.value(pop.Select, (flag, code.constant(10), code.constant(0)), t.INDEX)
        code.give(code.add(value, ten))

    program = Program()
    program.function("f", [t.INDEX], [t.INDEX], fill)
    expected = {-5: -1, 0: 0, 10: 10, 11: 2, 100: 2, 101: 13, 1000: 13, 1001: 7}
    for n, want in expected.items():
        assert program.call(n, level=level) == want


def test_if_whose_other_arm_never_yields() -> None:
    def fill(code: Code, n: Value) -> None:
        (value,) = code.if_(
            code.compare("eq", n, code.constant(1)),
            lambda c: c.op(hlcf.Yield, (c.constant(5),)) and None,
            lambda c: c.give(c.constant(6)),
            (t.INDEX,),
        )
        code.give(code.add(value, code.constant(10)))

    program = Program()
    program.function("f", [t.INDEX], [t.INDEX], fill)
    assert program.call(1) == 15
    assert program.call(2) == 6


def test_breaks_out_of_nested_blocks() -> None:
    """`break` by depth: 0 leaves the inner block, 1 the outer, 2 the loop around them."""

    def fill(code: Code, n: Value) -> None:
        result = code.slot(t.INDEX)
        code.store(code.constant(0), result)

        def mark(c: Code, amount: int) -> None:
            c.store(c.add(c.load(result), c.constant(amount)), result)

        def inner_block(c: Code) -> None:
            for depth in range(3):
                is_it = c.compare("eq", n, c.constant(depth))
                c.if_(is_it, lambda k, depth=depth: k.op(hlcf.Break, depth=depth) and None)
            mark(c, 1)

        def outer_block(c: Code) -> None:
            c.block(inner_block)
            mark(c, 10)

        def loop(c: Code) -> None:
            c.block(outer_block)
            mark(c, 100)
            c.op(hlcf.Break, depth=0)
            mark(c, 5000)  # dead

        code.loop(loop)
        code.give(code.load(result))

    program = Program()
    program.function("f", [t.INDEX], [t.INDEX], fill)
    assert [program.call(n) for n in (0, 1, 2, 3)] == [110, 100, 0, 111]


def test_code_after_an_endless_loop_is_dropped() -> None:
    def fill(code: Code, n: Value) -> None:
        code.loop(lambda c: c.give(n))
        code.give(code.constant(99))

    program = Program()
    program.function("f", [t.INDEX], [t.INDEX], fill)
    assert program.call(4) == 4
    assert "99" not in program.text()


def test_deep_nesting_needs_no_deep_stack() -> None:
    def fill(code: Code, n: Value) -> None:
        current = code
        for depth in range(3000):
            region_code: list[Code] = []
            condition = current.compare("gt", n, current.constant(depth))
            current.if_(condition, region_code.append)
            current = region_code[0]
        current.give(current.constant(1))
        code.give(code.constant(0))

    program = Program()
    program.function("f", [t.INDEX], [t.INDEX], fill)
    assert program.text().count("br i1") == 3000


def test_recursion_and_several_results() -> None:
    def divide(code: Code, a: Value, b: Value) -> None:
        code.give(
            code.value(pop.FloorDiv, (a, b), t.INDEX),
            code.value(pop.FloorMod, (a, b), t.INDEX),
            code.compare("lt", a, b),
        )

    def gcd(code: Code, a: Value, b: Value) -> None:
        code.if_(code.compare("eq", b, code.constant(0)), lambda c: c.give(a))
        _, remainder, _ = code.call("divide", (a, b), (t.INDEX, t.INDEX, t.I1))
        code.give(*code.call("f", (b, remainder), (t.INDEX,)))

    program = Program()
    program.function("divide", [t.INDEX] * 2, [t.INDEX, t.INDEX, t.I1], divide, "internal", "never")
    program.function("f", [t.INDEX] * 2, [t.INDEX], gcd)
    assert program.call(48, 36) == 12
    assert program.call(17, 5) == 1


def test_function_pointers_and_globals() -> None:
    program = Program()
    program.global_("table", t.ArrayType(2, t.POINTER), (SymbolRef("double it"), SymbolRef("inc")))
    program.global_("counter", t.INDEX, 40, linkage="internal")
    program.global_("zeroes", t.ArrayType(10, t.INDEX), None)
    program.global_("second", t.POINTER, SymbolOffset(SymbolRef("pair"), 8))
    program.global_("pair", t.StructType((t.INDEX, t.INDEX)), (1, 1000), constant=True)
    signature = t.FunctionType((t.INDEX,), (t.INDEX,))
    program.function(
        "double it", [t.INDEX], [t.INDEX], lambda c, n: c.give(c.add(n, n)), "internal"
    )
    program.function(
        "inc", [t.INDEX], [t.INDEX], lambda c, n: c.give(c.add(n, c.constant(1))), "internal"
    )

    def fill(code: Code, which: Value) -> None:
        table = code.value(kgen.AddressOf, (), t.POINTER, symbol=SymbolRef("table"))
        callee = code.load(code.offset(table, which, t.POINTER), t.POINTER)
        counter = code.value(kgen.AddressOf, (), t.POINTER, symbol=SymbolRef("counter"))
        old = code.load(counter)
        (new,) = code.op(kgen.CallIndirect, (callee, old), (t.INDEX,), signature=signature).results
        second = code.value(kgen.AddressOf, (), t.POINTER, symbol=SymbolRef("second"))
        code.give(code.add(new, code.load(code.load(second, t.POINTER))))

    program.function("f", [t.INDEX], [t.INDEX], fill)
    assert program.call(0) == 1080
    assert program.call(1) == 1041


def test_struct_values_and_fields_in_memory_agree() -> None:
    """A struct is written field by field and read as a whole, and the other way round."""
    bools = t.SimdType(12, dt.BOOL)
    inner = t.StructType((t.BOOL, I32))
    type = t.StructType((t.I1, t.NONE, inner, bools, t.scalar(dt.F64), t.ArrayType(3, t.BOOL)))
    lanes = tuple(i % 3 == 0 for i in range(12))

    def fill(code: Code, out: Value) -> None:
        none = code.constant((), t.NONE)
        flag = code.constant(True, t.I1)
        nested = code.value(
            kgen.StructCreate, (code.constant(True, t.BOOL), code.constant(-2, I32)), inner
        )
        array = code.constant((True, False, True), t.ArrayType(3, t.BOOL))
        whole = code.value(
            kgen.StructCreate,
            (
                flag,
                none,
                nested,
                code.constant(lanes, bools),
                code.constant(2.5, t.scalar(dt.F64)),
                array,
            ),
            type,
        )
        code.store(whole, out)
        size = code.constant(size_of(type))
        copy = code.slot(type)
        code.op(pop.MemoryCopy, (copy, out, size), overlapping=False)
        field = code.value(kgen.StructGep, (copy,), t.POINTER, struct=type, index=3)
        code.store(code.value(pop.Neg, (code.load(field, bools),), bools), field)
        whole = code.load(copy, type)
        whole = code.value(kgen.StructReplace, (code.constant(False, t.I1), whole), type, index=0)
        second = code.value(pop.Offset, (out, code.constant(1)), t.POINTER, element=type)
        code.store(whole, second)
        nested = code.value(kgen.StructExtract, (whole,), inner, index=2)
        number = code.value(kgen.StructExtract, (nested,), I32, index=1)
        code.give(code.value(pop.Cast, (number,), t.INDEX))

    program = Program()
    program.function("f", [t.POINTER], [t.INDEX], fill)
    buffer = (ctypes.c_char * 512)()
    base = -ctypes.addressof(buffer) % 64
    for level in LEVELS:
        address = ctypes.addressof(buffer) + base
        function = program.load(level).function("f", ctypes.c_int64, ctypes.c_void_p)
        assert function(address) == -2
        offsets = field_offsets(type)
        size = size_of(type)
        packed = sum(1 << i for i, lane in enumerate(lanes) if lane)
        for start, flag in ((base, 1), (base + size, 0)):
            raw = bytes(buffer)[start : start + size]
            assert raw[offsets[0]] == flag
            assert struct.unpack_from("<B3xi", raw, offsets[2]) == (1, -2)
            assert struct.unpack_from("<H", raw, offsets[3])[0] == packed
            assert struct.unpack_from("<d", raw, offsets[4])[0] == 2.5
            assert raw[offsets[5] : offsets[5] + 3] == b"\1\0\1"


def test_over_aligned_structs() -> None:
    aligned = t.StructType((t.BYTE, t.INDEX), 64)
    outer = t.StructType((t.BYTE, aligned, t.BYTE))

    def fill(code: Code, out: Value) -> None:
        byte = code.constant(7, t.BYTE)
        inside = code.value(kgen.StructCreate, (byte, code.constant(1234)), aligned)
        whole = code.value(kgen.StructCreate, (byte, inside, code.constant(9, t.BYTE)), outer)
        slot = code.slot(outer)
        code.store(whole, slot)
        code.store(code.load(slot, outer), out)
        code.give(code.value(pop.PointerToIndex, (slot,), t.INDEX))

    program = Program()
    program.function("f", [t.POINTER], [t.INDEX], fill)
    buffer = (ctypes.c_char * 512)()
    base = -ctypes.addressof(buffer) % 64
    where = program.load(0).function("f", ctypes.c_int64, ctypes.c_void_p)(
        ctypes.addressof(buffer) + base
    )
    assert where % 64 == 0
    raw = bytes(buffer)[base:]
    assert (raw[0], raw[64], struct.unpack_from("<q", raw, 72)[0], raw[128]) == (7, 7, 1234, 9)


def test_large_aggregates_are_copied_in_memory() -> None:
    type = t.ArrayType(1000, t.INDEX)

    def fill(code: Code, source: Value, target: Value) -> None:
        code.store(code.load(source, type), target)
        code.give()

    program = Program()
    program.function("f", [t.POINTER] * 2, [], fill)
    assert "llvm.memmove" in program.text()
    source, target = (ctypes.c_int64 * 1000)(*range(1000)), (ctypes.c_int64 * 1000)()
    program.load(0).function("f", None, ctypes.c_void_p, ctypes.c_void_p)(source, target)
    assert list(target) == list(range(1000))


def test_unions_hold_their_largest_member() -> None:
    union = t.UnionType((t.scalar(dt.F32), t.INDEX, t.ArrayType(3, t.INDEX)))

    def fill(code: Code, n: Value) -> None:
        a, b = code.slot(union), code.slot(union)
        code.store(code.constant(bytes(range(24)), union), a)
        code.store(n, code.offset(a, code.constant(2), t.INDEX))
        code.store(code.load(a, union), b)
        first = code.load(b)
        code.give(code.add(first, code.load(code.offset(b, code.constant(2), t.INDEX))))

    program = Program()
    program.function("f", [t.INDEX], [t.INDEX], fill)
    assert program.call(5) == int.from_bytes(bytes(range(8)), "little") + 5


def test_strings() -> None:
    def fill(code: Code, n: Value) -> None:
        text = code.constant(b'quo"te\\ \x00 \xff end', t.STRING)
        slot = code.slot(t.STRING)
        code.store(text, slot)
        loaded = code.load(slot, t.STRING)
        size = code.value(pop.StringSize, (loaded,), t.INDEX)
        address = code.value(pop.StringAddress, (loaded,), t.POINTER)
        byte = code.load(code.offset(address, n, t.BYTE), t.BYTE)
        equal = code.value(pop.Compare, (text, loaded), t.I1, predicate="eq")
        other = code.constant(b"other", t.STRING)
        differ = code.value(pop.Compare, (other, loaded), t.I1, predicate="ne")
        both = code.value(pop.And, (equal, differ), t.I1)
        wide = code.value(pop.Cast, (byte,), t.INDEX)
        sum_ = code.add(code.value(pop.Mul, (size, code.constant(1000)), t.INDEX), wide)
        code.give(code.value(pop.Select, (both, sum_, code.constant(-1)), t.INDEX))

    program = Program()
    program.function("f", [t.INDEX], [t.INDEX], fill)
    data = b'quo"te\\ \x00 \xff end\0'
    for position in (3, 6, 8, 10, len(data) - 1):
        assert program.call(position) == (len(data) - 1) * 1000 + data[position]


def test_memory_filled_at_compile_time() -> None:
    leaf = FrozenBlock(b"\x2a" + bytes(7), 8, ())
    root = FrozenBlock(bytes(8) + b"\x07" + bytes(15), 8, ((0, HeapRef(leaf, 0)), (16, None)))

    def fill(code: Code) -> None:
        block = code.constant(HeapRef(root, 0), t.POINTER)
        inside = code.constant(HeapRef(root, 8), t.POINTER)
        value = code.load(code.load(block, t.POINTER))
        code.give(code.add(value, code.load(inside)))

    program = Program()
    program.function("f", [], [t.INDEX], fill)
    assert program.call() == 49


def test_external_calls_with_one_name_and_different_types() -> None:
    def fill(code: Code, out: Value) -> None:
        form = code.constant(b"%d %.2f %s %c", t.STRING)
        text = code.value(pop.StringAddress, (form,), t.POINTER)
        word = code.value(pop.StringAddress, (code.constant(b"w", t.STRING),), t.POINTER)
        size = code.constant(100)
        values = (
            code.constant(-5, t.scalar(dt.dtype_named("si8"))),
            code.constant(1.5, t.scalar(dt.F32)),
            word,
            code.constant(65, t.BYTE),
        )
        code.op(pop.ExternalCall, (out, size, text, *values), (I32,), name="snprintf", fixed=3)
        digits = code.value(pop.StringAddress, (code.constant(b"123", t.STRING),), t.POINTER)
        (a,) = code.op(pop.ExternalCall, (digits,), (t.INDEX,), name="atol", fixed=-1).results
        (b,) = code.op(pop.ExternalCall, (digits,), (I32,), name="atol", fixed=-1).results
        code.op(pop.ExternalCall, (digits,), (), name="atol", fixed=-1)
        code.give(code.add(a, code.value(pop.Cast, (b,), t.INDEX)))

    program = Program()
    program.function("f", [t.POINTER], [t.INDEX], fill)
    buffer = ctypes.create_string_buffer(100)
    assert program.load().function("f", ctypes.c_int64, ctypes.c_void_p)(buffer) == 246
    assert buffer.value == b"-5 1.50 w A"


def test_declared_functions_and_their_address() -> None:
    program = Program()
    program.declaration("labs", [t.INDEX], [t.INDEX])

    def fill(code: Code, n: Value) -> None:
        (direct,) = code.call("labs", (n,), (t.INDEX,))
        address = code.value(kgen.AddressOf, (), t.POINTER, symbol=SymbolRef("labs"))
        signature = t.FunctionType((t.INDEX,), (t.INDEX,))
        (through,) = code.op(
            kgen.CallIndirect, (address, n), (t.INDEX,), signature=signature
        ).results
        code.give(code.add(direct, through))

    program.function("f", [t.INDEX], [t.INDEX], fill)
    assert program.call(-21) == 42


def test_our_names_and_those_of_c_are_apart() -> None:
    program = Program()
    program.function(
        "labs", [t.INDEX], [t.INDEX], lambda c, n: c.give(c.constant(1000)), "internal"
    )
    program.global_("abs", t.INDEX, 5)

    def fill(code: Code, n: Value) -> None:
        (ours,) = code.call("labs", (n,), (t.INDEX,))
        (theirs,) = code.op(pop.ExternalCall, (n,), (t.INDEX,), name="labs", fixed=-1).results
        code.op(pop.ExternalCall, (code.constant(1, I32),), (I32,), name="abs", fixed=-1)
        place = code.value(kgen.AddressOf, (), t.POINTER, symbol=SymbolRef("abs"))
        code.give(code.add(code.add(ours, theirs), code.load(place)))

    program.function("f", [t.INDEX], [t.INDEX], fill)
    assert program.call(-7) == 1012


def test_intrinsics_with_struct_results() -> None:
    pair = t.StructType((I32, t.I1))

    def fill(code: Code, n: Value) -> None:
        small = code.value(pop.Cast, (n,), I32)
        name = "llvm.sadd.with.overflow.i32"
        (both,) = code.op(pop.Intrinsic, (small, small), (pair,), name=name).results
        overflowed = code.value(kgen.StructExtract, (both,), t.I1, index=1)
        total = code.value(kgen.StructExtract, (both,), I32, index=0)
        wide = code.value(pop.Cast, (total,), t.INDEX)
        code.give(code.value(pop.Select, (overflowed, code.constant(-1), wide), t.INDEX))

    program = Program()
    program.function("f", [t.INDEX], [t.INDEX], fill)
    assert program.call(21) == 42
    assert program.call(2**31 - 1) == -1


def test_inline_assembly() -> None:
    def fill(code: Code, n: Value) -> None:
        (same,) = code.op(
            pop.InlineAsm,
            (n,),
            (t.INDEX,),
            assembly="/* $0 */",
            constraints="=r,0",
            has_side_effects=True,
        ).results
        code.give(same)

    program = Program()
    program.function("f", [t.INDEX], [t.INDEX], fill)
    assert program.call(77) == 77


@pytest.mark.parametrize("name", ["si8", "ui16", "si32", "index", "f32", "f64", "bool"])
def test_atomics(name: str) -> None:
    type = t.scalar(dt.dtype_named(name))
    is_float, is_bool = type.dtype.is_float, type.dtype is dt.BOOL

    def number(code: Code, value: int) -> Value:
        return code.constant(float(value) if is_float else bool(value) if is_bool else value, type)

    def fill(code: Code) -> None:
        place = code.slot(type)
        code.store(number(code, 1), place, ordering="seq_cst")
        kind = "xor" if is_bool else "add"
        attrs = {"ordering": "seq_cst", "scope": ""}
        old = code.value(pop.AtomicRmw, (place, number(code, 1)), type, kind=kind, **attrs)
        code.op(pop.Fence, ordering="seq_cst", scope="singlethread")
        now = number(code, 0 if is_bool else 2)
        attrs = {"success_ordering": "acq_rel", "failure_ordering": "acquire"}
        seen, stored = code.op(
            pop.AtomicCmpXchg, (place, now, number(code, 1)), (type, t.I1), **attrs
        ).results
        _, again = code.op(
            pop.AtomicCmpXchg, (place, now, number(code, 0)), (type, t.I1), **attrs
        ).results
        last = code.load(place, type, ordering="acquire")
        total = code.constant(0)
        for weight, value in ((1, old), (10, seen), (100, stored), (1000, again), (10000, last)):
            wide = code.value(pop.Cast, (value,), t.INDEX)
            scaled = code.value(pop.Mul, (wide, code.constant(weight)), t.INDEX)
            total = code.add(total, scaled)
        code.give(total)

    program = Program()
    program.function("f", [], [t.INDEX], fill)
    seen = 0 if is_bool else 2
    assert program.call() == 1 + 10 * seen + 100 + 10000


def test_volatile_nontemporal_and_invariant_accesses() -> None:
    def fill(code: Code, pointer: Value) -> None:
        code.store(code.constant(5), pointer, volatile=True)
        code.store(code.constant(6), pointer, nontemporal=True, alignment=1)
        code.give(code.load(pointer, volatile=True, nontemporal=True, invariant=True))

    program = Program()
    program.function("f", [t.POINTER], [t.INDEX], fill)
    cell = ctypes.c_int64(0)
    assert program.load().function("f", ctypes.c_int64, ctypes.c_void_p)(ctypes.byref(cell)) == 6


def test_dtypes_at_run_time() -> None:
    def fill(code: Code, code_number: Value) -> None:
        byte = code.value(pop.Cast, (code_number,), t.BYTE)
        dtype = code.value(pop.DTypeFromByte, (byte,), t.DTYPE)
        is_it = code.value(
            pop.Compare, (dtype, code.constant(dt.F32, t.DTYPE)), t.I1, predicate="eq"
        )
        code.give(code.value(pop.Cast, (is_it,), t.INDEX))

    program = Program()
    program.function("f", [t.INDEX], [t.INDEX], fill)
    assert program.call(dt.CODE[dt.F32]) == 1
    assert program.call(dt.CODE[dt.F64]) == 0


def test_compile_time_types_are_refused() -> None:
    program = Program()
    program.function("f", [t.INT_LITERAL], [], lambda c, n: c.give())
    with pytest.raises(CompileError, match=r"codegen-failed.*'f'.*int_literal"):
        program.text()
    program = Program()
    program.function("f", [], [], lambda c: c.op(kgen.VarUse, (c.slot(t.INDEX),)) and None)
    with pytest.raises(CompileError, match=r"kgen\.var\.use"):
        program.text()
