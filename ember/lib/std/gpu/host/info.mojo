"""Facts about GPUs: what each has, and the target its kernels are compiled for."""

from std.sys.info import _TargetType


struct Vendor(Equatable, TrivialRegisterPassable, Writable):
    """Who makes a GPU.

    Example:

    ```mojo
    from std.gpu.host import Vendor

    print(Vendor.AMD_GPU)  # amd
    ```
    """

    var _value: Int

    comptime NO_GPU = Vendor(0)
    """Nobody: there is none."""
    comptime AMD_GPU = Vendor(1)
    """AMD."""
    comptime NVIDIA_GPU = Vendor(2)
    """NVIDIA."""
    comptime APPLE_GPU = Vendor(3)
    """Apple."""

    @always_inline("nodebug")
    def __init__(out self, value: Int):
        """Wraps a number."""
        self._value = value

    @always_inline("nodebug")
    def __eq__(self, other: Self) -> Bool:
        """True for the same vendor."""
        return self._value == other._value

    def write_to(self, mut writer: Some[Writer]):
        """Writes the vendor's name."""
        if self == Vendor.NO_GPU:
            writer.write("no_gpu")
        elif self == Vendor.AMD_GPU:
            writer.write("amd")
        elif self == Vendor.NVIDIA_GPU:
            writer.write("nvidia")
        else:
            writer.write("apple")


