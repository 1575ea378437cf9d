# materialize and global_constant of compile-time values.
from std.builtin.globals import global_constant


def build() -> Array[Int, 4]:
    var a = Array[Int, 4](fill=0)
    for i in range(4):
        a[i] = 1 << i
    return a^


def main():
    comptime arr = build()
    ref table = global_constant[arr]()
    print(table[0], table[3])
    var local = materialize[arr]()
    local[0] = 50
    print(local, table[0])
