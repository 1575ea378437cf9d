# hash of values and bytes.
from std.hash import hash, Hasher, default_hasher
def main():
    print(hash(5) == hash(5), hash("a") == hash(String("a")), hash(hashable=3) == hash(3))
    var b: List[UInt8] = [1, 2, 3]
    print(hash(b.unsafe_ptr(), 3) == hash(b.unsafe_ptr(), 3))
    print(hash[HasherType=default_hasher](5) == hash(5))
    print(hash((1, "a")) == hash((1, "a")), hash(1.5) == hash(1.5), hash(SIMD[DType.int8, 4](1, 2, 3, 4)) == hash(SIMD[DType.int8, 4](1, 2, 3, 4)))
    var h = default_hasher()
    h.update(Span(b))
    print(h^.finish() != 0)
