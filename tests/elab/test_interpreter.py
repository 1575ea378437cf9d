"""The compile-time interpreter: control flow, calls, memory, errors, freezing."""

from __future__ import annotations

import pytest

from ember.dialects import hlcf, kgen, pop  # noqa: F401 (registers the ops)
from ember.dialects import types as t
from ember.dialects.constants import Address, HeapRef, SymbolOffset
from ember.interpreter.interpreter import Interpreter, InterpreterError, Limits
from ember.ir.nodes import SymbolRef
from ember.ir.parser import parse_module
from ember.support import dtype as dt


class Program:
    """A module in text form with an interpreter for it."""

    def __init__(self, text: str, limits: Limits | None = None) -> None:
        module = parse_module(text)
        self.symbols = {op.attrs["name"]: op for op in module.regions[0]}
        self.interpreter = Interpreter(self.symbols.get, limits or Limits())  # type: ignore[arg-type]

    def run(self, name: str, *args: object) -> list[object]:
        func = self.symbols[name]
        assert isinstance(func, kgen.Func)
        return self.interpreter.run(func, list(args))


def fails(code: str, text: str, *args: object, limits: Limits | None = None) -> InterpreterError:
    program = Program(text, limits)
    with pytest.raises(InterpreterError) as caught:
        program.run("f", *args)
    assert caught.value.code == code
    return caught.value


SUM = """
kgen.func @f(%n: index) -> index {
  %zero = kgen.param.constant = <0> : index
  %one = kgen.param.constant = <1> : index
  %sum = pop.stack_allocation {type = index, count = 1}
  %i = pop.stack_allocation {type = index, count = 1}
  pop.store %zero, %sum : index
  pop.store %zero, %i : index
  hlcf.loop {
    %now = pop.load %i : index
    %done = pop.cmp ge %now, %n : i1
    hlcf.if %done {
      hlcf.break
    }
    %old = pop.load %sum : index
    %new = pop.add %old, %now : index
    pop.store %new, %sum : index
    %next = pop.add %now, %one : index
    pop.store %next, %i : index
  }
  %result = pop.load %sum : index
  kgen.return %result : index
}
"""


def test_loop_sums() -> None:
    assert Program(SUM).run("f", 1000) == [499500]


def test_if_with_results() -> None:
    program = Program("""
    kgen.func @f(%a: index, %b: index) -> index {
      %less = pop.cmp lt %a, %b : i1
      %r, %s = hlcf.if %less -> (index, index) {
        hlcf.yield %a, %b : index, index
      } else {
        hlcf.yield %b, %a : index, index
      }
      %d = pop.sub %s, %r : index
      kgen.return %d : index
    }
    """)
    assert program.run("f", 3, 10) == [7]
    assert program.run("f", 10, 3) == [7]


def test_jumps_across_levels() -> None:
    """Counts pairs i, j with j < 4; i == 2 continues the outer loop at j == 1; i == 5 leaves everything."""
    program = Program("""
    kgen.func @f() -> index {
      %zero = kgen.param.constant = <0> : index
      %one = kgen.param.constant = <1> : index
      %two = kgen.param.constant = <2> : index
      %four = kgen.param.constant = <4> : index
      %five = kgen.param.constant = <5> : index
      %count = pop.stack_allocation {type = index, count = 1}
      %i = pop.stack_allocation {type = index, count = 1}
      %j = pop.stack_allocation {type = index, count = 1}
      pop.store %zero, %count : index
      %minus = kgen.param.constant = <-1> : index
      pop.store %minus, %i : index
      hlcf.block {
        hlcf.loop {
          %i0 = pop.load %i : index
          %i1 = pop.add %i0, %one : index
          pop.store %i1, %i : index
          pop.store %zero, %j : index
          hlcf.loop {
            %j0 = pop.load %j : index
            %end = pop.cmp eq %j0, %four : i1
            hlcf.if %end { hlcf.break }
            %c1 = pop.cmp eq %i1, %two : i1
            %c2 = pop.cmp eq %j0, %one : i1
            %both = pop.and %c1, %c2 : i1
            hlcf.if %both { hlcf.continue 1 }
            %c3 = pop.cmp eq %i1, %five : i1
            hlcf.if %c3 { hlcf.break 2 }
            %n0 = pop.load %count : index
            %n1 = pop.add %n0, %one : index
            pop.store %n1, %count : index
            %j1 = pop.add %j0, %one : index
            pop.store %j1, %j : index
          }
        }
      }
      %n = pop.load %count : index
      kgen.return %n : index
    }
    """)
    assert program.run("f") == [4 * 4 + 1]


