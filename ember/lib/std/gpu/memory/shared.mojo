"""The shared memory of a block whose size the launch says."""

from std.gpu._target import is_simulated
from std.memory.address_space import AddressSpace


@always_inline("nodebug")
def external_memory[
    T: AnyType, *, address_space: AddressSpace, alignment: Int, name: StringLiteral = "extern_ptr_syml"
]() -> UnsafePointer[T, MutAnyOrigin, address_space=address_space]:
    """The block's dynamic shared memory; a launch gives its size as `shared_mem_bytes`.

    Example:

    ```mojo
    from std.gpu import barrier, thread_idx
    from std.gpu.host import DeviceContext
    from std.gpu.memory import external_memory
    from std.memory import AddressSpace

    def kernel(result: UnsafePointer[Int32, MutAnyOrigin]):
        var shared = external_memory[Int32, address_space=AddressSpace.SHARED, alignment=4]()
        shared[thread_idx.x] = Int32(thread_idx.x)
        barrier()
        result[thread_idx.x] = shared[31 - thread_idx.x]

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.int32](32)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=32, shared_mem_bytes=128)
    with result.map_to_host() as values:
        print(values[5])  # 26
    ```
    """
    comptime assert address_space == AddressSpace.SHARED, "dynamic memory of a block is shared memory"
    comptime if is_simulated():
        from std.gpu._simulator.nvvm import dynamic_shared_memory

        return rebind[UnsafePointer[T, MutAnyOrigin, address_space=address_space]](
            dynamic_shared_memory().bitcast[T]()
        )
    else:
        return UnsafePointer[T, MutAnyOrigin, address_space=address_space](
            mlir_value=__mlir_op.`pop.external_memory`[
                name=name, alignment=alignment, _type = __mlir_type[`!kgen.pointer<none, `, 3, `>`]
            ]()
        )
