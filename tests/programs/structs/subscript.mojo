# __getitem__, __setitem__, several indices, __len__ (Sized), __contains__, __bool__ (Boolable).
struct Matrix(Boolable, Sized):
    var data: List[Float64]
    var rows: Int
    var cols: Int

    def __init__(out self, rows: Int, cols: Int):
        self.rows = rows
        self.cols = cols
        self.data = List[Float64](length=rows * cols, fill=0.0)

    def __getitem__(self, i: Int, j: Int) -> Float64:
        return self.data[i * self.cols + j]

    def __setitem__(mut self, i: Int, j: Int, value: Float64):
        self.data[i * self.cols + j] = value

    def __len__(self) -> Int:
        return self.rows * self.cols

    def __contains__(self, v: Float64) -> Bool:
        for x in self.data:
            if x == v:
                return True
        return False

    def __bool__(self) -> Bool:
        return len(self) > 0


def main():
    var m = Matrix(2, 3)
    m[0, 1] = 2.5
    m[1, 2] = 4
    m[1, 2] += 1
    print(m[0, 1], m[1, 2], m[0, 0], len(m))
    print(2.5 in m, 9.0 in m, 9.0 not in m)
    if m:
        print("not empty")
