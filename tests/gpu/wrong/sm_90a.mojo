# Intrinsics and assembly that LLVM or ptxas refuses, each an error at the line that names it.
from std.gpu.host import DeviceContext
from std.sys import llvm_intrinsic
from std.sys.intrinsics import inlined_assembly

comptime Floats = UnsafePointer[Float32, MutAnyOrigin]


def intrinsics(data: Floats):
    var x = data[0]
    data[0] = llvm_intrinsic["llvm.nvvm.nothing", Float32](x)  # error: LLVM has no intrinsic 'llvm.nvvm.nothing' with these types
    llvm_intrinsic["llvm.nvvm.tcgen05.wait.ld", NoneType]()  # error: sm_90a has no instruction for 'llvm.nvvm.tcgen05.wait.ld'
    data[1] = llvm_intrinsic["llvm.sin.f64", Float64](Float64(x)).cast[DType.float32]()  # error: for 'llvm.sin.f64': sm_90a has no instruction for 'fsin'
    data[2] = llvm_intrinsic["llvm.sqrt.f64", Float32](x)  # error: LLVM has no intrinsic 'llvm.sqrt.f64' with these types
    data[3] = llvm_intrinsic["llvm.nvvm.ex2.approx.f", Float64](x).cast[DType.float32]()  # error: for 'llvm.nvvm.ex2.approx.f': replaceAllUses of value with new value of different type
    data[4] = llvm_intrinsic["llvm.nvvm.mma.m16n8k16.row.col.bf16", Float32](x)  # error: Intrinsic has incorrect return type
    llvm_intrinsic["llvm.nvvm.cp.async.wait.group", NoneType](Int32(x))  # error: immarg operand has non-immediate parameter
    data[5] = wrapped(x)


@always_inline
def wrapped(x: Float32) -> Float32:
    return llvm_intrinsic["llvm.nvvm.sqrt.approx.f", Float32](x, x)  # error: Intrinsic has incorrect argument type


def assembly(data: Floats):
    var x = data[0]
    data[0] = inlined_assembly["add.f32 $0, $1, $2;", Float32, constraints="=f,f,f"](x)  # error: number of input constraints does not match number of parameters
    data[1] = inlined_assembly["add.f32 $0, $1, $9;", Float32, constraints="=f,f"](x)  # error: Invalid $ operand number
    data[2] = inlined_assembly["add.f32 $0, $1;", Float32, constraints="%%,,="](x)  # error: failed to parse constraints
    data[3] = inlined_assembly["add.f32 $0, $1;", Float32, constraints="=Q,Z"](x)  # error: couldn't allocate output register for constraint 'Q'
    inlined_assembly["${foo", NoneType, constraints="f"](x)  # error: this assembly: Bad $ operand number


def main() raises:
    var ctx = DeviceContext()
    var data = ctx.enqueue_create_buffer[DType.float32](64)
    ctx.enqueue_function[intrinsics](data, grid_dim=1, block_dim=1)
    ctx.enqueue_function[assembly](data, grid_dim=1, block_dim=1)
