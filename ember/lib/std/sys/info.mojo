"""The target: sizes, vector widths, operating system, processor."""

from std.ffi import external_call


@always_inline
def size_of[T: AnyType]() -> Int:
    """Bytes one value occupies in an array."""
    return __size_of[T]()


@always_inline
def size_of[dtype: DType]() -> Int:
    """Bytes one number occupies."""
    return dtype.size_of()


@always_inline
def align_of[T: AnyType]() -> Int:
    """The alignment of a type."""
    return __align_of[T]()


@always_inline
def align_of[dtype: DType]() -> Int:
    """The alignment of a number."""
    return __align_of[Scalar[dtype]]()


@always_inline
def bit_width_of[T: AnyType]() -> Int:
    """Bits one value occupies."""
    return 8 * __size_of[T]()


@always_inline
def bit_width_of[dtype: DType]() -> Int:
    """Bits one number has."""
    return dtype.bit_width()


@always_inline
def simd_bit_width() -> Int:
    """Bits of the widest vector register."""
    return __target_info["simd_bits"]()


@always_inline
def simd_byte_width() -> Int:
    """Bytes of the widest vector register."""
    return __target_info["simd_bits"]() // 8


@always_inline
def simd_width_of[dtype: DType]() -> Int:
    """Numbers that fit in the widest vector register."""
    return max(1, simd_bit_width() // max(8, dtype.bit_width()))


@always_inline
def simd_width_of[T: AnyType]() -> Int:
    """Values that fit in the widest vector register."""
    return max(1, simd_bit_width() // (8 * __size_of[T]()))


comptime sizeof = size_of
comptime alignof = align_of
comptime bitwidthof = bit_width_of
comptime simdwidthof = simd_width_of
comptime simdbitwidth = simd_bit_width
comptime simdbytewidth = simd_byte_width


struct CompilationTarget(TrivialRegisterPassable):
    """Questions about the machine that code is made for."""

    @staticmethod
    def is_x86() -> Bool:
        """True for x86_64."""
        return _architecture_is["x86_64"]()

    @staticmethod
    def is_arm() -> Bool:
        """True for 64-bit ARM."""
        return _architecture_is["aarch64"]()

    @staticmethod
    def is_linux() -> Bool:
        """True for Linux."""
        return _system_is["linux"]()

    @staticmethod
    def is_macos() -> Bool:
        """True for macOS."""
        return _system_is["macos"]()

    @staticmethod
    def is_windows() -> Bool:
        """True for Windows."""
        return _system_is["windows"]()

    @staticmethod
    def is_apple_silicon() -> Bool:
        """True for macOS on ARM."""
        return Self.is_macos() and Self.is_arm()

    @staticmethod
    def is_neoverse_n1() -> Bool:
        """True for that processor."""
        return __target_info["cpu"]() == "neoverse-n1"

    @staticmethod
    def has_neon() -> Bool:
        """True where ARM vectors exist."""
        return Self.is_arm()

    @staticmethod
    def has_sse4() -> Bool:
        """True where SSE4 exists."""
        return _has_feature["sse4.2"]()

    @staticmethod
    def has_avx() -> Bool:
        """True where AVX exists."""
        return _has_feature["avx"]()

    @staticmethod
    def has_avx2() -> Bool:
        """True where AVX2 exists."""
        return _has_feature["avx2"]()

    @staticmethod
    def has_avx512f() -> Bool:
        """True where AVX-512 exists."""
        return _has_feature["avx512f"]()

    @staticmethod
    def has_fma() -> Bool:
        """True where fused multiply-add exists."""
        return Self.is_arm() or _has_feature["fma"]()

    @staticmethod
    def has_vnni() -> Bool:
        """True where the byte dot products exist."""
        return _has_feature["avx512vnni"]()

    @staticmethod
    def has_intel_amx() -> Bool:
        """True where AMX exists."""
        return _has_feature["amx-tile"]()

    @staticmethod
    def default_compile_options() -> StaticString:
        """No options."""
        return ""

    @staticmethod
    def _arch() -> StaticString:
        return __target_info["arch"]()


def _architecture_is[name: StringLiteral]() -> Bool:
    return __target_info["arch"]() == name


def _system_is[name: StringLiteral]() -> Bool:
    return __target_info["os"]() == name


def _has_feature[name: StringLiteral]() -> Bool:
    # Features are listed as "+a,+b".
    var listed = StaticString(__target_info["features"]())
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
    """True for x86_64."""
    return CompilationTarget.is_x86()


@always_inline
def has_neon() -> Bool:
    """True where ARM vectors exist."""
    return CompilationTarget.is_arm()


@always_inline
def has_avx() -> Bool:
    """True where AVX exists."""
    return CompilationTarget.has_avx()


@always_inline
def has_avx2() -> Bool:
    """True where AVX2 exists."""
    return CompilationTarget.has_avx2()


@always_inline
def has_avx512f() -> Bool:
    """True where AVX-512 exists."""
    return CompilationTarget.has_avx512f()


@always_inline
def has_fma() -> Bool:
    """True where fused multiply-add exists."""
    return CompilationTarget.has_fma()


@always_inline
def is_apple_silicon() -> Bool:
    """True for macOS on ARM."""
    return CompilationTarget.is_apple_silicon()


@always_inline
def os_is_linux() -> Bool:
    """True for Linux."""
    return _system_is["linux"]()


@always_inline
def os_is_macos() -> Bool:
    """True for macOS."""
    return _system_is["macos"]()


@always_inline
def os_is_windows() -> Bool:
    """True for Windows."""
    return _system_is["windows"]()


@always_inline
def is_nvidia_gpu() -> Bool:
    """True in code for an NVIDIA GPU."""
    return _architecture_is["nvptx64"]()


@always_inline
def is_amd_gpu() -> Bool:
    """True in code for an AMD GPU."""
    return _architecture_is["amdgcn"]()


@always_inline
def is_apple_gpu() -> Bool:
    """True in code for an Apple GPU."""
    return False


@always_inline
def is_gpu() -> Bool:
    """True in code for a GPU."""
    return is_nvidia_gpu() or is_amd_gpu()


@always_inline
def _is_away_from_host() -> Bool:
    # True in code that a device runs: it has no C library. A simulated device is the host.
    return is_gpu() and __target_info["simulated"]() == 0


@always_inline
def is_64bit() -> Bool:
    """True: all targets have 64-bit addresses."""
    return True


@always_inline
def is_32bit() -> Bool:
    """False: all targets have 64-bit addresses."""
    return False


@always_inline
def is_little_endian() -> Bool:
    """True: all targets store the lowest byte first."""
    return True


@always_inline
def is_big_endian() -> Bool:
    """False: all targets store the lowest byte first."""
    return False


@always_inline
def is_triple[name: StringLiteral]() -> Bool:
    """True when the target has this triple."""
    return __target_info["triple"]() == name


def has_accelerator() -> Bool:
    """True where kernels can run: on a GPU, or on the simulated device."""
    return __target_info["accelerator"]() != ""


def has_nvidia_gpu_accelerator() -> Bool:
    """True where an NVIDIA GPU can be used."""
    return is_nvidia_gpu() or StaticString(__target_info["accelerator"]()).startswith("s")


def has_amd_gpu_accelerator() -> Bool:
    """True where an AMD GPU can be used."""
    return is_amd_gpu() or StaticString(__target_info["accelerator"]()).startswith("gfx")


def has_apple_gpu_accelerator() -> Bool:
    """False."""
    return False


def num_logical_cores() -> Int:
    """How many threads run at once."""
    return external_call["sysconf", Int](Int32(84))


def num_physical_cores() -> Int:
    """How many cores there are."""
    return num_logical_cores()


def num_performance_cores() -> Int:
    """How many fast cores there are."""
    return num_logical_cores()
