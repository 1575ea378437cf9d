"""The target: sizes, vector widths, operating system, processor."""

from std.sys._platforms import platform_map
from std.ffi import external_call


@always_inline
def size_of[T: AnyType]() -> Int:
    """Bytes one value occupies in an array.

    Example:

    ```mojo
    from std.sys.info import size_of

    print(size_of[Int32](), size_of[DType.float64]())  # 4 8
    ```
    """
    return __size_of[T]()


@always_inline
def size_of[dtype: DType]() -> Int:
    """Bytes one number occupies."""
    return dtype.size_of()


@always_inline
def align_of[T: AnyType]() -> Int:
    """The alignment of a type.

    Example:

    ```mojo
    from std.sys.info import align_of

    print(align_of[Int64]())  # 8
    ```
    """
    return __align_of[T]()


@always_inline
def align_of[dtype: DType]() -> Int:
    """The alignment of a number."""
    return __align_of[Scalar[dtype]]()


@always_inline
def bit_width_of[T: AnyType]() -> Int:
    """Bits one value occupies.

    Example:

    ```mojo
    from std.sys.info import bit_width_of

    print(bit_width_of[UInt8]())  # 8
    ```
    """
    return 8 * __size_of[T]()


@always_inline
def bit_width_of[dtype: DType]() -> Int:
    """Bits one number has."""
    return dtype.bit_width()


@always_inline
def simd_bit_width() -> Int:
    """Bits of the widest vector register.

    Example:

    ```mojo
    from std.sys.info import simd_bit_width

    print(simd_bit_width() >= 128)  # True
    ```
    """
    return __target_info["simd_bits"]()


@always_inline
def simd_byte_width() -> Int:
    """Bytes of the widest vector register.

    Example:

    ```mojo
    from std.sys.info import simd_byte_width

    print(simd_byte_width() >= 16)  # True
    ```
    """
    return __target_info["simd_bits"]() // 8


