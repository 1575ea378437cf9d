"""Kernels as text: `compile_info` of the package `compile`, for the GPU that kernels are compiled for."""

from std.compile.compile import CompiledFunctionInfo
from std.compile.compile import compile_info as _compile_for
from std.gpu.host.info import _TargetType, get_gpu_target
from std.sys.info import CompilationTarget

comptime Info = CompiledFunctionInfo
"""A compiled kernel.

Example:

```mojo
from std.gpu.host.compile import Info, compile_info
from std.gpu.host.info import A100

def kernel():
    pass

var info: Info = compile_info[kernel, target=A100.target()]()
print(info.num_captures)  # 0
```
"""


@always_inline
def _compile_code[
    func_type: AnyType,
    //,
    func: func_type,
    /,
    *,
    emission_kind: StaticString = "asm",
    target: _TargetType = get_gpu_target(),
    compile_options: StaticString = "",
]() -> CompiledFunctionInfo[func_type, func, target]:
    """Compiles a kernel for a target; gives its code."""
    return _compile_for[func, emission_kind=emission_kind, target=target, compile_options=compile_options]()


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
