# Heap allocation with alloc, writing and reading elements, dealloc.
from std.memory import alloc, dealloc


def main():
    var mem = alloc[Int]({count = 4})
    var p = mem.unsafe_ptr()
    for i in range(4):
        p.unsafe_offset(i).unsafe_write(i * i)
    var total = 0
    for i in range(4):
        total += p.unsafe_offset(i)[]
    print(total)
    dealloc(mem^)
