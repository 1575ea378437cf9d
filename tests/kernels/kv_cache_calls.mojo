"""The kernels of ragged batches, for Python."""

from extensibility import InputTensor, OutputTensor, StaticTensorSpec, _MutableInputTensor
from kv_cache._attention import AttentionRaggedPaged
from kv_cache._positions import PositionsRagged
from kv_cache._rope import RopeRagged
from kv_cache._sampling import SampleRagged
from kv_cache._store import StoreRaggedPaged
from std.gpu.host import DeviceContext
from std.utils.index import IndexList

comptime In[dtype: DType, rank: Int] = InputTensor[static_spec = StaticTensorSpec[dtype, rank].create_unknown()]
comptime Out[dtype: DType, rank: Int] = OutputTensor[static_spec = StaticTensorSpec[dtype, rank].create_unknown()]
comptime Buffer[dtype: DType, rank: Int] = _MutableInputTensor[
    static_spec = StaticTensorSpec[dtype, rank].create_unknown()
]


def at[dtype: DType](address: Int64) -> UnsafePointer[Scalar[dtype], MutAnyOrigin]:
    return UnsafePointer[Scalar[dtype], MutAnyOrigin](unsafe_from_address=Int(address))


def rope(addresses: Span[Int64, _], shape: Span[Int64, _], is_interleaved: Bool) raises:
    """Addresses of result, x, row_offsets, cache_lengths, freqs; total, heads, size, batch, positions, rotary."""
    comptime f32 = DType.float32
    comptime u32 = DType.uint32
    var rows = IndexList[3](Int(shape[0]), Int(shape[1]), Int(shape[2]))
    var batch = Int(shape[3])
    var y = Out[f32, 3](at[f32](addresses[0]), rows)
    var x = In[f32, 3](at[f32](addresses[1]), rows)
    var offsets = In[u32, 1](at[u32](addresses[2]), IndexList[1](batch + 1))
    var lengths = In[u32, 1](at[u32](addresses[3]), IndexList[1](batch))
    var freqs = In[f32, 2](at[f32](addresses[4]), IndexList[2](Int(shape[4]), Int(shape[5])))
    if is_interleaved:
        RopeRagged[True].execute["cpu"](y, x, offsets, lengths, freqs, DeviceContext())
    else:
        RopeRagged[False].execute["cpu"](y, x, offsets, lengths, freqs, DeviceContext())


def _attend[cache: DType, window: Int, causal: Bool](
    addresses: Span[Int64, _], shape: Span[Int64, _], layer: UInt32, scale: Float32, softcap: Float32
) raises:
    comptime f32 = DType.float32
    comptime u32 = DType.uint32
    var total = Int(shape[0])
    var batch = Int(shape[1])
    var kv = IndexList[6](Int(shape[4]), 2, Int(shape[5]), Int(shape[6]), Int(shape[7]), Int(shape[8]))
    var rows = IndexList[3](total, Int(shape[2]), Int(shape[9]))
    var new = IndexList[3](total, kv[4], Int(shape[9]))
    var pages = Buffer[cache, 6](at[cache](addresses[4]), kv)
    var offsets = In[u32, 1](at[u32](addresses[5]), IndexList[1](batch + 1))
    var lengths = In[u32, 1](at[u32](addresses[6]), IndexList[1](batch))
    var table = In[u32, 2](at[u32](addresses[7]), IndexList[2](batch, Int(shape[3])))
    StoreRaggedPaged.execute["cpu"](
        pages, In[f32, 3](at[f32](addresses[2]), new), In[f32, 3](at[f32](addresses[3]), new),
        offsets, lengths, table, layer, DeviceContext(),
    )
    AttentionRaggedPaged[window, causal].execute["cpu"](
        Out[f32, 3](at[f32](addresses[0]), rows), In[f32, 3](at[f32](addresses[1]), rows),
        pages, offsets, lengths, table, layer, scale, softcap, DeviceContext(),
    )


def attend(addresses: Span[Int64, _], shape: Span[Int64, _], kind: Int, layer: UInt32, scale: Float32, softcap: Float32) raises:
    """Stores keys and values, then attends. Result, q, k, v, pages, row_offsets, cache_lengths, page_table; total, batch, heads, table width,
    pages, layers, page size, heads of keys, elements of a row of pages, size. Kinds: 0 causal, 1 with a window of 5, 2 not causal, 3 half precision,
    4 bfloat16, 5 bytes with scales."""
    if kind == 0:
        _attend[DType.float32, 0, True](addresses, shape, layer, scale, softcap)
    elif kind == 1:
        _attend[DType.float32, 5, True](addresses, shape, layer, scale, softcap)
    elif kind == 2:
        _attend[DType.float32, 0, False](addresses, shape, layer, scale, softcap)
    elif kind == 3:
        _attend[DType.float16, 0, True](addresses, shape, layer, scale, softcap)
    elif kind == 4:
        _attend[DType.bfloat16, 0, True](addresses, shape, layer, scale, softcap)
    else:
        _attend[DType.int8, 0, True](addresses, shape, layer, scale, softcap)


def sample(addresses: Span[Int64, _], rows: Int, count: Int, edits: Int) raises:
    """Tokens, chances, logits, temperature, top_k, top_p, min_p, seeds, positions, and the four of the edits."""
    comptime f32 = DType.float32
    var one = IndexList[1](rows)
    SampleRagged.execute["cpu"](
        Out[DType.int32, 1](at[DType.int32](addresses[0]), one),
        Out[f32, 1](at[f32](addresses[1]), one),
        In[f32, 2](at[f32](addresses[2]), IndexList[2](rows, count)),
        In[f32, 1](at[f32](addresses[3]), one),
        In[DType.int32, 1](at[DType.int32](addresses[4]), one),
        In[f32, 1](at[f32](addresses[5]), one),
        In[f32, 1](at[f32](addresses[6]), one),
        In[DType.uint64, 1](at[DType.uint64](addresses[7]), one),
        In[DType.uint32, 1](at[DType.uint32](addresses[8]), one),
        In[DType.uint32, 1](at[DType.uint32](addresses[9]), IndexList[1](rows + 1)),
        In[DType.int32, 1](at[DType.int32](addresses[10]), IndexList[1](edits)),
        In[f32, 1](at[f32](addresses[11]), IndexList[1](edits)),
        In[f32, 1](at[f32](addresses[12]), IndexList[1](edits)),
        DeviceContext(),
    )


def positions(addresses: Span[Int64, _], total: Int, batch: Int) raises:
    """Result, tokens, row_offsets, cache_lengths."""
    PositionsRagged.execute["cpu"](
        Out[DType.int32, 1](at[DType.int32](addresses[0]), IndexList[1](total)),
        In[DType.int32, 1](at[DType.int32](addresses[1]), IndexList[1](total)),
        In[DType.uint32, 1](at[DType.uint32](addresses[2]), IndexList[1](batch + 1)),
        In[DType.uint32, 1](at[DType.uint32](addresses[3]), IndexList[1](batch)),
        DeviceContext(),
    )
