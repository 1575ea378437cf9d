# Calling C library functions.
from std.ffi import c_int, external_call


def main():
    print(external_call["abs", c_int](c_int(-5)))
    print(external_call["toupper", c_int](c_int(97)))
    print(external_call["labs", Int](Int(-123456789)))
    var r = external_call["sqrt", Float64](Float64(2.25))
    print(r)
