from std.gpu import thread_idx, barrier


def reverse(p: UnsafePointer[Float32, MutAnyOrigin]):
    __shared__ float tile[64]
    tile[thread_idx.x] = p[thread_idx.x]
    __syncthreads()


def main():
    pass
