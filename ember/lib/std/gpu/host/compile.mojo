"""Kernels as text: assembly, LLVM IR, or an object, made while the program is compiled."""

from std.gpu.host.info import _TargetType, get_gpu_target


@fieldwise_init
struct _Info(TrivialRegisterPassable):
    """What the compiler gives for a kernel."""

    var kernel: __mlir_type.`!kgen.string`
    var name: __mlir_type.`!kgen.string`
    var num_captures: __mlir_type.index


@fieldwise_init
struct Info(ImplicitlyCopyable, Movable):
    """A compiled kernel.

    Example:

    ```mojo
    from std.gpu.host.compile import compile_info
    from std.gpu.host.info import A100

    def kernel(numbers: UnsafePointer[Float32, MutAnyOrigin]):
        numbers[0] = 1

    var info = compile_info[kernel, target=A100.target()]()
    print(info.num_captures)  # 0
    ```
    """

    var asm: StaticString
    """Its code, in the form that was asked for."""
    var function_name: StaticString
    """The name of its entry."""
    var num_captures: Int
    """How many values it captured."""

    def __str__(self) -> String:
        """Its code."""
        return String(self.asm)


def _emission_kind[name: StringLiteral]() -> Int:
    comptime if name == "asm" or name == "ptx":
        return 0
    elif name == "llvm":
        return 1
    elif name == "llvm-opt":
        return 2
    elif name == "object":
        return 3
    else:
        comptime assert False, "the emission kinds are asm, llvm, llvm-opt and object; not '" + name + "'"
        return -1


@always_inline
def _compile_code[
    func_type: AnyType, //,
    func: func_type,
    /,
    *,
    emission_kind: StringLiteral = "asm",
    target: _TargetType = get_gpu_target(),
    compile_options: StringLiteral = "",
]() -> Info:
    """Compiles a kernel for a target; gives its code."""
    comptime kind = _emission_kind[emission_kind]()
    var info = __mlir_op.`kgen.compile_offload`[
        target_type=target,
        emission_kind=kind,
        emission_option=compile_options,
        func=func,
        _type=_Info,
    ]()
    return Info(StaticString(info.kernel), StaticString(info.name), Int(__mlir_value=info.num_captures))


comptime compile_info = _compile_code
"""Compiles a kernel for a target; gives its code.

Example:

```mojo
from std.gpu.host.compile import compile_info
from std.gpu.host.info import A100

def kernel(numbers: UnsafePointer[Float32, MutAnyOrigin]):
    numbers[0] = 1

var code = compile_info[kernel, target=A100.target()]().asm
print("target sm_80" in String(code))  # True
```
"""


# -- the pieces that code of 2025 makes its own `_compile_info` of ---------------------------------------------


@fieldwise_init
struct _EmissionKind(TrivialRegisterPassable):
    """The number of an emission kind, raw."""

    var __mlir_value: __mlir_type.index


@always_inline
def _get_emission_kind_id[emission_kind: StaticString]() -> _EmissionKind:
    """The compiler's number for an emission kind."""
    comptime if emission_kind == "llvm":
        return _EmissionKind(__mlir_attr.`1 : index`)
    elif emission_kind == "llvm-opt":
        return _EmissionKind(__mlir_attr.`2 : index`)
    elif emission_kind == "object":
        return _EmissionKind(__mlir_attr.`3 : index`)
    else:
        comptime assert emission_kind == "asm", "the emission kinds are asm, llvm, llvm-opt and object"
        return _EmissionKind(__mlir_attr.`0 : index`)


@always_inline
def _get_kgen_string[text: StaticString]() -> StaticString:
    """A text as the compiler takes it."""
    return text


struct CompilationTarget[target: _TargetType]:
    """Questions about a target of kernels.

    ```mojo
    from std.gpu.host.compile import CompilationTarget
    from std.gpu.host.info import A100

    print(CompilationTarget[A100.target()].default_compile_options() == "")  # True
    ```
    """

    @staticmethod
    def default_compile_options() -> StaticString:
        """No options."""
        return ""