@pytest.mark.parametrize("depth", [3, 17, 40, 90])
def test_deep_nesting(depth: int) -> None:
    """Blocks nested deeper than Python can: leaving `k` of them adds what stands after the rest."""
    open_blocks = "hlcf.block {" * depth
    closing = "\n".join(
        f"%l{i} = pop.load %s : index\n%a{i} = pop.add %l{i}, %one : index\npop.store %a{i}, %s : index\n}}"
        for i in range(depth)
    )
    # the innermost block's own tail is skipped with its block, hence the break stands in an extra block
    text = f"""
    kgen.func @f(%leave: i1) -> index {{
      %zero = kgen.param.constant = <0> : index
      %one = kgen.param.constant = <1> : index
      %s = pop.stack_allocation {{type = index, count = 1}}
      pop.store %zero, %s : index
      {open_blocks}
      hlcf.if %leave {{ hlcf.break {depth - 3} }}
      {closing}
      %r = pop.load %s : index
      kgen.return %r : index
    }}
    """
    program = Program(text)
    assert program.run("f", False) == [depth]
    assert program.run("f", True) == [2]


@pytest.mark.parametrize("depth", [10, 100, 150])
def test_deep_conditionals(depth: int) -> None:
    tests = "".join(f"%c{i} = pop.cmp gt %n, %k{i} : i1 hlcf.if %c{i} {{\n" for i in range(depth))
    constants = "\n".join(f"%k{i} = kgen.param.constant = <{i}> : index" for i in range(depth))
    increments = "\n".join(
        f"%l{i} = pop.load %s : index %a{i} = pop.add %l{i}, %k1 : index pop.store %a{i}, %s : index }}"
        for i in range(depth)
    )
    program = Program(f"""
    kgen.func @f(%n: index) -> index {{
      {constants}
      %s = pop.stack_allocation {{type = index, count = 1}}
      pop.store %k0, %s : index
      {tests} {increments}
      %r = pop.load %s : index
      kgen.return %r : index
    }}
    """)
    assert program.run("f", depth) == [depth]
    assert program.run("f", 5) == [5]


def test_return_from_deep_inside() -> None:
    program = Program(f"""
    kgen.func @f(%n: index) -> (index, index) {{
      {"hlcf.loop {" * 30}
      kgen.return %n, %n : index, index
      {"}" * 30}
      kgen.unreachable
    }}
    """)
    assert program.run("f", 4) == [4, 4]


FIB = """
kgen.func @f(%n: index) -> index {
  %one = kgen.param.constant = <1> : index
  %two = kgen.param.constant = <2> : index
  %small = pop.cmp lt %n, %two : i1
  hlcf.if %small {
    kgen.return %n : index
  }
  %a = pop.sub %n, %one : index
  %b = pop.sub %n, %two : index
  %x = kgen.call @f(%a) : (index) -> index
  %y = kgen.call @f(%b) : (index) -> index
  %z = pop.add %x, %y : index
  kgen.return %z : index
}
"""


def test_recursion() -> None:
    assert Program(FIB).run("f", 15) == [610]


def test_recursion_limit_is_an_error() -> None:
    text = """
    kgen.func @f(%n: index) -> index {
      %r = kgen.call @f(%n) : (index) -> index
      kgen.return %r : index
    }
    """
    fails("comptime-recursion-limit", text, 1)


