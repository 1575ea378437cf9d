# The talk's `_compile_info`: a kernel as assembly, as LLVM IR, as optimised LLVM IR.
from gpu.host.compile import CompilationTarget, _get_emission_kind_id, _get_kgen_string
from gpu.host.info import A100, _TargetType


@fieldwise_init
@register_passable("trivial")
struct _Info:
    var kernel: __mlir_type.`!kgen.string`
    var name: __mlir_type.`!kgen.string`
    var num_captures: __mlir_type.index


@fieldwise_init
@register_passable("trivial")
struct Info:
    var kernel: StaticString
    var name: StaticString
    var num_captures: Int


@always_inline
fn _compile_info[
    func_type: AnyTrivialRegType, //,
    func: func_type,
    *,
    emission_kind: StaticString = "asm",
    target: _TargetType = A100.target(),
    compile_options: StaticString = CompilationTarget[
        target
    ].default_compile_options(),
]() -> Info:
    var info = __mlir_op.`kgen.compile_offload`[
        target_type=target,
        emission_kind = _get_emission_kind_id[emission_kind]().__mlir_value,
        emission_option = _get_kgen_string[compile_options](),
        func=func,
        _type=_Info,
    ]()

    return Info(
        StaticString(info.kernel),
        StaticString(info.name),
        Int(__mlir_value=info.num_captures),
    )


fn hello():
    pass


fn main():
    # compile kernel to asm.
    t1 = _compile_info[hello, emission_kind="asm"]()
    print(t1.kernel)

    # compile kernel to llvm ir.
    t2 = _compile_info[hello, emission_kind="llvm"]()
    print(t2.kernel)

    # compile kernel to optimized llvm ir.
    t3 = _compile_info[hello, emission_kind="llvm-opt"]()
    print(t3.kernel)
