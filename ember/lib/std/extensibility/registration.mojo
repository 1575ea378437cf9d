"""Decorators that make a struct known as a kernel. They change nothing; who builds graphs reads them (`Compilation.registered_kernels`)."""


def register(
    name: StringLiteral, *, type: StaticString = "", api: StaticString = "", arch: StaticString = "", model: StaticString = ""
):
    """Before a struct: it is the kernel with this name. The other arguments restrict it to some devices.

    Example:

    ```mojo
    import extensibility
    from extensibility import OutputTensor

    @extensibility.register("set_to_seven")
    struct SetToSeven:
        @staticmethod
        def execute(result: OutputTensor[dtype=DType.int32, rank=1, ...]):
            result[0] = 7

    def main():
        pass
    ```
    """
    pass


def register_shape_function(name: StringLiteral):
    """Before a function: it gives the shape of the result of the kernel with this name.

    Example:

    ```mojo
    import extensibility
    from extensibility import InputTensor
    from std.utils import IndexList

    @extensibility.register_shape_function("double")
    def double_shape(x: InputTensor) -> IndexList[x.rank]:
        return x.shape()

    def main():
        pass
    ```
    """
    pass


def view_kernel():
    """Before a registered struct: its `update_input_view` gives the input with another shape and other strides.

    Example:

    ```mojo
    import extensibility
    from extensibility import InputTensor
    from std.utils import IndexList

    @extensibility.register("keep")
    @extensibility.view_kernel
    struct Keep:
        @staticmethod
        def update_input_view(x: InputTensor, shape: IndexList[x.rank]) -> type_of(x):
            return x

    def main():
        pass
    ```
    """
    pass