def test_deep_recursion_works() -> None:
    program = Program("""
    kgen.func @f(%n: index) -> index {
      %zero = kgen.param.constant = <0> : index
      %one = kgen.param.constant = <1> : index
      %done = pop.cmp eq %n, %zero : i1
      hlcf.if %done { kgen.return %zero : index }
      %m = pop.sub %n, %one : index
      %r = kgen.call @f(%m) : (index) -> index
      %s = pop.add %r, %one : index
      kgen.return %s : index
    }
    """)
    assert program.run("f", 9000) == [9000]


def test_indirect_call() -> None:
    program = Program("""
    kgen.func @twice(%n: index) -> index {
      %r = pop.add %n, %n : index
      kgen.return %r : index
    }
    kgen.func @f(%n: index) -> index {
      %g = kgen.addressof @twice
      %r = kgen.call_indirect %g(%n) : (index) -> index
      kgen.return %r : index
    }
    kgen.func @g(%p: !kgen.pointer<none>) -> index {
      %n = kgen.param.constant = <4> : index
      %r = kgen.call_indirect %p(%n) : (index) -> index
      kgen.return %r : index
    }
    """)
    assert program.run("f", 21) == [42]
    assert program.run("g", SymbolRef("twice")) == [8]
    with pytest.raises(InterpreterError, match="null function pointer"):
        program.run("g", None)


def test_step_limit() -> None:
    error = fails(
        "comptime-step-limit", "kgen.func @f() { hlcf.loop { } kgen.return }", limits=Limits(10_000)
    )
    assert "10000 steps" in error.message


# -- memory ----------------------------------------------------------------------------------------------

P = "!kgen.pointer<none>"


def test_heap_round_trip_and_struct_fields() -> None:
    program = Program(f"""
    kgen.func @f(%v: index) -> index {{
      %size = kgen.param.constant = <24> : index
      %p = pop.external_call "malloc"(%size) : (index) -> {P}
      %flag = kgen.param.constant = <true> : i1
      %s = kgen.struct.create(%p, %v, %flag) : !kgen.struct<({P}, index, i1)>
      pop.store %s, %p : !kgen.struct<({P}, index, i1)>
      %self = pop.load %p : {P}
      %q = kgen.struct.gep %self[1] {{struct = !kgen.struct<({P}, index, i1)>}} : {P}
      %r = pop.load %q : index
      pop.external_call "free"(%p) : ({P}) -> ()
      kgen.return %r : index
    }}
    """)
    assert program.run("f", -77) == [-77]
    assert program.interpreter._memory.used == 0


@pytest.mark.parametrize(
    ("type", "value"),
    [
        (t.INDEX, -5),
        (t.I1, True),
        (t.IntegerType(24), -(1 << 23)),
        (t.IntegerType(128), -(1 << 127)),
        (t.BOOL, True),
        (t.scalar(dt.BY_NAME["ui16"]), 65535),
        (t.scalar(dt.BY_NAME["si256"]), -(1 << 255)),
        (t.scalar(dt.F32), 1.5),
        (t.scalar(dt.BY_NAME["bf16"]), -2.5),
        (t.scalar(dt.BY_NAME["f8e4m3fn"]), 448.0),
        (t.SimdType(4, dt.F32), (1.0, 2.0, -0.0, float("inf"))),
        (t.SimdType(4, dt.BOOL), (True, False, True, True)),
        (t.SimdType(3, dt.UI8), (1, 2, 255)),
        (t.ArrayType(3, t.INDEX), (1, -2, 3)),
        (t.ArrayType(1, t.INDEX), (7,)),
        (t.ArrayType(2, t.SimdType(2, dt.F64)), ((1.0, 2.0), (3.0, 4.0))),
        (t.StructType((t.I1, t.INDEX, t.StructType((t.BYTE,)))), (True, 8, (9,))),
        (t.STRING, b"hello"),
        (t.DTYPE, dt.F32),
        (t.INT_LITERAL, 10**50),
        (t.TYPE, "anything"),
        (t.POINTER, None),
        (t.POINTER, SymbolRef("f")),
        (t.NONE, ()),
        (t.UnionType((t.INDEX, t.BYTE)), b"12345678"),
    ],
)
def test_every_type_survives_memory(type: t.Type, value: object) -> None:
    program = Program("kgen.func @f() { kgen.return }")
    address = program.interpreter.allocate(64)
    inside = Address(address.block, 16)
    program.interpreter.store(inside, type, value)
    assert program.interpreter.load(inside, type) == value


