"""Traits of kernels that treat every element alike."""


trait ElementwiseUnaryOp:
    """One number becomes another.

    Example:

    ```mojo
    from extensibility import ElementwiseUnaryOp

    struct Double(ElementwiseUnaryOp):
        @staticmethod
        def elementwise[dtype: DType, width: Int](x: SIMD[dtype, width]) -> SIMD[dtype, width]:
            return x + x

    print(Double.elementwise(Float32(3)))  # 6.0
    ```
    """

    @staticmethod
    def elementwise[dtype: DType, width: Int](x: SIMD[dtype, width]) -> SIMD[dtype, width]:
        """The result."""
        ...


trait ElementwiseUnaryMixedOp:
    """One number becomes one of another type.

    Example:

    ```mojo
    from extensibility import ElementwiseUnaryMixedOp

    struct Convert(ElementwiseUnaryMixedOp):
        @staticmethod
        def elementwise[dtype: DType, out_dtype: DType, width: Int](x: SIMD[dtype, width]) -> SIMD[out_dtype, width]:
            return x.cast[out_dtype]()

    print(Convert.elementwise[DType.float32, DType.int32, 1](3.75))  # 3
    ```
    """

    @staticmethod
    def elementwise[dtype: DType, out_dtype: DType, width: Int](x: SIMD[dtype, width]) -> SIMD[out_dtype, width]:
        """The result."""
        ...


trait ElementwiseBinaryOp:
    """Two numbers become one.

    Example:

    ```mojo
    from extensibility import ElementwiseBinaryOp

    struct Add(ElementwiseBinaryOp):
        @staticmethod
        def elementwise[
            dtype: DType, width: Int
        ](lhs: SIMD[dtype, width], rhs: SIMD[dtype, width]) -> SIMD[dtype, width]:
            return lhs + rhs

    print(Add.elementwise(Float32(3), Float32(4)))  # 7.0
    ```
    """

    @staticmethod
    def elementwise[
        dtype: DType, width: Int
    ](lhs: SIMD[dtype, width], rhs: SIMD[dtype, width]) -> SIMD[dtype, width]:
        """The result."""
        ...


trait ElementwiseBinaryComparisonOp:
    """Two numbers are compared.

    Example:

    ```mojo
    from extensibility import ElementwiseBinaryComparisonOp

    struct Greater(ElementwiseBinaryComparisonOp):
        @staticmethod
        def elementwise[
            dtype: DType, width: Int
        ](lhs: SIMD[dtype, width], rhs: SIMD[dtype, width]) -> SIMD[DType.bool, width]:
            return lhs.gt(rhs)

    print(Greater.elementwise(Float32(3), Float32(4)))  # False
    ```
    """

    @staticmethod
    def elementwise[
        dtype: DType, width: Int
    ](lhs: SIMD[dtype, width], rhs: SIMD[dtype, width]) -> SIMD[DType.bool, width]:
        """The result."""
        ...
