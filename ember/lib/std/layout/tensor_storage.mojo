"""How tensors keep their elements."""


trait TensorStorage(AnyType):
    """A way to keep elements.

    ```mojo
    from layout.tensor_storage import PointerStorage, TensorStorage

    def width_of[S: TensorStorage]() -> Int:
        return S.element_width

    print(width_of[PointerStorage[element_width=4]]())  # 4
    ```
    """

    comptime element_width: Int
    """How many numbers an element has."""


struct PointerStorage[*, element_width: Int = 1](TensorStorage):
    """Elements of `element_width` numbers behind a pointer.

    ```mojo
    from layout import PointerStorage

    print(PointerStorage[element_width=2].element_width)  # 2
    ```
    """

    pass