def test_pointer_bytes_can_be_copied_one_by_one() -> None:
    """A pointer copied byte by byte, as a `memcpy` written in the library does, is the same pointer."""
    program = Program(f"""
    kgen.func @f(%to: {P}, %from: {P}) {{
      %zero = kgen.param.constant = <0> : index
      %one = kgen.param.constant = <1> : index
      %eight = kgen.param.constant = <8> : index
      %i = pop.stack_allocation {{type = index, count = 1}}
      pop.store %zero, %i : index
      hlcf.loop {{
        %n = pop.load %i : index
        %done = pop.cmp eq %n, %eight : i1
        hlcf.if %done {{ kgen.return }}
        %p = pop.offset %from, %n {{element = !pop.scalar<ui8>}}
        %q = pop.offset %to, %n {{element = !pop.scalar<ui8>}}
        %b = pop.load %p : !pop.scalar<ui8>
        pop.store %b, %q : !pop.scalar<ui8>
        %m = pop.add %n, %one : index
        pop.store %m, %i : index
      }}
      kgen.unreachable
    }}
    """)
    interpreter = program.interpreter
    target, source, block = (interpreter.allocate(16) for _ in range(3))
    interpreter.store(source, t.POINTER, Address(block.block, 4))
    program.run("f", target, source)
    assert interpreter.load(target, t.POINTER) == Address(block.block, 4)


def test_copy_keeps_pointers() -> None:
    program = Program(f"""
    kgen.func @f(%to: {P}, %from: {P}, %n: index) {{
      pop.memcpy %to, %from, %n
      kgen.return
    }}
    """)
    interpreter = program.interpreter
    a, b, inner = (interpreter.allocate(32) for _ in range(3))
    interpreter.store(a, t.POINTER, inner)
    interpreter.store(Address(a.block, 8), t.INDEX, 5)
    program.run("f", Address(b.block, 16), a, 16)
    assert interpreter.load(Address(b.block, 16), t.POINTER) == inner
    assert interpreter.load(Address(b.block, 24), t.INDEX) == 5


def test_pointer_to_index_and_back() -> None:
    program = Program(f"""
    kgen.func @f(%p: {P}) -> ({P}, i1) {{
      %n = pop.pointer_to_index %p : index
      %eight = kgen.param.constant = <8> : index
      %m = pop.add %n, %eight : index
      %q = pop.index_to_pointer %m : {P}
      %r = pop.cmp gt %q, %p : i1
      kgen.return %q, %r : {P}, i1
    }}
    """)
    block = program.interpreter.allocate(16, 64)
    assert program.run("f", block) == [Address(block.block, 8), True]


