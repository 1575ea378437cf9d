"""DevicePassable: what may be an argument of a device kernel."""

from std.builtin.value import DevicePassable


trait DeviceTypeEncoder(AnyType):
    """Writes an argument of a kernel to where the kernel finds it.

    Example:

    ```mojo
    from std.builtin.device_passable import DeviceTypeEncoder

    @fieldwise_init
    struct Grid(DevicePassable):
        comptime device_type = Self
        var width: Int32

        def _to_device_type(self, mut encoder: Some[DeviceTypeEncoder], target: MutOpaquePointer[_]):
            encoder.encode(self, target)

    print(Grid(3).width)  # 3
    ```
    """

    def encode[T: AnyType, o: MutOrigin, //](mut self, value: T, target: UnsafePointer[NoneType, o]):
        """Writes a value as it is."""
        ...
