from std.gpu import thread_idx


def fill(p: UnsafePointer[Float32, MutAnyOrigin]):
    p[Int(thread_idx.x)] = 1.0


def main():
    fill<<<1, 64>>>(0)
