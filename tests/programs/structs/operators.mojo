# Arithmetic, comparison, unary and in-place operator methods.
@fieldwise_init
struct Vec(Copyable, Equatable, Writable):
    var x: Float64
    var y: Float64

    def __add__(self, other: Self) -> Self:
        return Self(self.x + other.x, self.y + other.y)

    def __sub__(self, other: Self) -> Self:
        return Self(self.x - other.x, self.y - other.y)

    def __mul__(self, k: Float64) -> Self:
        return Self(self.x * k, self.y * k)

    def __rmul__(self, k: Float64) -> Self:
        return self * k

    def __neg__(self) -> Self:
        return Self(-self.x, -self.y)

    def __iadd__(mut self, other: Self):
        self.x += other.x
        self.y += other.y

    def __matmul__(self, other: Self) -> Float64:
        return self.x * other.x + self.y * other.y

    def __eq__(self, other: Self) -> Bool:
        return self.x == other.x and self.y == other.y

    def write_to(self, mut writer: Some[Writer]):
        writer.write("<", self.x, ", ", self.y, ">")


def main():
    var a = Vec(1, 2)
    var b = Vec(3, 4)
    print(a + b, b - a, a * 2, 3.0 * a, -a)
    print(a @ b, a == b, a != b, a == a.copy())
    a += b
    print(a)
