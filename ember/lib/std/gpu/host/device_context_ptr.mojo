"""DeviceContextPtr: what kernels of 2025 get as their context."""

from std.gpu._message import failure
from std.gpu.host.device_context import DeviceContext


struct DeviceContextPtr(Boolable, Defaultable, ImplicitlyCopyable, Movable):
    """A device context, or none for a kernel on the processor.

    Example:

    ```mojo
    from std.gpu.host import DeviceContext
    from std.runtime.asyncrt import DeviceContextPtr

    var context = DeviceContextPtr(DeviceContext())
    print(context.get_device_context().id(), context[].id(), Bool(context), Bool(DeviceContextPtr()))  # 0 0 True False
    ```
    """

    var _context: Optional[DeviceContext]

    def __init__(out self):
        """No context."""
        self._context = None

    @implicit
    def __init__(out self, context: DeviceContext):
        """A context."""
        self._context = context

    def __bool__(self) -> Bool:
        """Whether there is a context."""
        return Bool(self._context)

    def __getitem__(self) raises -> DeviceContext:
        """The context."""
        return self.get_device_context()

    def get_device_context(self) raises -> DeviceContext:
        """The context."""
        if not self._context:
            raise failure("this kernel has no device")
        return self._context.value()
