"""Finding bytes in bytes."""

from std.bit import count_trailing_zeros
from std.collections.string.codepoint import _byte_at
from std.memory.memory import _RawPointer
from std.memory.unsafe import bitcast

comptime _WIDTH = 16


@no_inline
def _find_bytes(data: _RawPointer, length: Int, text: _RawPointer, size: Int, start: Int) -> Int:
    # Where `text` first occurs from `start` on, or -1. Candidates are the places where its first and its last byte fit,
    # sixteen at a time; these are compared in full.
    if size == 0:
        return start if start <= length else -1
    var bytes = UnsafePointer[UInt8, MutAnyOrigin](mlir_value=data)
    var end = length - size + 1
    var place = start
    if not __is_compile_time():
        var first = SIMD[DType.uint8, _WIDTH](UInt8(_byte_at(text, 0)))
        var last = SIMD[DType.uint8, _WIDTH](UInt8(_byte_at(text, size - 1)))
        while place + _WIDTH <= end:
            var fits = (bytes + place).load[_WIDTH]().eq(first) & (bytes + place + size - 1).load[_WIDTH]().eq(last)
            var words = bitcast[DType.uint64, 2](
                fits.select(SIMD[DType.uint8, _WIDTH](255), SIMD[DType.uint8, _WIDTH](0))
            )
            if words[0] | words[1] != 0:
                comptime for half in range(2):
                    var candidates = words[half]
                    while candidates != 0:
                        var bit = count_trailing_zeros(candidates)
                        var found = place + 8 * half + Int(bit >> 3)
                        if _same_bytes(data, found + 1, text, 1, size - 2):
                            return found
                        candidates &= ~(UInt64(255) << bit)
            place += _WIDTH
    while place < end:
        if _same_bytes(data, place, text, 0, size):
            return place
        place += 1
    return -1


@always_inline
def _same_bytes(data: _RawPointer, at: Int, text: _RawPointer, from_: Int, size: Int) -> Bool:
    # Whether `size` bytes of both, from two places on, are the same.
    for i in range(size):
        if _byte_at(data, at + i) != _byte_at(text, from_ + i):
            return False
    return True


@no_inline
def _find_bytes_backwards(data: _RawPointer, length: Int, text: _RawPointer, size: Int, start: Int) -> Int:
    # Where `text` last occurs, but not before `start`, or -1.
    var place = length - size
    while place >= start:
        if _same_bytes(data, place, text, 0, size):
            return place
        place -= 1
    return -1