@pytest.mark.parametrize(
    ("code", "body"),
    [
        (
            "comptime-null-dereference",
            f"%q = kgen.param.constant = <none> : {P} %v = pop.load %q : index",
        ),
        ("comptime-uninitialized-pointer", f"%q = pop.load %p : {P} %v = pop.load %q : index"),
        (
            "comptime-out-of-bounds",
            "%q = pop.offset %p, %one {element = index} %v = pop.load %q : index",
        ),
        (
            "comptime-out-of-bounds",
            "%q = pop.offset %p, %minus {element = index} %v = pop.load %q : index",
        ),
        (
            "comptime-use-after-free",
            f'pop.external_call "free"(%p) : ({P}) -> () %v = pop.load %p : index',
        ),
        (
            "comptime-double-free",
            f'pop.external_call "free"(%p) : ({P}) -> () pop.external_call "free"(%p) : ({P}) -> ()',
        ),
        (
            "comptime-bad-free",
            f'%q = pop.offset %p, %one {{element = i8}} pop.external_call "free"(%q) : ({P}) -> ()',
        ),
        ("comptime-bad-pointer", f"%q = pop.index_to_pointer %one : {P} %v = pop.load %q : index"),
        ("comptime-external-call", '%v = pop.external_call "fork"() : () -> index'),
        ("comptime-abort", 'pop.external_call "abort"() : () -> ()'),
        ("comptime-unreachable", "kgen.unreachable"),
        (
            "comptime-division-by-zero",
            "%z = pop.sub %one, %one : index %v = pop.div %one, %z : index",
        ),
        ("comptime-memory-limit", f'%v = pop.external_call "malloc"(%big) : (index) -> {P}'),
        ("comptime-unknown-function", "kgen.call @nobody() : () -> ()"),
        ("comptime-constant-write", "%g = kgen.addressof @k pop.store %one, %g : index"),
        ("comptime-unsupported", 'pop.inline_asm "nop", ""() : () -> ()'),
        ("comptime-intrinsic", '%v = pop.call_llvm_intrinsic "llvm.nvvm.read"() : () -> index'),
    ],
)
def test_mistakes(code: str, body: str) -> None:
    error = fails(
        code,
        f"""
        kgen.global @k : index = <5> {{constant = true}}
        kgen.func @f() {{
          %one = kgen.param.constant = <1> : index
          %minus = kgen.param.constant = <-1> : index
          %size = kgen.param.constant = <8> : index
          %big = kgen.param.constant = <100000000000> : index
          %p = pop.external_call "malloc"(%size) : (index) -> {P}
          {body}
          kgen.return
        }}
        """,
    )
    assert error.message


def test_errors_know_where_they_happened() -> None:
    text = f"""
    kgen.func @f(%p: {P}) -> index {{
      %r = kgen.call @g(%p) : ({P}) -> index
      kgen.return %r : index
    }}
    kgen.func @g(%p: {P}) -> index {{
      %v = pop.load %p : index
      kgen.return %v : index
    }}
    """
    program = Program(text)
    for name, func in program.symbols.items():
        for op in func.walk():
            op.loc = (name, op.op_name)
    with pytest.raises(InterpreterError) as caught:
        program.run("f", None)
    assert caught.value.loc == ("g", "pop.load")
    assert [loc for _, loc in caught.value.stack] == [("g", "pop.load"), ("f", "kgen.call")]


def test_globals() -> None:
    program = Program(f"""
    kgen.global @table : !pop.array<3, index> = <[10, 20, 30]> {{constant = true}}
    kgen.func @f(%i: index) -> index {{
      %g = kgen.addressof @table
      %p = pop.offset %g, %i {{element = index}}
      %v = pop.load %p : index
      kgen.return %v : index
    }}
    kgen.func @g(%i: index) -> {P} {{
      %g = kgen.addressof @table
      %p = pop.offset %g, %i {{element = index}}
      kgen.return %p : {P}
    }}
    """)
    assert program.run("f", 2) == [30]
    (pointer,) = program.run("g", 1)
    assert program.interpreter.freeze(pointer, t.POINTER) == SymbolOffset(SymbolRef("table"), 8)
    (start,) = program.run("g", 0)
    assert program.interpreter.freeze(start, t.POINTER) == SymbolRef("table")
    assert program.interpreter.load(SymbolOffset(SymbolRef("table"), 16), t.INDEX) == 30


