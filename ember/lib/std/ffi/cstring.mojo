"""CStringSlice: a view of text that ends with a zero."""


struct CStringSlice[mut: Bool, //, origin: Origin[mut=mut]](Equatable, Sized, TrivialRegisterPassable, Writable):
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
    var c_text = text.as_c_string_slice()
    print(c_text.unsafe_ptr()[0], c_text.ptr()[1], len(c_text.as_bytes()), c_text == c_text)  # 97 0 1 True
    ```
    """

    var _data: UnsafePointer[Int8, Self.origin]

    def __init__(out self, *, unsafe_from_ptr: UnsafePointer[Int8, Self.origin]):
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

    def ptr(self) -> UnsafePointer[Int8, Self.origin]:
        """Where the bytes are."""
        return self._data

    def as_bytes(self) -> Span[Byte, Self.origin]:
        """The bytes before the zero."""
        return Span[Byte, Self.origin](ptr=self._data.bitcast[Byte](), length=self.__len__())

    def __eq__(self, rhs: Self) -> Bool:
        """True for the same bytes."""
        return self.as_bytes() == rhs.as_bytes()

    def __ne__(self, rhs: Self) -> Bool:
        """True for different bytes."""
        return not self == rhs

    def write_to(self, mut writer: Some[Writer]):
        """Writes the text."""
        writer.write_string(StaticString(ptr=self._data.address, length=self.__len__()))


comptime CStringSpan = CStringSlice
"""Another name of `CStringSlice`.

Example:

```mojo
from std.ffi import CStringSpan

def length[origin: Origin](text: CStringSpan[origin]) -> Int:
    return len(text)

var text = String("hello")
print(length(text.as_c_string_span()))  # 5
```
"""
