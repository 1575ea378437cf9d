# parallelize runs every work item once.
from algorithm import parallelize
from memory import UnsafePointer


fn main():
    alias n = 16
    var p = UnsafePointer[Int].alloc(n)

    @parameter
    fn worker(i: Int):
        p[i] = i * i

    parallelize[worker](n)
    var total = 0
    for i in range(n):
        total += p[i]
    print(total)
    p.free()