def test_strings_and_output() -> None:
    program = Program(f"""
    kgen.func @f() -> index {{
      %s = kgen.param.constant = <"hi\\n"> : !kgen.string
      %p = pop.string.address %s : {P}
      %n = pop.string.size %s : index
      %one = kgen.param.constant = <1> : index
      %w = pop.external_call "write"(%one, %p, %n) : (index, {P}, index) -> index
      kgen.return %w : index
    }}
    """)
    assert program.run("f") == [3]
    assert bytes(program.interpreter.output) == b"hi\n"


def test_atomics() -> None:
    program = Program(f"""
    kgen.func @f(%p: {P}) -> (index, index, i1) {{
      %three = kgen.param.constant = <3> : index
      %ten = kgen.param.constant = <10> : index
      pop.store %ten, %p : index
      %old = pop.atomic.rmw add %p, %three {{ordering = "seq_cst"}} : index
      %o, %ok = pop.atomic.cmpxchg %p, %ten, %three : index, i1
      %now = pop.load %p : index
      kgen.return %old, %now, %ok : index, index, i1
    }}
    """)
    assert program.run("f", program.interpreter.allocate(8)) == [10, 13, False]


# -- freezing --------------------------------------------------------------------------------------------

LIST = t.StructType((t.POINTER, t.INDEX))


def make_list(interpreter: Interpreter, *values: int) -> object:
    buffer = interpreter.allocate(8 * len(values), 8)
    interpreter.store(buffer, t.ArrayType(len(values), t.INDEX), values)
    return (buffer, len(values))


def test_frozen_values_compare_by_content() -> None:
    interpreter = Program("kgen.func @f() { kgen.return }").interpreter
    a = interpreter.freeze(make_list(interpreter, 1, 2, 3), LIST)
    b = interpreter.freeze(make_list(interpreter, 1, 2, 3), LIST)
    c = interpreter.freeze(make_list(interpreter, 1, 2, 4), LIST)
    assert a == b and hash(a) == hash(b)
    assert a != c


def test_nested_heap_values_freeze_and_thaw() -> None:
    interpreter = Program("kgen.func @f() { kgen.return }").interpreter
    inner = [make_list(interpreter, 1, 2), make_list(interpreter, 3)]
    outer = interpreter.allocate(32, 8)
    interpreter.store(outer, t.ArrayType(2, LIST), tuple(inner))
    frozen = interpreter.freeze((outer, 2), LIST)
    assert isinstance(frozen, tuple) and isinstance(frozen[0], HeapRef)
    thawed = interpreter.thaw(frozen, LIST)
    assert isinstance(thawed, tuple)
    assert thawed[0].block is not outer.block
    second = interpreter.load(Address(thawed[0].block, 16), LIST)
    assert isinstance(second, tuple) and second[1] == 1
    assert interpreter.load(second[0], t.INDEX) == 3
    assert interpreter.freeze(thawed, LIST) == frozen


def test_constants_give_fresh_memory_each_time() -> None:
    program = Program(f"""
    kgen.func @f() -> index {{
      %zero = kgen.param.constant = <0> : index
      %one = kgen.param.constant = <1> : index
      %two = kgen.param.constant = <2> : index
      %sum = pop.stack_allocation {{type = index, count = 1}}
      %i = pop.stack_allocation {{type = index, count = 1}}
      pop.store %zero, %sum : index
      pop.store %zero, %i : index
      hlcf.loop {{
        %n = pop.load %i : index
        %done = pop.cmp eq %n, %two : i1
        hlcf.if %done {{ hlcf.break }}
        %p = kgen.param.constant = <none> : {P}
        %v = pop.load %p : index
        %w = pop.add %v, %one : index
        pop.store %w, %p : index
        %old = pop.load %sum : index
        %new = pop.add %old, %w : index
        pop.store %new, %sum : index
        %m = pop.add %n, %one : index
        pop.store %m, %i : index
      }}
      %r = pop.load %sum : index
      kgen.return %r : index
    }}
    """)
    frozen = program.interpreter.freeze(make_list(program.interpreter, 40), LIST)
    assert isinstance(frozen, tuple)
    for op in program.symbols["f"].walk():
        if isinstance(op, kgen.Constant) and op.value is None:
            op.set_attr("value", frozen[0])
    assert program.run("f") == [82]


