"""Arguments of kernels: checked when the launch is compiled, laid out in memory when it happens."""

from std.gpu._simulator.check import checks, is_checking
from std.gpu._simulator.check_parts import note_words
from std.builtin.simd import _SIMDValue
from std.builtin.value import _DeviceView
from std.memory.pointer import _PointerValue

trait OfDevice:
    """What lies in the memory of one device."""

    def _home(self) -> UInt64:
        """The bit of the device's number."""
        ...


comptime Address = UnsafePointer[Byte, MutAnyOrigin]
comptime ARGUMENT_ALIGN = 64


def passes_as[Given: AnyType, Expected: AnyType]() -> Bool:
    """Whether an argument of type `Given` can be passed to a kernel that takes `Expected`."""
    comptime if __same_type[Given, Expected]():
        return True
    elif conforms_to(Given, _PointerValue) and conforms_to(Expected, _PointerValue):
        # Origins mean nothing on the other side; what may not be changed stays so.
        return __same_type[Given.type, Expected.type]() and (Given.mut or not Expected.mut)
    elif conforms_to(Given, _DeviceView) and conforms_to(Expected, _DeviceView):
        return __same_type[Given.device_type, Expected.device_type]() and (
            Given.is_mutable or not Expected.is_mutable
        )
    elif conforms_to(Given, _SIMDValue) and conforms_to(Expected, _SIMDValue):
        # What a literal becomes converts to other numbers.
        return __same_type[Given, Int]() or (
            __same_type[Given, Float64]() and Expected.dtype.is_floating_point()
        )
    elif conforms_to(Given, DevicePassable):
        comptime if __same_type[Given.device_type, Given]():
            return False
        else:
            return passes_as[Given.device_type, Expected]()
    else:
        return False


@always_inline
def check_arguments[func_type: AnyType, //, func: func_type, *Ts: AnyType]():
    """Fails to compile, with a sentence about the first wrong argument, unless `Ts` fit the kernel."""
    comptime name = __function_name[func]()
    comptime count = __function_arg_count[func]()
    comptime assert len(Ts) == count, (
        "the kernel '" + name + "' takes " + _digits[count]() + " arguments, but " + _digits[len(Ts)]() + " are given"
    )
    comptime for i in range(len(Ts)):
        comptime Expected = __function_arg_type[func, i]
        comptime assert passes_as[Ts[i], Expected](), (
            "the argument '"
            + __function_arg_name[func, i]()
            + "' of the kernel '"
            + name
            + "' is of type '"
            + __type_name[Expected]()
            + "', but a value of type '"
            + __type_name[Ts[i]]()
            + "' is given"
        )


def _digits[number: Int]() -> StringLiteral:
    # A number as text, for messages of the compiler.
    comptime if number >= 10:
        return _digits[number // 10]() + _digits[number % 10]()
    elif number >= 5:
        return "9" if number == 9 else "8" if number == 8 else "7" if number == 7 else "6" if number == 6 else "5"
    else:
        return "4" if number == 4 else "3" if number == 3 else "2" if number == 2 else "1" if number == 1 else "0"


def argument_space[*Types: AnyType]() -> Int:
    """The bytes that arguments of these types occupy, each at a multiple of `ARGUMENT_ALIGN`."""
    var total = 0
    comptime for i in range(len(Types)):
        total += (__size_of[Types[i]]() + ARGUMENT_ALIGN - 1) // ARGUMENT_ALIGN * ARGUMENT_ALIGN
    return total


@always_inline
def store_argument[Expected: AnyType, Given: AnyType](value: Given, target: Address):
    """Writes an argument as the kernel gets it."""
    comptime if (
        __same_type[Given, Expected]()
        or (conforms_to(Given, _PointerValue) and conforms_to(Expected, _PointerValue))
        or (conforms_to(Given, _DeviceView) and conforms_to(Expected, _DeviceView))
    ):
        __mlir_op.`pop.memcpy`[overlapping=False](
            target.address, __address_of(value), __size_of[Expected]()._index()
        )
        comptime if is_checking():
            note_words(checks()[].parts, Int(target), __size_of[Expected]())
    elif conforms_to(Given, _SIMDValue) and conforms_to(Expected, _SIMDValue):
        target.bitcast[Expected]()[] = value.cast[Expected.dtype]()
    else:
        comptime if __same_type[Given.device_type, Expected]() or conforms_to(Given.device_type, _PointerValue):
            value._to_device_type(target.bitcast[NoneType]())
        else:
            var converted = UnsafePointer[Given.device_type, MutAnyOrigin].alloc(1)
            value._to_device_type(converted.bitcast[NoneType]())
            store_argument[Expected](converted[], target)
            converted.free()
