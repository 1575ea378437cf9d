"""Work items handed out to threads of the operating system."""

from std.ffi import external_call
from std.sys.info import num_logical_cores

comptime _Raw = __mlir_type.`!kgen.pointer<none>`


struct _Job[F: AnyType](ImplicitlyCopyable):
    """What the threads share: the function, the number of items, and the next item to be taken."""

    var function: UnsafePointer[Self.F, MutAnyOrigin]
    var count: Int
    var next: Int

    def __init__(out self, function: UnsafePointer[Self.F, MutAnyOrigin], count: Int):
        self.function = function
        self.count = count
        self.next = 0


def _work[F: AnyType](job: UnsafePointer[_Job[F], MutAnyOrigin]):
    # Takes items until none are left.
    while True:
        var item = Int(
            mlir_value=__mlir_op.`pop.atomic.rmw`[
                kind="add", ordering="monotonic", scope="", _type = __mlir_type.`!pop.scalar<index>`
            ](__address_of(job[].next), Int(1).value)
        )
        if item >= job[].count:
            return
        job[].function[](item)


def _thread_entry[F: AnyType](argument: _Raw) -> _Raw:
    # What a thread runs.
    _work[F](UnsafePointer[_Job[F], MutAnyOrigin](mlir_value=argument))
    return argument


def _run_in_threads[F: AnyType, //](function: F, count: Int, workers: Int):
    # Calls `function` with 0 … count - 1; this thread works too.
    var job = _Job[F](UnsafePointer[F, MutAnyOrigin](mlir_value=__address_of(function)), count)
    var threads = min(workers if workers > 0 else num_logical_cores(), count) - 1
    var handles = List[Int](capacity=max(threads, 0))
    var none = UnsafePointer[Byte, MutAnyOrigin]()
    for _ in range(threads):
        var handle = 0
        var status = external_call["pthread_create", Int32](
            __address_of(handle), none.address, _thread_entry[F], __address_of(job)
        )
        if status == 0:
            handles.append(handle)
    _work[F](UnsafePointer[_Job[F], MutAnyOrigin](mlir_value=__address_of(job)))
    for handle in handles:
        _ = external_call["pthread_join", Int32](handle, none.address)
