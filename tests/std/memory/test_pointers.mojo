"""Allocation, pointers, OwnedPointer, ArcPointer, MaybeUninit, bitcast."""

from std.memory import ArcPointer, MaybeUninit, OwnedPointer, Pointer, alloc, bitcast, dealloc, pack_bits
from std.memory.alloc import Layout
from std.sys import align_of, size_of
from std.testing import TestSuite, assert_equal, assert_true


@fieldwise_init
struct Watched(Movable):
    """Adds one to a counter when it dies."""

    var name: String
    var deaths: ArcPointer[Int]

    def __deinit__(deinit self):
        self.deaths[] += 1


def test_pointer_to_variable() raises:
    var x = 5
    var p = Pointer(to=x)
    p[] += 1
    assert_equal(x, 6)
    assert_equal(p[], 6)
    var q = Pointer(to=x)
    assert_true(p == q)


def test_allocation() raises:
    var memory = alloc[Int]({count = 8})
    var p = memory.unsafe_ptr()
    for i in range(8):
        p[unsafe_offset=i] = i * i
    var total = 0
    for i in range(8):
        total += p.unsafe_offset(i)[]
    var distance = p.unsafe_offset(8) - p
    var fourth = memory.unsafe_span()[3]
    var count = memory.layout().count()
    dealloc(memory^)
    assert_equal(total, 140)
    assert_equal(distance, 8)
    assert_equal(fourth, 9)
    assert_equal(count, 8)


def test_managed_allocation() raises:
    var memory = alloc[Float64]({count = 4}).into_managed()
    memory.unsafe_ptr()[] = 2.5
    assert_equal(memory.unsafe_ptr()[], 2.5)


def test_layout() raises:
    var layout = Layout[Int32](count=6)
    assert_equal(layout.count(), 6)
    assert_equal(Layout[Int64].single().count(), 1)


def test_vector_access() raises:
    var memory = alloc[Float32]({count = 8})
    var p = memory.unsafe_ptr()
    p.unsafe_store(0, SIMD[DType.float32, 8](1, 2, 3, 4, 5, 6, 7, 8))
    var four = p.unsafe_load[width=4](2)
    var last = p.unsafe_load(7)
    dealloc(memory^)
    assert_equal(String(four), "[3.0, 4.0, 5.0, 6.0]")
    assert_equal(last, 8)


def test_values_in_raw_memory() raises:
    var deaths = ArcPointer(0)
    var seen = List[Int]()
    var memory = alloc[Watched]({count = 2})
    var p = memory.unsafe_ptr()
    p.unsafe_write(Watched("a", deaths))
    p.unsafe_offset(1).unsafe_write(Watched("b", deaths))
    seen.append(deaths[])
    p.unsafe_deinit_pointee()
    seen.append(deaths[])
    var taken = p.unsafe_offset(1).unsafe_take_pointee()
    dealloc(memory^)
    seen.append(deaths[])
    assert_equal(taken.name, "b")
    _ = taken^
    seen.append(deaths[])
    assert_equal(String(seen), "[0, 1, 1, 2]")


def test_owned_pointer() raises:
    var deaths = ArcPointer(0)
    var owner = OwnedPointer(Watched("only", deaths))
    assert_equal(owner[].name, "only")
    owner[].name += "!"
    var other = owner^
    assert_equal(other[].name, "only!")
    assert_equal(deaths[], 0)
    var inner = other^.into_inner()
    assert_equal(inner.name, "only!")
    _ = inner^
    assert_equal(deaths[], 1)
    var number = OwnedPointer(5)
    var same = OwnedPointer(other=number)
    same[] += 1
    assert_equal(number[], 5)
    assert_equal(same[], 6)


def test_arc_pointer() raises:
    var deaths = ArcPointer(0)
    var a = ArcPointer(Watched("shared", deaths))
    assert_equal(a.count(), 1)
    var b = a
    assert_equal(a.count(), 2)
    assert_true(a is b)
    b[].name += "?"
    assert_equal(a[].name, "shared?")
    _ = b^
    assert_equal(a.count(), 1)
    assert_equal(deaths[], 0)
    var c = ArcPointer(Watched("other", deaths))
    assert_true(a is not c)
    _ = a^
    assert_equal(deaths[], 1)
    _ = c^
    assert_equal(deaths[], 2)


def test_many_shares() raises:
    var list = List[ArcPointer[String]]()
    var text = ArcPointer(String("a text that does not fit inside"))
    for _ in range(20):
        list.append(text)
    assert_equal(text.count(), 21)
    list[3][] += "!"
    assert_equal(text[], "a text that does not fit inside!")
    list.clear()
    assert_equal(text.count(), 1)


def test_maybe_uninit() raises:
    var slot = MaybeUninit[String]()
    slot.unsafe_write("a text that does not fit inside")
    slot.unsafe_assume_init() += "!"
    var moved = slot^
    var text = moved.unsafe_assume_init()
    moved^.unsafe_deinit()
    assert_equal(text, "a text that does not fit inside!")
    var taken = MaybeUninit[String](String("another text that does not fit inside"))
    assert_equal(taken^.unsafe_assume_init(), "another text that does not fit inside")
    MaybeUninit[String]().unsafe_forget()
    assert_equal(MaybeUninit[Int].zeroed().unsafe_assume_init(), 0)
    var number = MaybeUninit[Int](7)
    var copy = number
    copy.write(8)
    assert_equal(number.unsafe_assume_init(), 7)
    assert_equal(size_of[MaybeUninit[String]](), size_of[String]())


def test_bitcast() raises:
    assert_equal(bitcast[DType.uint32](Float32(1)), 0x3F800000)
    assert_equal(bitcast[DType.int8](UInt8(255)), -1)
    assert_equal(String(bitcast[DType.uint8, 4](UInt32(0x04030201))), "[1, 2, 3, 4]")
    assert_equal(bitcast[DType.uint64, 1](SIMD[DType.uint32, 2](1, 1)), 0x100000001)
    assert_equal(pack_bits[dtype=DType.uint8](SIMD[DType.bool, 8](True, False, True, True, False, False, False, True)), 0b10001101)


def test_sizes() raises:
    assert_equal(size_of[OwnedPointer[String]](), size_of[Int]())
    assert_equal(size_of[ArcPointer[String]](), size_of[Int]())
    assert_equal(align_of[Pointer[Int, MutUnsafeAnyOrigin]](), align_of[Int]())


def main() raises:
    TestSuite.discover_tests[__functions_in_module()]().run()
