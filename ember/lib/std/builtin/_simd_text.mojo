"""SIMD as text: what `print` shows, and the source form."""

from std.builtin.simd import SIMD, Scalar
from std.format._float import _write_float
from std.format._integer import _write_integer


__extension SIMD:
    def write_to(self, mut writer: Some[Writer]):
        """Writes the number, or the lanes as `[1, 2]`."""
        comptime if Self._is_scalar:
            _write_scalar(rebind[Scalar[Self.dtype]](self), writer)
        else:
            writer.write_string("[")
            comptime for i in range(Int(Self.length)):
                comptime if i > 0:
                    writer.write_string(", ")
                _write_scalar(self[i], writer)
            writer.write_string("]")

    def write_repr_to(self, mut writer: Some[Writer]):
        """Writes the source form: `Int(3)`, `SIMD[DType.int32, 2](1, 2)`."""
        comptime if Self._is_scalar:
            _write_type_name[Self.dtype](writer)
            writer.write_string("(")
            self.write_to(writer)
        else:
            writer.write_string("SIMD[DType.")
            writer.write_string(Self.dtype._name())
            writer.write_string(", ")
            Int(Self.length).write_to(writer)
            writer.write_string("](")
            comptime for i in range(Int(Self.length)):
                comptime if i > 0:
                    writer.write_string(", ")
                _write_scalar(self[i], writer)
        writer.write_string(")")

    def __str__(self) -> String:
        """The text that `print` shows."""
        var text = String()
        self.write_to(text)
        return text^

    def __repr__(self) -> String:
        """The source form."""
        var text = String()
        self.write_repr_to(text)
        return text^


def _write_scalar[dtype: DType](value: Scalar[dtype], mut writer: Some[Writer]):
    comptime if dtype == DType.bool:
        Bool(value.__bool__()).write_to(writer)
    elif dtype.is_floating_point():
        _write_float(value, writer)
    else:
        _write_integer(value, writer)


def _write_type_name[dtype: DType](mut writer: Some[Writer]):
    # The alias of a one-lane vector: `Int`, `UInt8`, `Float64`.
    comptime if dtype == DType.int:
        writer.write_string("Int")
    elif dtype == DType.uint:
        writer.write_string("UInt")
    elif dtype.is_unsigned():
        writer.write_string("UInt")
        Int(dtype.bit_width()).write_to(writer)
    elif dtype.is_integral():
        writer.write_string("Int")
        Int(dtype.bit_width()).write_to(writer)
    elif dtype == DType.bool:
        writer.write_string("Scalar[DType.bool]")
    elif dtype == DType.bfloat16:
        writer.write_string("BFloat16")
    elif dtype == DType.float16 or dtype == DType.float32 or dtype == DType.float64:
        writer.write_string("Float")
        Int(dtype.bit_width()).write_to(writer)
    else:
        writer.write_string("Scalar[DType.")
        writer.write_string(dtype._name())
        writer.write_string("]")
