from std.memory import Layout, alloc


def main():
    var memory = alloc(Layout[Int].single())
    memory.unsafe_ptr().unsafe_write(3)
    print(memory.unsafe_ptr()[])  # expect-error: 'memory' is abandoned