@always_inline
def simd_width_of[dtype: DType]() -> Int:
    """Numbers that fit in the widest vector register.

    Example:

    ```mojo
    from std.sys.info import simd_width_of

    print(simd_width_of[DType.float32]() >= 4)  # True
    ```
    """
    return max(1, simd_bit_width() // max(8, dtype.bit_width()))


@always_inline
def simd_width_of[dtype: DType, target: _TargetType]() -> Int:
    """Numbers that fit in the widest vector register of a machine; on GPUs, in 16 bytes."""
    comptime bits = 128 if _is_gpu_target[target]() else __target_info["simd_bits", target]()
    return max(1, bits // max(8, dtype.bit_width()))


@always_inline
def _is_gpu_target[target: _TargetType]() -> Bool:
    """Whether a machine is a GPU."""
    return __target_info["triple", target]().startswith("nvptx") or __target_info["triple", target]().startswith("amdgcn")


@always_inline
def simd_width_of[T: AnyType]() -> Int:
    """Values that fit in the widest vector register."""
    return max(1, simd_bit_width() // (8 * __size_of[T]()))


comptime sizeof = size_of
"""An older name of `size_of`.

Example:

```mojo
from std.sys.info import sizeof

print(sizeof[Int16]())  # 2
```
"""
comptime alignof = align_of
"""An older name of `align_of`."""
comptime bitwidthof = bit_width_of
"""An older name of `bit_width_of`."""
comptime simdwidthof = simd_width_of
"""An older name of `simd_width_of`."""
comptime simdbitwidth = simd_bit_width
"""An older name of `simd_bit_width`."""
comptime simdbytewidth = simd_byte_width
"""An older name of `simd_byte_width`."""


comptime _TargetType = __mlir_type.`!kgen.target`
"""A machine to compile for."""


@always_inline
def _current_target() -> _TargetType:
    """The machine that this code is compiled for."""
    return __mlir_attr[
        `#kgen.target<triple = "`,
        __target_info["triple"](),
        `", arch = "`,
        __target_info["cpu"](),
        `", features = "`,
        __target_info["features"](),
        `">`,
    ]


struct CompilationTarget[value: _TargetType = _current_target()](TrivialRegisterPassable):
    """Questions about a machine that code is made for.

    Parameters:
        value: The machine; the one that this code is compiled for if it is left out.

    Example:

    ```mojo
    from std.sys.info import CompilationTarget

    print(CompilationTarget.is_linux())  # True
    ```

    ```mojo
    from std.sys.info import CompilationTarget

    comptime target = CompilationTarget
    print(target.is_macos(), target.is_windows(), target.is_apple_silicon())  # False False False
    print(target.is_x86() != target.is_arm())  # True
    ```

    ```mojo
    from std.sys.info import CompilationTarget

    comptime target = CompilationTarget
    print("vectors of ARM" if target.has_neon() else "others")
    print(target.has_sse4(), target.has_avx(), target.has_avx2(), target.has_avx512f())
    print(target.has_fma(), target.has_vnni(), target.has_intel_amx(), target.is_neoverse_n1())
    ```

    ```mojo
    from std.sys.info import CompilationTarget

    def widest() -> Int:
        comptime if CompilationTarget.is_linux():
            return 128
        else:
            return CompilationTarget.unsupported_target_error[Int, operation="widest"]()

    print(widest(), CompilationTarget.default_compile_options() == "")  # 128 True
    ```

    ```mojo
    from std.gpu.host.info import A100
    from std.sys.info import CompilationTarget

    print(CompilationTarget[A100.target()].is_linux())  # False
    ```
    """

    @staticmethod
    def is_x86() -> Bool:
        """True for x86_64."""
        return _architecture_is["x86_64", Self.value]()

    @staticmethod
    def is_arm() -> Bool:
        """True for 64-bit ARM."""
        return _architecture_is["aarch64", Self.value]()

    @staticmethod
    def is_linux() -> Bool:
        """True for Linux."""
        return _system_is["linux", Self.value]()

    @staticmethod
    def is_macos() -> Bool:
        """True for macOS."""
        return _system_is["macos", Self.value]()

    @staticmethod
    def is_windows() -> Bool:
        """True for Windows."""
        return _system_is["windows", Self.value]()

    @staticmethod
    def is_apple_silicon() -> Bool:
        """True for macOS on ARM."""
        return Self.is_macos() and Self.is_arm()

    @staticmethod
    def is_neoverse_n1() -> Bool:
        """True for that processor."""
        return __target_info["cpu", Self.value]() == "neoverse-n1"

    @staticmethod
    def has_neon() -> Bool:
        """True where ARM vectors exist."""
        return Self.is_arm()

    @staticmethod
    def has_sse4() -> Bool:
        """True where SSE4 exists."""
        return _has_feature["sse4.2", Self.value]()

    @staticmethod
    def has_avx() -> Bool:
        """True where AVX exists."""
        return _has_feature["avx", Self.value]()

    @staticmethod
    def has_avx2() -> Bool:
        """True where AVX2 exists."""
        return _has_feature["avx2", Self.value]()

    @staticmethod
    def has_avx512f() -> Bool:
        """True where AVX-512 exists."""
        return _has_feature["avx512f", Self.value]()

    @staticmethod
    def has_fma() -> Bool:
        """True where fused multiply-add exists."""
        return Self.is_arm() or _has_feature["fma", Self.value]()

    @staticmethod
    def has_vnni() -> Bool:
        """True where the byte dot products exist."""
        return _has_feature["avx512vnni", Self.value]()

    @staticmethod
    def has_intel_amx() -> Bool:
        """True where AMX exists."""
        return _has_feature["amx-tile", Self.value]()

    @staticmethod
    def unsupported_target_error[
        result: AnyType = NoneType, *, operation: StringLiteral = "this operation", note: StringLiteral = ""
    ]() -> result:
        """Fails to compile: the operation does not exist on the machine that code is made for."""
        comptime assert False, (
            "there is no " + operation + " on '" + __target_info["arch", Self.value]() + "'" + (": " + note if note else "")
        )

    @staticmethod
    def default_compile_options() -> StaticString:
        """No options."""
        return ""

    @staticmethod
    def _target() -> _TargetType:
        return Self.value

    @staticmethod
    def _arch() -> StaticString:
        return __target_info["arch", Self.value]()


def _architecture_is[name: StringLiteral, target: _TargetType]() -> Bool:
    return __target_info["arch", target]() == name


def _system_is[name: StringLiteral, target: _TargetType]() -> Bool:
    return __target_info["os", target]() == name


def _has_feature[name: StringLiteral, target: _TargetType]() -> Bool:
    # Features are listed as "+a,+b".
    var listed = StaticString(__target_info["features", target]())
    var wanted = String("+") + StaticString(name)
    var position = listed.find(wanted)
    while position >= 0:
        var end = position + wanted.byte_length()
        if end == listed.byte_length() or listed._byte(end) == 44:
            return True
        position = listed.find(wanted, end)
    return False


@always_inline
def is_x86() -> Bool:
    """True for x86_64.

    Example:

    ```mojo
    from std.sys.info import has_neon, is_x86

    print(is_x86() or has_neon())  # True
    ```
    """
    return CompilationTarget.is_x86()


@always_inline
def has_neon() -> Bool:
    """True where ARM vectors exist.

    Example:

    ```mojo
    from std.sys.info import has_neon

    print("ARM" if has_neon() else "another")
    ```
    """
    return CompilationTarget.is_arm()


@always_inline
def has_avx() -> Bool:
    """True where AVX exists.

    Example:

    ```mojo
    from std.sys.info import has_avx

    print("AVX" if has_avx() else "no AVX")
    ```
    """
    return CompilationTarget.has_avx()


@always_inline
def has_avx2() -> Bool:
    """True where AVX2 exists.

    Example:

    ```mojo
    from std.sys.info import has_avx2

    print("AVX2" if has_avx2() else "no AVX2")
    ```
    """
    return CompilationTarget.has_avx2()


@always_inline
def has_avx512f() -> Bool:
    """True where AVX-512 exists.

    Example:

    ```mojo
    from std.sys.info import has_avx512f

    print("AVX-512" if has_avx512f() else "no AVX-512")
    ```
    """
    return CompilationTarget.has_avx512f()


@always_inline
def has_fma() -> Bool:
    """True where fused multiply-add exists.

    Example:

    ```mojo
    from std.sys.info import has_fma

    print("fused" if has_fma() else "not fused")
    ```
    """
    return CompilationTarget.has_fma()


@always_inline
def has_sse4() -> Bool:
    """True where SSE4 exists.

    Example:

    ```mojo
    from std.sys.info import has_sse4, is_x86

    print(is_x86() or not has_sse4())  # True
    ```
    """
    return CompilationTarget.has_sse4()


@always_inline
def has_vnni() -> Bool:
    """True where the byte dot products exist.

    Example:

    ```mojo
    from std.sys.info import has_vnni, is_x86

    print(is_x86() or not has_vnni())  # True
    ```
    """
    return CompilationTarget.has_vnni()


@always_inline
def has_intel_amx() -> Bool:
    """True where AMX exists.

    Example:

    ```mojo
    from std.sys.info import has_intel_amx, is_x86

    print(is_x86() or not has_intel_amx())  # True
    ```
    """
    return CompilationTarget.has_intel_amx()


@always_inline
def is_apple_silicon() -> Bool:
    """True for macOS on ARM.

    Example:

    ```mojo
    from std.sys.info import is_apple_silicon

    print("Apple" if is_apple_silicon() else "another")
    ```
    """
    return CompilationTarget.is_apple_silicon()


@always_inline
def os_is_linux() -> Bool:
    """True for Linux.

    Example:

    ```mojo
    from std.sys.info import os_is_linux

    print(os_is_linux())  # True
    ```
    """
    return CompilationTarget.is_linux()


@always_inline
def os_is_macos() -> Bool:
    """True for macOS.

    Example:

    ```mojo
    from std.sys.info import os_is_macos

    print(os_is_macos())  # False
    ```
    """
    return CompilationTarget.is_macos()


@always_inline
def os_is_windows() -> Bool:
    """True for Windows.

    Example:

    ```mojo
    from std.sys.info import os_is_windows

    print(os_is_windows())  # False
    ```
    """
    return CompilationTarget.is_windows()


@always_inline
def is_nvidia_gpu[subarch: StaticString = "<any>"]() -> Bool:
    """True in code for an NVIDIA GPU, or for one kind of them (`"sm_90a"`).

    Example:

    ```mojo
    from std.sys.info import is_nvidia_gpu

    print(is_nvidia_gpu())  # False
    ```
    """
    comptime is_there = __target_info["arch"]() == "nvptx64" and (subarch == "<any>" or __target_info["cpu"]() == subarch)
    return is_there


comptime triple_is_nvidia_cuda = is_nvidia_gpu
"""An older name of `is_nvidia_gpu`.

Example:

```mojo
from std.sys.info import triple_is_nvidia_cuda

print(triple_is_nvidia_cuda())  # False
```
"""


@always_inline
def is_amd_gpu[subarch: StaticString = "<any>"]() -> Bool:
    """True in code for an AMD GPU, or for one kind of them (`"gfx942"`).

    Example:

    ```mojo
    from std.sys.info import is_amd_gpu

    print(is_amd_gpu())  # False
    ```
    """
    comptime is_there = __target_info["arch"]() == "amdgcn" and (subarch == "<any>" or __target_info["cpu"]() == subarch)
    return is_there


@always_inline
def is_apple_gpu[subarch: StaticString = "<any>"]() -> Bool:
    """True in code for an Apple GPU.

    Example:

    ```mojo
    from std.sys.info import is_apple_gpu

    print(is_apple_gpu())  # False
    ```
    """
    return False


@always_inline
def is_gpu() -> Bool:
    """True in code for a GPU.

    Example:

    ```mojo
    from std.sys.info import is_gpu

    print(is_gpu())  # False
    ```
    """
    return is_nvidia_gpu() or is_amd_gpu()


@always_inline
def _is_away_from_host() -> Bool:
    # True in code that a device runs: it has no C library. A simulated device is the host.
    return is_gpu() and __target_info["simulated"]() == 0


@always_inline
def is_64bit() -> Bool:
    """True: all targets have 64-bit addresses.

    Example:

    ```mojo
    from std.sys.info import is_64bit

    print(is_64bit())  # True
    ```
    """
    return True


@always_inline
def is_32bit() -> Bool:
    """False: all targets have 64-bit addresses.

    Example:

    ```mojo
    from std.sys.info import is_32bit

    print(is_32bit())  # False
    ```
    """
    return False


@always_inline
def is_little_endian() -> Bool:
    """True: all targets store the lowest byte first.

    Example:

    ```mojo
    from std.sys.info import is_little_endian

    print(is_little_endian())  # True
    ```
    """
    return True


@always_inline
def is_big_endian() -> Bool:
    """False: all targets store the lowest byte first.

    Example:

    ```mojo
    from std.sys.info import is_big_endian

    print(is_big_endian())  # False
    ```
    """
    return False


@always_inline
def is_triple[name: StringLiteral]() -> Bool:
    """True when the target has this triple.

    Example:

    ```mojo
    from std.sys.info import is_triple

    print(is_triple["riscv32-unknown-none"]())  # False
    ```
    """
    return __target_info["triple"]() == name


def has_accelerator() -> Bool:
    """True where kernels can run: on a GPU, or on the simulated device.

    Example:

    ```mojo
    from std.sys.info import has_accelerator

    print("with a GPU" if has_accelerator() else "without a GPU")
    ```
    """
    return __target_info["accelerator"]() != ""


def has_nvidia_gpu_accelerator() -> Bool:
    """True where an NVIDIA GPU can be used.

    Example:

    ```mojo
    from std.sys.info import has_nvidia_gpu_accelerator

    print("NVIDIA" if has_nvidia_gpu_accelerator() else "none")
    ```
    """
    return is_nvidia_gpu() or StaticString(__target_info["accelerator"]()).startswith("s")


def has_amd_gpu_accelerator() -> Bool:
    """True where an AMD GPU can be used.

    Example:

    ```mojo
    from std.sys.info import has_amd_gpu_accelerator

    print("AMD" if has_amd_gpu_accelerator() else "none")
    ```
    """
    return is_amd_gpu() or StaticString(__target_info["accelerator"]()).startswith("gfx")


def has_apple_gpu_accelerator() -> Bool:
    """False.

    Example:

    ```mojo
    from std.sys.info import has_apple_gpu_accelerator

    print(has_apple_gpu_accelerator())  # False
    ```
    """
    return False


def num_logical_cores() -> Int:
    """How many threads run at once.

    Example:

    ```mojo
    from std.sys.info import num_logical_cores

    print(num_logical_cores() >= 1)  # True
    ```
    """
    if __is_compile_time():
        return external_call["sysconf", Int](Int32(84))
    # Asking takes microseconds, which parallel loops would pay each time.
    var known = UnsafePointer[Int, MutAnyOrigin](mlir_value=__global_address["ember_logical_cores", Int]())
    if known[] == 0:
        known[] = external_call["sysconf", Int](Int32(84))
    return known[]


def num_physical_cores() -> Int:
    """How many cores there are.

    Example:

    ```mojo
    from std.sys.info import num_physical_cores

    print(num_physical_cores() >= 1)  # True
    ```
    """
    return num_logical_cores()


def num_performance_cores() -> Int:
    """How many fast cores there are.

    Example:

    ```mojo
    from std.sys.info import num_performance_cores

    print(num_performance_cores() >= 1)  # True
    ```
    """
    return num_logical_cores()
