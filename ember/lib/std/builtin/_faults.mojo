"""Faults are watched by `std.sys._fault_report`, an object that the compiler adds to programs."""


@always_inline
def _watch_faults():
    # From now on faults of this program end it with a message.
    __mlir_op.`pop.external_call`[name="__ember_watch_faults", fixed=-1]()


@always_inline
def _give_handlers_a_stack():
    # The stack of this thread may be full when a handler is called, so that one runs on another.
    __mlir_op.`pop.external_call`[name="__ember_fault_stack", fixed=-1]()
