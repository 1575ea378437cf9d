"""Types of graphs: tensors, buffers, opaque Mojo values and chains.

    !mo.tensor<[M, 8], f32>      !mo.tensor<[M, "M * 2"], bf16, gpu:0>      !mo.tensor<[K, N], f32, {layout = "KN"}>
    !mo.buffer<[128], si64>      !mo.opaque<"Counter", {stride = 1}>        !mo.chain

A dimension is a number, a name or, in quotes, an expression; a device is left out where it is the host.
"""

from __future__ import annotations

from typing import Any, Final

from ember.dialects.dimensions import Dimension, constant, parse_dimension, symbol
from ember.ir.reader import Reader, register_type
from ember.ir.text_values import RawAttribute, key, quote, value_text
from ember.ir.types import NamedType, Type
from ember.support.dtype import BY_NAME, DType

HOST: Final = "cpu:0"


class ShapedType(Type):
    """Elements of `dtype` in the shape `dims` on `device`."""

    __slots__ = ()

    @property
    def dims(self) -> tuple[Dimension, ...]:
        return self._parts[0]  # type: ignore[no-any-return]

    @property
    def dtype(self) -> DType:
        return self._parts[1]  # type: ignore[no-any-return]

    @property
    def device(self) -> str:
        return self._parts[2] if len(self._parts) > 2 else HOST

    @property
    def layout(self) -> str:
        """How its elements lie where that is not row by row; "" otherwise."""
        return self._parts[3] if len(self._parts) > 3 else ""

    @property
    def rank(self) -> int:
        return len(self.dims)

    def _inside(self) -> str:
        parts = [f"[{', '.join(map(dimension_text, self.dims))}]", self.dtype.name]
        if self.device != HOST:
            parts.append(self.device)
        if self.layout:
            parts.append(f"{{layout = {quote(self.layout)}}}")
        return ", ".join(parts)


class TensorType(ShapedType):
    """A tensor, which never changes: `!mo.tensor<[M, 8], f32>`."""

    __slots__ = ()

    def __str__(self) -> str:
        return f"!mo.tensor<{self._inside()}>"

    def with_dims(self, dims: tuple[Dimension, ...]) -> TensorType:
        return tensor(dims, self.dtype, self.device)

    def with_dtype(self, dtype: DType) -> TensorType:
        return tensor(self.dims, dtype, self.device)


class BufferType(ShapedType):
    """Memory that may change: `!mo.buffer<[128], si64>`."""

    __slots__ = ()

    def __str__(self) -> str:
        return f"!mo.buffer<{self._inside()}>"


class OpaqueType(Type):
    """A value of a Mojo type: `!mo.opaque<"Counter", {stride = 1}>`."""

    __slots__ = ()

    @property
    def name(self) -> str:
        return self._parts[0]  # type: ignore[no-any-return]

    @property
    def parameters(self) -> tuple[tuple[str, Any], ...]:
        return self._parts[1]  # type: ignore[no-any-return]

    def __str__(self) -> str:
        if not self.parameters:
            return f"!mo.opaque<{quote(self.name)}>"
        shown = ", ".join(f"{key(name)} = {value_text(value)}" for name, value in self.parameters)
        return f"!mo.opaque<{quote(self.name)}, {{{shown}}}>"


CHAIN: Final = NamedType("mo.chain")


def tensor(dims: tuple[Dimension, ...], dtype: DType, device: str = HOST) -> TensorType:
    """A tensor type in its one form: what has its default is left out."""
    return TensorType(*_parts(dims, dtype, device, ""))


def buffer(dims: tuple[Dimension, ...], dtype: DType, device: str = HOST) -> BufferType:
    """A buffer type in its one form."""
    return BufferType(*_parts(dims, dtype, device, ""))


def _parts(
    dims: tuple[Dimension, ...], dtype: DType, device: str, layout: str
) -> tuple[object, ...]:
    if layout:
        return (dims, dtype, device, layout)
    return (dims, dtype) if device == HOST else (dims, dtype, device)


# -- text ------------------------------------------------------------------------------------------------


def dimension_text(size: Dimension) -> str:
    """A number or a name as it is, anything else in quotes."""
    plain = size.symbol is not None or (size.constant is not None and size.constant >= 0)
    return str(size) if plain else quote(str(size))


def _dimension(reader: Reader) -> Dimension:
    kind = reader.kinds[reader.at]
    if kind == "number":
        at = reader.at
        number = reader.integer()
        if not 0 <= number < 1 << 63:
            reader.fail("a dimension is a number from 0 to 2**63 - 1", at=at)
        return constant(number)
    if kind == "ident":
        return symbol(reader.word())
    at = reader.at
    try:
        return parse_dimension(reader.string())
    except ValueError as problem:
        reader.fail(str(problem), at=at)


def dimensions(reader: Reader) -> tuple[Dimension, ...]:
    """`[M, 8]`."""
    reader.expect("[")
    found: list[Dimension] = []
    while not reader.accept("]"):
        if found:
            reader.expect(",")
        found.append(_dimension(reader))
    return tuple(found)


def _shaped(reader: Reader) -> tuple[object, ...]:
    dims = dimensions(reader)
    reader.expect(",")
    at = reader.at
    name = reader.word()
    if name not in BY_NAME:
        reader.fail(f"'{name}' is no element type", at=at)
    device, layout = HOST, ""
    while reader.accept(","):
        if reader.texts[reader.at] == "{":
            layout = _layout(reader.dictionary().get("layout", ""))
        else:
            kind = reader.word()
            reader.expect(":")
            device = f"{kind}:{reader.integer()}"
    return _parts(dims, BY_NAME[name], device, layout)


def _layout(value: object) -> str:
    """The talks write `#mo.layout<KN>`."""
    if isinstance(value, RawAttribute):
        return value.text.removeprefix("#mo.layout<").removesuffix(">")
    return str(value)


def _opaque(reader: Reader) -> OpaqueType:
    name = reader.string()
    parameters = reader.dictionary() if reader.accept(",") else {}
    return OpaqueType(name, tuple(sorted(parameters.items())))


register_type("mo.tensor", lambda reader: TensorType(*_shaped(reader)))
register_type("mo.buffer", lambda reader: BufferType(*_shaped(reader)))
register_type("mo.opaque", _opaque)
