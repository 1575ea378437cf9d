"""breakpointhook: stops in a debugger."""


@always_inline
def breakpointhook():
    """Stops the program where it is, for a debugger to take over; without one, the program ends.

    Example:

    ```mojo no-run
    from std.sys.debug import breakpointhook

    breakpointhook()
    ```
    """
    __mlir_op.`pop.call_llvm_intrinsic`[name="llvm.debugtrap", _type=NoneType]()
