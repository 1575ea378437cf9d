"""The command line."""


@always_inline
def _count() -> UnsafePointer[Int, MutAnyOrigin]:
    return UnsafePointer[Int, MutAnyOrigin](mlir_value=__global_address["ember_argument_count", Int]())


@always_inline
def _vector() -> UnsafePointer[UnsafePointer[Byte, MutAnyOrigin], MutAnyOrigin]:
    # The address of the place that remembers argv itself.
    return UnsafePointer[UnsafePointer[Byte, MutAnyOrigin], MutAnyOrigin](
        mlir_value=__global_address["ember_argument_vector", Int]()
    )


def _remember_arguments(argc: Int32, argv: __mlir_type.`!kgen.pointer<none>`):
    # Called once at the start of the program.
    _count()[] = Int(argc)
    _vector()[] = UnsafePointer[Byte, MutAnyOrigin](mlir_value=argv)


def argv() -> List[StaticString]:
    """The name of the program and its arguments.

    Example:

    ```mojo
    from std.sys import argv

    print(len(argv()) >= 1)  # True
    ```
    """
    var result = List[StaticString]()
    var first = _vector()[].bitcast[UnsafePointer[Byte, MutAnyOrigin]]()
    for i in range(_count()[]):
        result.append(StaticString(unsafe_from_utf8_ptr=first[i]))
    return result^
