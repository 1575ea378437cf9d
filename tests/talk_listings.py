"""What the talks show, as their slides write it."""

from __future__ import annotations

STRUCTURED_LOOP = """
func.func @foobar() {
    rcf.loop {
        %0 = call @rand_bool() : () -> i1
        rcf.if %0 {
            rcf.break
        }
        call @do_something() : () -> ()
        rcf.continue
    }
    return
}
"""

MATMUL_BIAS_RELU = """
mo.graph @model<N, M, K>(
 %A: !mo.tensor<[M, K], f32>,
 %B: !mo.tensor<[K, N], f32, {layout = #mo.layout<KN>}>,
 %bias: !mo.tensor<[], f32>
) -> (!mo.tensor<[M, N], f32>) {
 %C = mo.matmul(%A, %B) : (
   !mo.tensor<[M, K], f32>,
   !mo.tensor<[K, N], f32, {layout = #mo.layout<KN>}>
 )  -> !mo.tensor<[M, N], f32>
 %bcast_bias = mo.static.broadcast_to(%bias)
   : !mo.tensor<[], f32> -> !mo.tensor<[M, N], f32>
 %add = mo.add(%C, %bcast_bias) : !mo.tensor<[M, N], f32>
 %out = mo.relu(%add) : !mo.tensor<[M, N], f32>
 mo.output %out : !mo.tensor<[M, N], f32>
}
"""
"""A model, as a graph."""

MATMUL_KERNEL = """
mo.graph @model<M, K, N>(%arg0: !mo.tensor<[M, K], f32>, %arg1: !mo.tensor<[K, N], f32, {layout = #mo.layout<KN>}>) -> (!mo.tensor<[M, N], f32>) {
   %0 = mogg.experimental.kernel(
     %arg0: !mo.tensor<[M, K], f32>,
     %arg1: !mo.tensor<[K, N], f32, {layout = #mo.layout<KN>}>
   ) -> !mo.tensor<[M, N], f32> {
     %4 = mogg.output_placeholders : !mo.tensor<[M, N], f32>
     %5 = mogg.bind (%4) output_lambda (%arg5: f32, %arg6: !pop.array<2, index>) {
       mogg.output %arg5, %arg6 : f32, !pop.array<2, index>
     }: (!mo.tensor<[M, N], f32>) -> !mo.tensor<[M, N], f32>
     %6 = mogg.device_context_placeholder {device = #M.device_ref<"cpu", 0>} : !mogg.context
     mogg.call.execute["mo.matmul"]
       inputs(%arg0, %arg1, %6
         : !mo.tensor<[M, K], f32>, !mo.tensor<[K, N], f32, {layout = #mo.layout<KN>}>, !mogg.context)
       outputs(%5
         : !mo.tensor<[M, N], f32>) {kernel_param = {packed_b = false, transpose_b = false}}
   } {allocIndices = [], device = #M.device_ref<"cpu", 0>, hasReadEffect = false, hasWriteEffect = false}
   mo.output %0 : !mo.tensor<[M, N], f32>
}
"""
"""Its product as a kernel; the slide shows the kernel alone."""

