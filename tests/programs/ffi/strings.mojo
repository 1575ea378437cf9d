# Passing strings and buffers to C.
from std.ffi import c_char, c_int, c_size_t, external_call


def main():
    var text = String("hello")
    var n = external_call["strlen", c_size_t](text.as_c_string_slice().unsafe_ptr())
    print(n)
    var value = external_call["atoi", c_int]("123".unsafe_ptr())
    print(value)
    var buf = List[UInt8](length=4, fill=7)
    _ = external_call["memset", NoneType](buf.unsafe_ptr(), c_int(1), c_size_t(2))
    print(buf)
