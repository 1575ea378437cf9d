"""Attention on tensor cores beside the plain sums: lengths over the edges, shared heads, causal and full."""

from nn.hopper_attention import AttentionShape, attend_on_hopper
from std.gpu.host import DeviceContext
from std.math import exp, sqrt


def number(i: Int) -> BFloat16:
    return (Float32((i * 2654435761) >> 7 & 0xFF) / 64 - 2).cast[DType.bfloat16]()


def check[head_dim: Int, causal: Bool](shape: AttentionShape) raises:
    var context = DeviceContext()
    var count_q = shape.batch * shape.heads * shape.queries * head_dim
    var count_k = shape.batch * shape.key_heads * shape.keys * head_dim
    var q = context.enqueue_create_buffer[DType.bfloat16](count_q)
    var k = context.enqueue_create_buffer[DType.bfloat16](count_k)
    var v = context.enqueue_create_buffer[DType.bfloat16](count_k)
    var result = context.enqueue_create_buffer[DType.bfloat16](count_q)
    with q.map_to_host() as host:
        for i in range(count_q):
            host[i] = number(i)
    with k.map_to_host() as host:
        for i in range(count_k):
            host[i] = number(i + 17)
    with v.map_to_host() as host:
        for i in range(count_k):
            host[i] = number(i + 99)
    var scale = 1 / sqrt(Float32(head_dim))
    attend_on_hopper[head_dim, causal=causal](
        result.unsafe_ptr(),
        q.unsafe_ptr(),
        k.unsafe_ptr(),
        v.unsafe_ptr(),
        shape,
        scale,
        context,
    )
    var largest = Float32(0)
    with result.map_to_host() as found:
        for head in range(shape.batch * shape.heads):
            var key_head = head // (shape.heads // shape.key_heads)
            for row in range(shape.queries):
                var seen = shape.keys
                comptime if causal:
                    seen = min(seen, row + shape.keys - shape.queries + 1)
                var powers = List[Float32]()
                var total = Float32(0)
                for key in range(seen):
                    var score = Float32(0)
                    for d in range(head_dim):
                        var left = number((head * shape.queries + row) * head_dim + d)
                        var right = number((key_head * shape.keys + key) * head_dim + d + 17)
                        score += left.cast[DType.float32]() * right.cast[DType.float32]()
                    powers.append(exp(score * scale))
                    total += powers[key]
                for d in range(0, head_dim, 7):
                    var sum = Float32(0)
                    for key in range(seen):
                        var value = number((key_head * shape.keys + key) * head_dim + d + 99)
                        sum += powers[key] / total * value.cast[DType.float32]()
                    var other = found[(head * shape.queries + row) * head_dim + d].cast[
                        DType.float32
                    ]()
                    largest = max(largest, abs(other - sum))
    print(
        head_dim,
        "causal" if causal else "full",
        shape.queries,
        shape.keys,
        "right" if largest < 0.02 else String(largest),
    )
    _ = (q^, k^, v^)


def main() raises:
    check[64, True](AttentionShape(1, 2, 1, 150, 150))
    check[64, False](AttentionShape(2, 1, 1, 3, 270))
    check[128, True](AttentionShape(1, 1, 1, 130, 300))
