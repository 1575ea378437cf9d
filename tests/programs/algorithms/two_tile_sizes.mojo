# A tile whose size is given as a number and as a parameter.
from std.algorithm import tile
def f[n: Int](off: Int, m: Int):
    print("2d", n, off, m)
def main():
    def g[n: Int](off: Int, m: Int):
        print("2d", n, off, m)
    tile[[4, 2], 1](0, 11, 4, 2, primary_cleanup_tile=1, workgroup_function=g)
