# Functions compiled on their own, for this machine and for others, in all forms.
from std.compile import compile_info
from std.gpu.host.info import H100
from std.os import remove
from std.sys.info import CompilationTarget
from std.tempfile import gettempdir

comptime x86 = __mlir_attr.`#kgen.target<triple = "x86_64-unknown-linux-gnu", arch = "skylake", features = "+avx2">`
comptime arm = __mlir_attr.`#kgen.target<triple = "aarch64-unknown-linux-gnu", arch = "generic">`


def add_41(x: Int) -> Int:
    return x + 41


def checked(x: Int) raises -> Int:
    if x > 3:
        raise Error("too large")
    return x


def times[n: Int](x: Float32) -> Float32:
    return x * Float32(n)


def kernel(numbers: UnsafePointer[Float32, MutAnyOrigin]):
    numbers[0] = 1


def main() raises:
    print("forms")
    var info = compile_info[add_41]()
    print(info.function_name, info.emission_kind, info.num_captures, "ret" in info)
    var plain = compile_info[add_41, emission_kind="llvm"]()
    print(plain.emission_kind, "add i64" in plain, "memory(none)" in plain)
    print("memory(none)" in compile_info[add_41, emission_kind="llvm-opt"]())
    var object = compile_info[add_41, emission_kind="object"]()
    print(object.asm.byte_length() > 100, object.asm.as_bytes()[1] == 69)  # "\x7fELF"

    print("functions")
    print("ret" in compile_info[checked](), "ret" in compile_info[times[3]]())
    var seven = 7

    @__parameter
    def add_seven(x: Int) -> Int:
        return x + seven

    print(compile_info[add_seven]().num_captures, seven)

    print("targets")
    print("retq" in compile_info[add_41, target=x86](), "x0" in compile_info[add_41, target=arm]())
    print("xmm" in compile_info[times[3], target=x86]())
    print(".entry" in compile_info[kernel, target=H100.target()]())
    print("retq" in compile_info[add_41, target=CompilationTarget[x86]()]())
    print(CompilationTarget[x86].is_x86(), CompilationTarget[x86].has_avx2(), CompilationTarget[arm].is_arm())
    print(CompilationTarget[H100.target()].is_linux(), CompilationTarget.is_linux())

    print("at compile time")
    comptime code = compile_info[times[5], target=arm]()
    print("fmul" in code)

    var path = gettempdir().value() + "/ember_compile_info.s"
    info.write_text(path)
    with open(path, "r") as file:
        print(file.read() == String(info))
    remove(path)
