# What kernels for AMD GPUs cannot do, each an error at the line that asks for it.
from std.gpu.host import DeviceContext
from std.sys import llvm_intrinsic
from std.sys.intrinsics import inlined_assembly

comptime Floats = UnsafePointer[Float32, MutAnyOrigin]


def intrinsics(data: Floats):
    var x = data[0]
    data[0] = llvm_intrinsic["llvm.amdgcn.nothing", Float32](x)  # error: LLVM has no intrinsic 'llvm.amdgcn.nothing' with these types
    data[1] = llvm_intrinsic["llvm.sin.f64", Float64](Float64(x)).cast[DType.float32]()  # error: gfx942 has no instruction for 'fsin'
    llvm_intrinsic["llvm.amdgcn.s.barrier.signal", NoneType](Int32(0))  # error: cannot generate code for 'llvm.amdgcn.s.barrier.signal'
    data[2] = inlined_assembly["v_mov_b32 $0, $1", Float32, constraints="=Q,v"](x)  # error: couldn't allocate output register for constraint 'Q'


def main() raises:
    var ctx = DeviceContext()
    var data = ctx.enqueue_create_buffer[DType.float32](64)
    ctx.enqueue_function[intrinsics](data, grid_dim=1, block_dim=1)
