"""CStringSlice: a view of text that ends with a zero."""


struct CStringSlice[origin: Origin](Sized, TrivialRegisterPassable, Writable):
    """The address of bytes that end with a zero.

    Example:

    ```mojo
    from std.ffi.cstring import CStringSlice

    var text = String("hello")
    var c_text = CStringSlice[ImmAnyOrigin](unsafe_from_ptr=text.unsafe_cstr_ptr())
    print(len(c_text), text)  # 5 hello
    ```

    ```mojo
    from std.ffi.cstring import CStringSlice

    var text = String("a")
    print(CStringSlice[ImmAnyOrigin](unsafe_from_ptr=text.unsafe_cstr_ptr()).unsafe_ptr()[0])  # 97
    ```
    """

    var _data: UnsafePointer[Int8, Self.origin]

    def __init__(out self, *, unsafe_from_ptr: UnsafePointer[Int8, _]):
        """Wraps an address."""
        self._data = UnsafePointer[Int8, Self.origin](mlir_value=unsafe_from_ptr.address)

    def __len__(self) -> Int:
        """Bytes before the zero."""
        var size = 0
        while self._data[size] != 0:
            size += 1
        return size

    def unsafe_ptr(self) -> UnsafePointer[Int8, Self.origin]:
        """Where the bytes are."""
        return self._data

    def write_to(self, mut writer: Some[Writer]):
        """Writes the text."""
        writer.write_string(StaticString(ptr=self._data.address, length=self.__len__()))
