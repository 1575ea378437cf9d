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