def test_cycles_cannot_be_frozen() -> None:
    interpreter = Program("kgen.func @f() { kgen.return }").interpreter
    block = interpreter.allocate(8)
    interpreter.store(block, t.POINTER, block)
    with pytest.raises(InterpreterError) as caught:
        interpreter.freeze(block, t.POINTER)
    assert caught.value.code == "comptime-cyclic-value"


def test_moved_out_pointers_do_not_matter() -> None:
    """The bytes of a destroyed element may stay in a buffer; freezing must not trip over them."""
    interpreter = Program("kgen.func @f() { kgen.return }").interpreter
    buffer, gone = interpreter.allocate(16), interpreter.allocate(8)
    interpreter.store(buffer, t.POINTER, gone)
    interpreter.free(gone)
    assert isinstance(interpreter.freeze(buffer, t.POINTER), HeapRef)


def test_functions_are_looked_up_when_called() -> None:
    """A function that is never called need not exist."""
    program = Program("""
    kgen.func @f(%c: i1) -> index {
      %one = kgen.param.constant = <1> : index
      hlcf.if %c { kgen.call @missing() : () -> () }
      kgen.return %one : index
    }
    """)
    assert program.run("f", False) == [1]


@pytest.mark.parametrize(
    ("text", "value", "length"),
    [(b"2.5e3x", 2500.0, 5), (b" -0x1.8p1", -3.0, 9), (b"inf", float("inf"), 3), (b"abc", 0.0, 0)],
)
def test_strtod(text: bytes, value: float, length: int) -> None:
    program = Program(f"""
    kgen.func @f(%s: !kgen.string) -> (!pop.scalar<f64>, index) {{
      %p = pop.string.address %s : {P}
      %end = pop.stack_allocation {{type = {P}, count = 1}}
      %v = pop.external_call "strtod"(%p, %end) : ({P}, {P}) -> !pop.scalar<f64>
      %q = pop.load %end : {P}
      %a = pop.pointer_to_index %p : index
      %b = pop.pointer_to_index %q : index
      %n = pop.sub %b, %a : index
      kgen.return %v, %n : !pop.scalar<f64>, index
    }}
    """)
    assert program.run("f", text) == [value, length]


@pytest.mark.parametrize(
    ("form", "type", "value", "expected"),
    [
        (b"%.*e|", "!pop.scalar<f64>", 1.5, b"1.500e+00|"),
        (b"<%08.2f>", "!pop.scalar<f64>", -3.14159, b"<-0003.14>"),
        (b"%ld%%", "index", -12, b"-12%"),
        (b"%lx", "index", -1, b"ffffffffffffffff"),
        (b"%u", "index", -1, b"4294967295"),
    ],
)
def test_snprintf(form: bytes, type: str, value: object, expected: bytes) -> None:
    star = "%three, " if b"*" in form else ""
    star_type = "index, " if star else ""
    program = Program(f"""
    kgen.func @f(%form: !kgen.string, %v: {type}, %out: {P}) -> index {{
      %size = kgen.param.constant = <32> : index
      %three = kgen.param.constant = <3> : index
      %p = pop.string.address %form : {P}
      %n = pop.external_call "snprintf"(%out, %size, %p, {star}%v) {{fixed = 3}} : ({P}, index, {P}, {star_type}{type}) -> index
      kgen.return %n : index
    }}
    """)
    out = program.interpreter.allocate(32)
    assert program.run("f", form, value, out) == [len(expected)]
    data = program.interpreter.load(out, t.ArrayType(len(expected) + 1, t.BYTE))
    assert bytes(data) == expected + b"\0"  # type: ignore[call-overload]
