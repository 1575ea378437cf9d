"""The layers of the talk of 2024, built in Mojo: FeedForward, RMSNorm, Attention, TransformerBlock."""

from max.engine import InferenceSession
from max.graph import Graph, Symbol, SymbolTuple, TensorType, ops
from max.tensor import Tensor, TensorShape

alias HEADS = 2
alias HEAD_DIM = 4
alias DIM = 8
alias HIDDEN = 16


@value
struct FeedForward:
    var w1: Symbol
    var w2: Symbol
    var w3: Symbol

    def __call__(self, input: Symbol) -> Symbol:
        return (ops.silu(input @ self.w1)
                * (input @ self.w3)) @ self.w2


@value
struct RMSNorm:
    var eps: Float64
    var weight: Symbol

    def __call__(self, input: Symbol) -> Symbol:
        scale = ops.rsqrt(
            ops.mean(input**2.0, axis=-1)
            + self.eps)
        return input * scale * self.weight


@value
struct Attention[dtype: DType]:
    var wq: Symbol
    var wk: Symbol
    var wv: Symbol
    var wo: Symbol

    def rope(self, x: Symbol, freqs_cis: Symbol) -> Symbol:
        cosines = freqs_cis[0]
        sines = freqs_cis[1]
        turned = x.swap_axes(0, 3)
        first = turned[0:2].swap_axes(0, 3)
        second = turned[2:4].swap_axes(0, 3)
        return ops.concat(List[Symbol](
            first * cosines - second * sines,
            second * cosines + first * sines), axis=3)

    def heads(self, x: Symbol) -> Symbol:
        return x.reshape(1, "seq_len", HEADS, HEAD_DIM)

    def __call__(
        self,
        input: Symbol,
        freqs_cis: Symbol,
        k_cache: Symbol,
        v_cache: Symbol,
    ) -> SymbolTuple:
        xq = self.heads(input @ self.wq)
        xk = self.heads(input @ self.wk)
        xv = self.heads(input @ self.wv)
        xq = self.rope(xq, freqs_cis)
        xk = self.rope(xk, freqs_cis)

        keys = ops.concat(List[Symbol](k_cache, xk), axis=1).swap_axes(1, 2)
        values = ops.concat(List[Symbol](v_cache, xv), axis=1).swap_axes(1, 2)
        scores = (xq.swap_axes(1, 2) @ keys.swap_axes(2, 3)) * 0.5
        output = ops.softmax(scores) @ values
        output = output.swap_axes(1, 2).reshape(1, "seq_len", -1)

        return output @ self.wo, xk, xv


@value
struct TransformerBlock[dtype: DType]:
    var attention: Attention[dtype]
    var feed_forward: FeedForward
    var attention_norm: RMSNorm
    var ffn_norm: RMSNorm

    def __call__(self, input: Symbol,
                freqs_cis: Symbol,
                k_cache: Symbol, v_cache: Symbol,
                ) -> SymbolTuple:
        _attention_out = self.attention(
            self.attention_norm(input),
            freqs_cis, k_cache, v_cache
        )
        attention_out = _attention_out[0]
        k_cache_update = _attention_out[1]
        v_cache_update = _attention_out[2]
        h = input + attention_out
        h = h + self.feed_forward(self.ffn_norm(h))
        return h, k_cache_update, v_cache_update


fn numbers(shape: TensorShape, salt: Int) -> Tensor[DType.float32]:
    var made = Tensor[DType.float32](shape)
    for i in range(made.num_elements()):
        made[i] = Float32((i * 7 + salt * 13) % 11 - 5) / 10
    return made


def weight(graph: Graph, rows: Int, columns: Int, salt: Int) -> Symbol:
    return graph.constant(numbers(TensorShape(rows, columns), salt))


def main():
    graph = Graph(
        TensorType(DType.float32, 1, "seq_len", DIM),
        TensorType(DType.float32, 2, "seq_len", 1, HEAD_DIM // 2),
        TensorType(DType.float32, 1, "before", HEADS, HEAD_DIM),
        TensorType(DType.float32, 1, "before", HEADS, HEAD_DIM),
    )
    block = TransformerBlock[DType.float32](
        Attention[DType.float32](
            weight(graph, DIM, DIM, 1), weight(graph, DIM, DIM, 2),
            weight(graph, DIM, DIM, 3), weight(graph, DIM, DIM, 4)),
        FeedForward(
            weight(graph, DIM, HIDDEN, 5), weight(graph, HIDDEN, DIM, 6), weight(graph, DIM, HIDDEN, 7)),
        RMSNorm(1e-5, graph.constant(numbers(TensorShape(DIM), 8))),
        RMSNorm(1e-5, graph.constant(numbers(TensorShape(DIM), 9))),
    )
    graph.output(block(graph[0], graph[1], graph[2], graph[3]))

    session = InferenceSession()
    model = session.load_model(graph)
    input_map = session.new_tensor_map()
    input_map.borrow("input0", numbers(TensorShape(1, 3, DIM), 10))
    input_map.borrow("input1", numbers(TensorShape(2, 3, 1, HEAD_DIM // 2), 11))
    input_map.borrow("input2", numbers(TensorShape(1, 2, HEADS, HEAD_DIM), 12))
    input_map.borrow("input3", numbers(TensorShape(1, 2, HEADS, HEAD_DIM), 13))
    result_map = model.execute(input_map)
    for i in range(3):
        result = result_map.get[DType.float32]("output" + String(i))
        for j in range(result.num_elements()):
            print(result[j], end=" ")
        print()

    try:
        _ = graph[0] @ graph[2]
    except error:
        print("error:", error)
