# Operations below the library on types they do not have: reported where the program asks for them.
from std.bit import pop_count
from std.memory import bitcast


def doubled[T: AnyType](ref x: T):
    _ = __mlir_op.`pop.add`(x, x)  # expect-error: 'pop.add' works on numbers


def operators(a: Float64, b: Float32, flags: SIMD[DType.bool, 4]):
    print(a & a)  # expect-error: '&' does not work on 'Float64'; it works on integers
    print(b << 2)  # expect-error: '<<' does not work on 'Float32'; it works on integers
    print(~b)  # expect-error: '~' works on integers
    print(flags + flags)  # expect-error: only numbers can be added
    print(-flags)  # expect-error: only numbers can be negated


def functions(a: Float32, v: SIMD[DType.float32, 4]):
    print(v.reduce_and())  # expect-error: bits are combined of integers
    print(v.shuffle[0, 1, 2, 9]())  # expect-error: a shuffle picks lanes that both vectors have
    print(pop_count(a))  # expect-error: only integers have bits
    print(bitcast[DType.uint64, 1](a))  # expect-error: 'bitcast' does not work; it takes SIMD[DType.float32, 1] of 4 bytes
    print(SIMD[DType.float32, 3](1, 2, 3))  # expect-error: a SIMD vector cannot have 3 lanes


def raw(n: Int):
    _ = __mlir_op.`pop.add`(__mlir_attr.`1 : index`, __mlir_attr.`2.0 : f64`)  # expect-error: has an operand of type
    _ = __mlir_op.`pop.add`(__mlir_attr.`1 : index`)  # expect-error: 'pop.add' needs 2 operands
    _ = __mlir_op.`pop.cmp`(__mlir_attr.`1 : index`, __mlir_attr.`1 : index`)  # expect-error: has the predicate None
    _ = __mlir_op.`pop.load`[_type=__mlir_type.index](n)  # expect-error: cannot take a SIMD[DType.int, 1]
    _ = __mlir_op.`pop.and`(__mlir_attr.`1.0 : f64`, __mlir_attr.`2.0 : f64`)  # expect-error: works on integers
    _ = __mlir_op.`pop.simd.reduce`[kind="add"](__mlir_attr.`1 : index`)  # expect-error: takes a vector


def main():
    operators(1.0, 2.0, True)
    functions(1.0, 2.0)
    doubled(String("a"))
