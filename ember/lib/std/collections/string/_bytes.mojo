"""Copies of the bytes of a text."""

from std.memory.memory import _RawPointer, _allocate


@no_inline
def _heap_copy(data: _RawPointer, size: Int) -> _RawPointer:
    # Fresh memory with a copy of some bytes.
    var result = _allocate(size if size > 0 else 1)
    __mlir_op.`pop.memcpy`[overlapping=False](result, data, size._index())
    return result


@always_inline
def _copy_short(target: _RawPointer, source: _RawPointer, size: Int):
    # Copies bytes that may overlap.
    __mlir_op.`pop.memcpy`[overlapping=True](target, source, size._index())