@fieldwise_init
struct GPUInfo[
    target_arch: StringLiteral,
    *,
    vendor: Vendor = Vendor.NVIDIA_GPU,
    simulated: Bool = False,
](Equatable, TrivialRegisterPassable, Writable):
    """What a model of GPU has.

    Example:

    ```mojo
    from std.gpu.host.info import H100

    print(H100.sm_count, H100.occupancy(threads_per_block=256, registers_per_thread=32))  # 132 1.0
    ```

    ```mojo
    from std.gpu.host.compile import compile_info
    from std.gpu.host.info import H100

    def kernel():
        pass

    print(H100.warps_per_multiprocessor())  # 64
    print(compile_info[kernel, target=H100.target()]().asm != "")  # True
    ```
    """

    var name: StaticString
    """What it is called."""
    var arch_name: StaticString
    """What its architecture is called: `hopper`, `gfx942`."""
    var version: StaticString
    """The version of its architecture: `sm_90a`, `CDNA3`."""
    var compute: Float32
    """Its compute capability: 9.0, 9.4."""
    var sm_count: Int
    """How many multiprocessors it has."""
    var warp_size: Int
    """The threads that execute an instruction together."""
    var threads_per_multiprocessor: Int
    """The threads one multiprocessor holds."""
    var max_thread_block_size: Int
    """The threads a block may have."""
    var max_blocks_per_multiprocessor: Int
    """The blocks one multiprocessor holds."""
    var shared_memory_per_multiprocessor: Int
    """Bytes of shared memory of a multiprocessor."""
    var max_shared_memory_per_block: Int
    """Bytes of shared memory that one block may use."""
    var max_registers_per_multiprocessor: Int
    """Registers of 32 bits of a multiprocessor."""
    var max_registers_per_thread: Int
    """Registers that one thread may use."""

    comptime api = "hip" if Self.vendor == Vendor.AMD_GPU else "cuda"
    """The interface that programs it."""

    @always_inline
    @staticmethod
    def target() -> _TargetType:
        """The target to compile kernels for."""
        comptime if Self.simulated:
            return __mlir_attr[`#kgen.target<triple = "nvptx64-nvidia-cuda", arch = "sm_90", simulated = true>`]
        elif Self.vendor == Vendor.AMD_GPU:
            return __mlir_attr[
                `#kgen.target<triple = "amdgcn-amd-amdhsa", arch = "`,
                Self.target_arch,
                `", simd_bit_width = 128, index_bit_width = 64>`,
            ]
        else:
            return __mlir_attr[
                `#kgen.target<triple = "nvptx64-nvidia-cuda", arch = "`,
                Self.target_arch,
                `", simd_bit_width = 128, index_bit_width = 64>`,
            ]

    def warps_per_multiprocessor(self) -> Int:
        """The warps one multiprocessor holds."""
        return self.threads_per_multiprocessor // self.warp_size

    def occupancy(self, *, threads_per_block: Int, registers_per_thread: Int, shared_memory: Int = 0) -> Float64:
        """The part of a multiprocessor's warps that run at once, for blocks that need this much."""
        var warps = (threads_per_block + self.warp_size - 1) // self.warp_size
        var blocks = min(self.max_blocks_per_multiprocessor, self.warps_per_multiprocessor() // warps)
        if registers_per_thread > 0:
            # Registers are given to warps in pieces of 256.
            var per_warp = (registers_per_thread * self.warp_size + 255) // 256 * 256
            blocks = min(blocks, self.max_registers_per_multiprocessor // (per_warp * warps))
        if shared_memory > 0:
            # A block needs one KiB more than it asks for.
            blocks = min(blocks, self.shared_memory_per_multiprocessor // (shared_memory + 1024))
        return Float64(blocks * warps) / Float64(self.warps_per_multiprocessor())

    @always_inline
    def __eq__(self, other: Self) -> Bool:
        """True for the same model."""
        return self.name == other.name

    def write_to(self, mut writer: Some[Writer]):
        """Writes its name and its main numbers."""
        writer.write(
            self.name,
            " (",
            StaticString(Self.target_arch),
            ", ",
            self.sm_count,
            " multiprocessors of ",
            self.threads_per_multiprocessor,
            " threads, ",
            self.max_shared_memory_per_block // 1024,
            " KiB of shared memory per block)",
        )


# -- the models -------------------------------------------------------------------------------------------
# name, architecture and its version, compute capability, multiprocessors; warp, threads, block, blocks; shared memory of a
# multiprocessor and of a block; registers of a multiprocessor and of a thread

comptime T4 = GPUInfo["sm_75"]("T4", "turing", "sm_75", 7.5, 40, 32, 1024, 1024, 16, 65536, 65536, 65536, 255)
"""The T4 of NVIDIA.

Example:

```mojo
from std.gpu.host.info import A100

print(A100.compute, A100.warp_size, A100.arch_name, A100.version, A100.api)  # 8.0 32 ampere sm_80 cuda
```
"""
comptime A100 = GPUInfo["sm_80"]("A100", "ampere", "sm_80", 8.0, 108, 32, 2048, 1024, 32, 167936, 166912, 65536, 255)
"""The A100 of NVIDIA."""
comptime A10 = GPUInfo["sm_86"]("A10", "ampere", "sm_86", 8.6, 72, 32, 1536, 1024, 16, 102400, 101376, 65536, 255)
"""The A10 of NVIDIA."""
comptime OrinNano = GPUInfo["sm_87"]("Orin Nano", "ampere", "sm_87", 8.7, 8, 32, 1536, 1024, 16, 167936, 166912, 65536, 255)
"""The Jetson Orin Nano of NVIDIA."""
comptime L4 = GPUInfo["sm_89"]("L4", "ada lovelace", "sm_89", 8.9, 58, 32, 1536, 1024, 24, 102400, 101376, 65536, 255)
"""The L4 of NVIDIA."""
comptime RTX4090 = GPUInfo["sm_89"]("RTX4090", "ada lovelace", "sm_89", 8.9, 128, 32, 1536, 1024, 24, 102400, 101376, 65536, 255)
"""The GeForce RTX 4090 of NVIDIA."""
comptime H100 = GPUInfo["sm_90a"]("H100", "hopper", "sm_90a", 9.0, 132, 32, 2048, 1024, 32, 233472, 232448, 65536, 255)
"""The H100 of NVIDIA."""
comptime H200 = GPUInfo["sm_90a"]("H200", "hopper", "sm_90a", 9.0, 132, 32, 2048, 1024, 32, 233472, 232448, 65536, 255)
"""The H200 of NVIDIA."""
comptime B200 = GPUInfo["sm_100a"]("B200", "blackwell", "sm_100a", 10.0, 148, 32, 2048, 1024, 32, 233472, 232448, 65536, 255)
"""The B200 of NVIDIA."""
comptime RTX5090 = GPUInfo["sm_120a"]("RTX5090", "blackwell", "sm_120a", 12.0, 170, 32, 1536, 1024, 24, 102400, 101376, 65536, 255)
"""The GeForce RTX 5090 of NVIDIA."""
comptime MI210 = GPUInfo["gfx90a", vendor = Vendor.AMD_GPU](
    "MI210", "gfx90a", "CDNA2", 9.0, 104, 64, 2048, 1024, 32, 65536, 65536, 131072, 512
)
"""The MI210 of AMD."""
comptime MI300X = GPUInfo["gfx942", vendor = Vendor.AMD_GPU](
    "MI300X", "gfx942", "CDNA3", 9.4, 304, 64, 2048, 1024, 32, 65536, 65536, 131072, 512
)
"""The MI300X of AMD."""
comptime MI355X = GPUInfo["gfx950", vendor = Vendor.AMD_GPU](
    "MI355X", "gfx950", "CDNA4", 9.5, 256, 64, 2048, 1024, 32, 163840, 163840, 131072, 512
)
"""The MI355X of AMD."""
comptime NoGPU = GPUInfo["", vendor = Vendor.NO_GPU]("NoGPU", "no_gpu", "", 0.0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
"""None at all."""
comptime SIMULATED = GPUInfo["sm_90", simulated=True](
    "simulated device", "hopper", "sm_90", 9.0, 1, 32, 1024, 1024, 1, 233472, 232448, 65536, 255
)
"""The simulated device, which runs kernels on the processor."""


def _accelerator_is[name: StringLiteral]() -> Bool:
    return __target_info["accelerator"]() == name


def uses_simulator() -> Bool:
    """Whether this program's kernels run on the simulated device.

    Example:

    ```mojo
    from std.gpu.host.info import uses_simulator

    print("simulated" if uses_simulator() else "a GPU")
    ```
    """
    return _accelerator_is["sim"]()


@always_inline
def get_gpu_target[target_arch: StringLiteral = __target_info["accelerator"]()]() -> _TargetType:
    """The target of kernels: what this program is compiled for, or another architecture by name.

    Example:

    ```mojo
    from std.gpu.host import get_gpu_target
    from std.gpu.host.compile import compile_info

    def kernel(numbers: UnsafePointer[Float32, MutAnyOrigin]):
        numbers[0] = 1

    var code = compile_info[kernel, target=get_gpu_target["sm_90"]()]().asm
    print("target sm_90" in String(code))  # True
    ```
    """
    comptime if target_arch == "sim":
        return SIMULATED.target()
    elif target_arch.startswith("gfx"):
        return GPUInfo[target_arch, vendor = Vendor.AMD_GPU].target()
    else:
        return GPUInfo[target_arch].target()


comptime DEFAULT_GPU_ARCH = __target_info["accelerator"]()
"""The architecture that kernels are compiled for.

Example:

```mojo
from std.gpu.host.info import DEFAULT_GPU

print(DEFAULT_GPU.warp_size)  # 32
```
"""
comptime GPU_ARCH = __target_info["accelerator"]()
"""The architecture that kernels are compiled for."""
comptime DEFAULT_GPU = _default_gpu()
"""What the GPU has that kernels are compiled for."""


def _default_gpu() -> GPUInfo[GPU_ARCH, simulated = uses_simulator()]:
    # What is known about the device this program is compiled for; an unknown model counts as an H100.
    comptime Result = GPUInfo[GPU_ARCH, simulated = uses_simulator()]
    comptime if _accelerator_is["sm_75"]():
        return _renamed[Result](T4)
    elif _accelerator_is["sm_80"]():
        return _renamed[Result](A100)
    elif _accelerator_is["sm_86"]():
        return _renamed[Result](A10)
    elif _accelerator_is["sm_89"]():
        return _renamed[Result](L4)
    elif _accelerator_is["sm_100a"]():
        return _renamed[Result](B200)
    elif _accelerator_is["sm_120a"]():
        return _renamed[Result](RTX5090)
    elif _accelerator_is["sim"]():
        return _renamed[Result](SIMULATED)
    else:
        return _renamed[Result](H100)


def _renamed[Result: AnyType](info: GPUInfo) -> Result:
    # The same facts under another type.
    return Result(
        info.name,
        info.arch_name,
        info.version,
        info.compute,
        info.sm_count,
        info.warp_size,
        info.threads_per_multiprocessor,
        info.max_thread_block_size,
        info.max_blocks_per_multiprocessor,
        info.shared_memory_per_multiprocessor,
        info.max_shared_memory_per_block,
        info.max_registers_per_multiprocessor,
        info.max_registers_per_thread,
    )


def is_gpu[target: StaticString]() -> Bool:
    """Whether a target's name means the GPU.

    Example:

    ```mojo
    from std.gpu.host.info import is_gpu

    print(is_gpu["gpu"]())  # True
    ```
    """
    return target == "gpu" or target == "cuda"


def is_cpu[target: StaticString]() -> Bool:
    """Whether a target's name means the processor.

    Example:

    ```mojo
    from std.gpu.host.info import is_cpu

    print(is_cpu["cpu"]())  # True
    ```
    """
    return target == "cpu"


def is_accelerator[target: StaticString]() -> Bool:
    """Whether a target's name means the GPU.

    Example:

    ```mojo
    from std.gpu.host.info import is_accelerator

    print(is_accelerator["cpu"]())  # False
    ```
    """
    return is_gpu[target]()


def is_valid_target[target: StaticString]() -> Bool:
    """Whether a target's name means something: the processor or the GPU.

    Example:

    ```mojo
    from std.gpu.host.info import is_valid_target

    print(is_valid_target["gpu"](), is_valid_target["toaster"]())  # True False
    ```
    """
    return is_gpu[target]() or is_cpu[target]()


def is_gpu(target: StringSlice) -> Bool:
    """Whether a target's name means the GPU."""
    return target == "gpu" or target == "cuda"


def is_cpu(target: StringSlice) -> Bool:
    """Whether a target's name means the processor."""
    return target == "cpu"


def is_accelerator(target: StringSlice) -> Bool:
    """Whether a target's name means the GPU."""
    return is_gpu(target)


def is_valid_target(target: StringSlice) -> Bool:
    """Whether a target's name means something."""
    return is_gpu(target) or is_cpu(target)
