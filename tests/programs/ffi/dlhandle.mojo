# Loading a C library and calling through the handle.
from std.ffi import OwnedDLHandle


def main() raises:
    var lib = OwnedDLHandle("libm.so.6")
    print(lib.call["cos", Float64](Float64(0.0)))
    print(lib.check_symbol("sin"), lib.check_symbol("surely_not_there"))
