# stack_allocation of a small scratch buffer.
from memory import stack_allocation


fn sum_squares[n: Int](x: Float32) -> Float32:
    var scratch = stack_allocation[n, DType.float32]()
    for i in range(n):
        scratch[i] = x * Float32(i)
    var total: Float32 = 0
    for i in range(n):
        total += scratch[i] * scratch[i]
    return total


fn main():
    print(sum_squares[4](2))