FUSED_KERNEL = """
mo.graph @model<M, K, N>(%arg0: !mo.tensor<[M, K], f32>, %arg1: !mo.tensor<[K, N], f32, {layout = #mo.layout<KN>}>, %arg2: !mo.tensor<[], f32>) -> (!mo.tensor<[M, N], f32>) {
 %0 = mogg.experimental.kernel(%arg2: !mo.tensor<[], f32>, %arg0: !mo.tensor<[M, K], f32>, %arg1: !mo.tensor<[K, N], f32, {layout = #mo.layout<KN>}>) -> !mo.tensor<[M, N], f32> {
   %1 = mogg.output_placeholders : !mo.tensor<[M, N], f32>
   %2 = mogg.tensor.shape<!mo.tensor<[M, N], f32>>
   %3 = mogg.call.view["mo.static.broadcast_to"] (%arg2, %2) {kernel_param = {}} : !mo.tensor<[], f32>, !mogg.shape -> !mo.tensor<[M, N], f32>
   %4 = mogg.bind (%1) output_lambda (%arg6: f32, %arg7: !pop.array<2, index>) {
     %6 = "mogg.tensor.load"(%3, %arg7) : (!mo.tensor<[M, N], f32>, !pop.array<2, index>) -> f32
     %7 = mogg.call.elementwise["mo.add"] (%arg6, %6) : f32, f32 -> f32
     %8 = mogg.call.elementwise["mo.relu"] (%7) : f32 -> f32
     mogg.output %8, %arg7 : f32, !pop.array<2, index>
   }: (!mo.tensor<[M, N], f32>) -> !mo.tensor<[M, N], f32>
   %5 = mogg.device_context_placeholder {device = #M.device_ref<"cpu", 0>} : !mogg.context
   mogg.call.execute["mo.matmul"]
     inputs(%arg0, %arg1, %5 : !mo.tensor<[M, K], f32>, !mo.tensor<[K, N], f32, {layout = #mo.layout<KN>}>, !mogg.context)
     outputs(%4 : !mo.tensor<[M, N], f32>) {kernel_param = {packed_b = false, transpose_b = false}}
 }
 mo.output %0 : !mo.tensor<[M, N], f32>
}
"""
"""All of it as one kernel; the slide leaves the operands of the last call out."""

HOST_PROGRAM = """
 mgp.model @model : mof {argument_device_indices = [0 : ui32, 0 : ui32, 0 : ui32], result_device_indices = [0 : ui32]}
 devices [#M.device_ref<"cpu", 0>] init (%arg0: !mgp.opaque<"weights_registry">, %arg1: !mgp.device_context<<"cpu", 0>>) {
   %0 = grt.chain.create ()
   %1 = mgp.context.create 1
   %2 = mgp.runtime.create %0, %1[0]
   mef.output %2, %1, %arg0, %arg1 : !mef.chain, !mgp.context, !mgp.opaque<"weights_registry">, !mgp.device_context<<"cpu", 0>>
 } execute (%arg0: !mef.chain, %arg1: !mgp.context, %arg2: !mgp.opaque<"weights_registry">, %arg3: !mgp.device_context<<"cpu", 0>>,
            %arg4: !mgp.tensor<?x?xf32>, %arg5: !mgp.tensor<?x?xf32>, %arg6: !mgp.tensor<f32>) -> (!mef.chain, !mgp.tensor<?x?xf32>) {
   %idx4 = index.constant 4
   %0 = mgp.tensor.extract.tensor_spec %arg4 : <?x?xf32>
   %1 = mgp.tensor_spec.get_dim[0] %0 : <?x?xf32>
   %2 = mgp.tensor_spec.get_dim[1] %0 : <?x?xf32>
   %3 = index.casts %1 : index to si64
   %4 = index.casts %2 : index to si64
   %5 = mgp.tensor.extract.tensor_spec %arg5 : <?x?xf32>
   %6 = mgp.tensor_spec.get_dim[0] %5 : <?x?xf32>
   %7 = mgp.tensor_spec.get_dim[1] %5 : <?x?xf32>
   %8 = index.casts %6 : index to si64
   %9 = pop.cast_from_builtin %4 : si64 to !pop.scalar<si64>
   // the slide ends here
   %10 = pop.cast_from_builtin %8 : si64 to !pop.scalar<si64>
   %11 = pop.cmp eq %9, %10 : !pop.scalar<bool>
   %12 = mgp.assert %arg0, %11 {message = "A has as many columns as B has rows"}
   %13 = index.mul %1, %7
   %14 = index.mul %13, %idx4
   %15 = mgp.tensor_spec.create %1, %7 : <?x?xf32>
   %16 = mgp.buffer.alloc[%14, %arg3]
   %17 = mgp.tensor.create %16, %15 : <?x?xf32>
   %18 = mgp.generic.execute %12, %17, %arg6, %arg4, %arg5, SIZES {kernel = "KERNEL", outputs = 1}
     : (!mef.chain, !mgp.tensor<?x?xf32>, !mgp.tensor<f32>, !mgp.tensor<?x?xf32>, !mgp.tensor<?x?xf32>, index, index, index) -> !mef.chain
   mef.output %18, %17 : !mef.chain, !mgp.tensor<?x?xf32>
 }
"""
"""Its host program; KERNEL is what the kernel's file is called, SIZES are the dimensions that it wants."""
