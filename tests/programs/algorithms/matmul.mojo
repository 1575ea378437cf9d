# Naive and tiled matrix multiplication over flat lists agree.
comptime N = 16


def fill(mut m: List[Float32], seed: Int):
    for i in range(N * N):
        m[i] = Float32((i * seed) % 7)


def naive(a: List[Float32], b: List[Float32]) -> List[Float32]:
    var c = List[Float32](length=N * N, fill=0)
    for i in range(N):
        for j in range(N):
            var sum: Float32 = 0
            for k in range(N):
                sum += a[i * N + k] * b[k * N + j]
            c[i * N + j] = sum
    return c^


def tiled[T: Int](a: List[Float32], b: List[Float32]) -> List[Float32]:
    var c = List[Float32](length=N * N, fill=0)
    for i0 in range(0, N, T):
        for j0 in range(0, N, T):
            for k0 in range(0, N, T):
                comptime for i in range(T):
                    for k in range(T):
                        for j in range(T):
                            c[(i0 + i) * N + j0 + j] += a[(i0 + i) * N + k0 + k] * b[(k0 + k) * N + j0 + j]
    return c^


def main():
    var a = List[Float32](length=N * N, fill=0)
    var b = List[Float32](length=N * N, fill=0)
    fill(a, 3)
    fill(b, 5)
    var c = naive(a, b)
    var d = tiled[4](a, b)
    print(c == d, c[0], c[17], c[255])
