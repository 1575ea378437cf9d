# edition: 2025
# Many library modules by their 2025 names.
from complex import ComplexSIMD, ComplexFloat64
from math import iota
from random import rand, random_float64, seed
from testing import assert_equal, assert_true
from pathlib import Path
from utils import StaticTuple, Variant
from utils.static_tuple import StaticTuple
from memory import Arc, Reference, bitcast, Span, OwnedPointer
from builtin.math import abs as babs
from collections import Set, Deque
from collections.string import StringSlice
from sys import argv, sizeof, alignof, bitwidthof, is_x86, num_physical_cores, exit, external_call, DLHandle
from sys.info import simdbitwidth
from sys.ffi import c_int
from time import perf_counter_ns, sleep
from os import getenv, abort
from os.path import exists
from bit import pop_count, count_leading_zeros
from hashlib import hash as h2
from benchmark import keep, run, Unit
import math

alias float_type = DType.float32
alias N = 8

@value
struct Pair:
    var first: Int
    var second: String

    fn __str__(self) -> String:
        return "(" + str(self.first) + ", " + self.second + ")"

@register_passable("trivial")
struct RP:
    var x: Int
    fn __init__(inout self, x: Int):
        self.x = x

trait Quackable:
    fn quack(self): ...

struct Duck(Quackable):
    fn __init__(inout self): pass
    fn quack(self):
        print("quack")

fn use[T: Quackable](t: T):
    t.quack()

fn count_up(owned n: Int) -> Int:
    n += 1
    return n

fn sum_all(*args: Int) -> Int:
    var t = 0
    for a in args:
        t += a
    return t

def pydef(x):
    return x

fn main() raises:
    var p = Pair(1, "two")
    var q = p
    q.first = 5
    print(p.first, q.first, q.second, str(q))
    print(RP(3).x, sizeof[Int](), alignof[Float64](), bitwidthof[DType.int32]())
    use(Duck())
    print(count_up(3), sum_all(1, 2, 3))
    var x = ComplexSIMD[DType.float32, 4](1, 2)
    print((x * x).re[0], x.squared_norm()[1])
    var t = StaticTuple[Int, 3](1, 2, 3)
    print(t[2])
    var v = Variant[Int, String](String("z"))
    print(v[String])
    var s = Set[Int](1, 2, 2)
    print(len(s))
    print(math.sqrt(16.0), math.pi)
    print(bitcast[DType.int32, 1](Float32(1.0)))
    seed(3)
    var buf = UnsafePointer[Float32].alloc(4)
    rand(buf, 4)
    print(buf[0] >= 0)
    buf.free()
    @parameter
    for i in range(3):
        print(i, end=" ")
    print()
    @parameter
    if N > 4:
        print("big")
    constrained[N == 8, "no"]()
    let y = 5
    print(y)
    var o = Optional[Int](4)
    if o:
        print(o.value(), o.or_else(2))
    print(String("{} {}").format(1, "a"), "a,b".split(",")[1])
    with open("/tmp/ember_t27.txt", "w") as f:
        f.write("abc")
    print(open("/tmp/ember_t27.txt", "r").read())
    print(List[Int](1, 2, 3).__str__(), Dict[String, Int]().__len__())
    var arcp = Arc(5)
    print(arcp[])
    print(hex(255), abs(-3), min(2, 3), max(2.0, 3.0), round(2.6), pow(2, 3))
    var iv = iota[DType.int32, 4]()
    print(iv, (iv > 1).reduce_or(), iv.reduce_add())
