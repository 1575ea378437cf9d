# Loops as functions that take closures: map, tile, unswitch, vectorize.
from std.algorithm import map, tile, unswitch, vectorize, tile_and_unswitch, tile_middle_unswitch_boundaries
def t_map():
    def f(i: Int):
        print("m", i)
    map(2, f)
    var l: List[Int] = [0, 0, 0]
    def g(i: Int) {mut l}:
        l[i] = i + 1
    map(3, g)
    print(l)
def t_tile():
    def f[n: Int](off: Int):
        print("t", n, off)
    tile[[4, 2, 1]](0, 7, f)
    comptime sizes: List[Int] = [3, 1]
    tile[sizes](1, 5, workgroup_function=f)
def t_tile_dyn():
    def f(off: Int, n: Int):
        print("d", off, n)
    tile(0, 7, 4, 2, 1, workgroup_function=f)
def t_tile_2():
    def f[n: Int](off: Int):
        print("2s", n, off)
    def g[n: Int](off: Int, size: Int):
        print("2d", n, off, size)
def t_tile_2d():
    def f[x: Int, y: Int](a: Int, b: Int):
        print("xy", x, y, a, b)
    tile[[2, 1], [2, 1]](0, 0, 3, 3, f)
def t_unswitch():
    def f[flag: Bool]():
        print("u", flag)
    def g[a: Bool, b: Bool]():
        print("u2", a, b)
    unswitch(True, False, g)
    unswitch(False, True, g)
def t_vec():
    def f[width: Int](idx: Int):
        print("v", width, idx)
    vectorize[4](10, f)
    vectorize[4, unroll_factor=2](9, closure=f)
    vectorize[4, size=6](f)
    def g[width: Int](idx: Int, evl: Int):
        print("e", width, idx, evl)
    vectorize[4](10, g)
def t_tau():
    def f[size: Int, flag: Bool](off: Int, bound: Int):
        print("tu", size, flag, off, bound)
    tile_and_unswitch[[4, 1]](0, 6, f)
    def g[flag: Bool](off: Int, bound: Int, size: Int):
        print("td", flag, off, bound, size)
    tile_and_unswitch(0, 7, 4, 2, workgroup_function=g)
def t_tmu():
    def f[size: Int, l: Bool, r: Bool](off: Int):
        print("mu", size, l, r, off)
    tile_middle_unswitch_boundaries[4, 10](f)
    def g[size: Int, b: Bool](off: Int):
        print("mb", size, b, off)
    tile_middle_unswitch_boundaries[[4, 2]](0, 1, 8, 10, g)
def main():
    t_map(); t_tile(); t_tile_dyn(); t_tile_2d(); t_unswitch(); t_vec(); t_tau(); t_tmu()
