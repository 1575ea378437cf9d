# Float literals, exact folding, printed forms of Float64 values.
def main():
    print(1.0, .5, 2., 1e3, 2.5E-3)
    print(0.1 + 0.2)
    print(1e16, 1e15, 123456789.0, 1e-5, 0.0001)
    print(3.14159265358979)
    print(1e100, 1.5e-300)
    print(7 / 2)
    var a = 0.1
    var b = 0.2
    print(a + b)
    print(-0.0, 100.0, 1e22)
