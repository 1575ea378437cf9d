# Passing a Mojo function to C code: qsort.
from std.ffi import c_int, external_call


def compare(a: Pointer[Int32, ImmUntrackedOrigin], b: Pointer[Int32, ImmUntrackedOrigin]) abi("C") -> c_int:
    return c_int(a[]) - c_int(b[])


def main():
    var xs: List[Int32] = [5, 3, 9, 1]
    external_call["qsort", NoneType](xs.unsafe_ptr(), len(xs), 4, compare)
    print(xs)
