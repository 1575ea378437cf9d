"""compile_info: a function compiled on its own, and what came out."""

from std.builtin.globals import global_constant
from std.sys.info import _current_target, _TargetType
from std.sys.intrinsics import _type_is_eq


@fieldwise_init
struct _Info(TrivialRegisterPassable):
    """What the compiler gives for a function."""

    var kernel: __mlir_type.`!kgen.string`
    var name: __mlir_type.`!kgen.string`
    var num_captures: __mlir_type.index


struct CompiledFunctionInfo[func_type: AnyType, func: func_type, target: _TargetType](
    ImplicitlyCopyable, Movable, Stringable, Writable
):
    """A compiled function.

    Parameters:
        func_type: The type of the function.
        func: The function.
        target: The machine it was compiled for.

    Example:

    ```mojo
    from std.compile import compile_info

    def add_41(x: Int) -> Int:
        return x + 41

    var info = compile_info[add_41, emission_kind="llvm"]()
    print(info.emission_kind, info.num_captures, "41" in info)  # llvm 0 True
    ```

    ```mojo
    from std.compile import compile_info

    def main():
        var a = 1
        var b = 2.5

        @__parameter
        def sum() -> Float64:
            return Float64(a) + b

        var info = compile_info[sum]()
        print(info.num_captures, info.capture_sizes[0], sum())  # 1 16 3.5
    ```

    ```mojo
    from std.compile import compile_info
    from std.os import remove

    def nothing():
        pass

    var info = compile_info[nothing]()
    info.write_text("nothing.s")
    with open("nothing.s", "r") as file:
        print(file.read() == String(info), info.module_name == info.function_name)  # True True
    remove("nothing.s")
    ```
    """

    var asm: StaticString
    """Its code, in the form that was asked for."""
    var function_name: StaticString
    """The name of its entry."""
    var module_name: StaticString
    """The name of the module it was compiled in, which has no other entry."""
    var num_captures: Int
    """How many blocks of captured values it takes."""
    var capture_sizes: UnsafePointer[UInt64, ImmStaticOrigin]
    """The bytes of each block."""
    var emission_kind: StaticString
    """The form that was asked for."""

    def __init__(out self, asm: StaticString, name: StaticString, num_captures: Int, emission_kind: StaticString):
        """Holds the code of a function."""
        self.asm = asm
        self.function_name = name
        self.module_name = name
        self.num_captures = num_captures
        self.capture_sizes = UnsafePointer(to=global_constant[UInt64(__closure_size[Self.func]())]())
        self.emission_kind = emission_kind

    def __contains__(self, text: StringSlice) -> Bool:
        """Whether a text occurs in the code."""
        return text in self.asm

    def __str__(self) -> String:
        """Its code."""
        return String(self.asm)

    def write_to(self, mut writer: Some[Writer]):
        """Writes its code."""
        writer.write(self.asm)

    def write_text[PathType: AnyType](self, path: PathType) raises:
        """Writes its code to a file."""
        with open(path, "w") as file:
            file.write(self.asm)


def _emission_kind[name: StaticString]() -> Int:
    # The compiler's number of a form.
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
def _raw_target[T: AnyType, //, target: T]() -> _TargetType:
    # The target of a `CompilationTarget`, or the target itself.
    comptime if _type_is_eq[T, _TargetType]():
        return target
    else:
        return T._target()


@always_inline
def compile_info[
    func_type: AnyType,
    target_type: AnyType = _TargetType,
    //,
    func: func_type,
    /,
    *,
    emission_kind: StaticString = "asm",
    target: target_type = _current_target(),
    compile_options: StaticString = "",
    link_options: StaticString = "",
]() -> CompiledFunctionInfo[func_type, func, _raw_target[target]()]:
    """Compiles a function for a target; gives its code.

    Parameters:
        func_type: The type of the function.
        target_type: A raw target, or a `CompilationTarget`.
        func: The function. For a GPU it must be one that can be launched: it returns nothing and does not raise.
        emission_kind: The form of the code: `asm`, `llvm`, `llvm-opt` (after LLVM's optimisations) or `object`.
        target: What to compile for; this program's own target if it is left out.
        compile_options: Accepted and not read: the target says all that the back end is told.
        link_options: Options for a linker; nothing is linked.

    Example:

    ```mojo
    from std.compile import compile_info
    from std.gpu.host.info import A100

    def kernel(numbers: UnsafePointer[Float32, MutAnyOrigin]):
        numbers[0] = 1

    print("target sm_80" in compile_info[kernel, target=A100.target()]())  # True
    print("define" in compile_info[kernel, emission_kind="llvm"]())  # True

    comptime x86 = __mlir_attr.`#kgen.target<triple = "x86_64-unknown-linux-gnu", arch = "skylake">`
    print("retq" in compile_info[kernel, target=x86]())  # True
    ```
    """
    comptime kind = _emission_kind[emission_kind]()
    comptime raw = _raw_target[target]()
    var info = __mlir_op.`kgen.compile_offload`[
        target_type=raw,
        emission_kind=kind,
        emission_option=compile_options,
        func=func,
        _type=_Info,
    ]()
    return CompiledFunctionInfo[func_type, func, raw](
        StaticString(info.kernel), StaticString(info.name), Int(__mlir_value=info.num_captures), emission_kind
    )
