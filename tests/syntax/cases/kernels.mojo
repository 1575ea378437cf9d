# edition: 2025
"""Kernel style of the talks: tiles, async copies, several aliases at once, parametric calls."""


struct Block[
    dtype: DType, layout: Layout, *,
    placement: Placement]:
    fn tile[M: Int, N: Int, *,
            layout: Layout =
                Self._tile_layout[M, N](),
            ](self, m: Int, n: Int) -> Block[
        dtype, layout[0], placement=placement
    ]:
        alias sm, sn = layout[1].stride
        var offset = m * sm + n * sn
        return Block[
            dtype, layout[0], placement=placement
        ](self.ptr + offset)


fn multiply(a: Block, b: Block, inout c: Block) raises:
    var a_frag = a[row, 0, shape=(16, 16), layout=a_layout]
    var acc = Block[shape=(16, 16), layout=c_layout](0)
    for i in range(16, K, 16):
        acc += (await a_frag) @ (await b_frag)
        swap(a_frag, next_a)
    use(await smem)
    c.store(row, column, acc, layout=c_layout)


@compiler.register("my.op")
struct Op(ElementwiseBinaryOp):
    @staticmethod
    fn execute[
        transpose: Bool,
        target: StaticString,
    ](
        c: OutputTensor[rank=2],
        ctx: DeviceContextPtr,
    ) capturing raises:
        @parameter
        @always_inline
        fn epilogue[width: Int](i: IndexList[2], x: SIMD[...]):
            pass
        foreach[epilogue, target=target](c, ctx)


fn launch():
    var info = __mlir_op.`kgen.compile_offload`[
        target_type=target,
        emission_kind = _kind_id[emission_kind]().__mlir_value,
        func=func,
        _type=_Info,
    ]()
    var bits = llvm_intrinsic["llvm.some.intrinsic", UInt32, has_side_effect=False]()
    ctx.enqueue_function[kernel](a, b, grid_dim=ceildiv(n, 5), block_dim=5)
    elementwise[swish,
           width=simdwidthof[C.type],
           target="cuda"]((M,N))
