# Dependent types: dimensions are parameters checked at compile time.
struct Mat[rows: Int, cols: Int](Copyable):
    var data: Array[Float64, Self.rows * Self.cols]

    def __init__(out self, fill: Float64 = 0):
        self.data = Array[Float64, Self.rows * Self.cols](fill=fill)

    def __getitem__(self, i: Int, j: Int) -> Float64:
        return self.data[i * Self.cols + j]

    def __setitem__(mut self, i: Int, j: Int, v: Float64):
        self.data[i * Self.cols + j] = v

    def __matmul__[n: Int](self, other: Mat[Self.cols, n]) -> Mat[Self.rows, n]:
        var out = Mat[Self.rows, n]()
        for i in range(Self.rows):
            for j in range(n):
                var s = 0.0
                for k in range(Self.cols):
                    s += self[i, k] * other[k, j]
                out[i, j] = s
        return out^

    def transpose(self) -> Mat[Self.cols, Self.rows]:
        var out = Mat[Self.cols, Self.rows]()
        for i in range(Self.rows):
            for j in range(Self.cols):
                out[j, i] = self[i, j]
        return out^


def main():
    var a = Mat[2, 3]()
    for i in range(2):
        for j in range(3):
            a[i, j] = Float64(i * 3 + j)
    var p = a @ a.transpose()
    print(p[0, 0], p[0, 1], p[1, 0], p[1, 1])
