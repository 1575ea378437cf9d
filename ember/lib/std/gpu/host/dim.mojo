"""Dim: sizes of grids and blocks."""


struct Dim(ImplicitlyCopyable, Movable, TrivialRegisterPassable, Writable):
    """One to three sizes; those not given are 1.

    Example:

    ```mojo
    from std.gpu.host import Dim

    print(Dim(4, 2))  # (x=4, y=2)
    ```

    ```mojo
    from std.gpu.host import Dim

    print(Dim(4, 2).x(), Dim(4, 2).y(), Dim(4, 2).z())  # 4 2 1
    ```
    """

    var _x: Int
    var _y: Int
    var _z: Int

    @always_inline
    @implicit
    def __init__(out self, x: Int):
        """One dimension."""
        self._x = x
        self._y = 1
        self._z = 1

    @always_inline
    @implicit
    def __init__(out self, x: UInt):
        """One dimension."""
        self = Self(Int(x))

    @always_inline
    def __init__(out self, x: Int, y: Int):
        """Two dimensions."""
        self._x = x
        self._y = y
        self._z = 1

    @always_inline
    def __init__(out self, x: Int, y: Int, z: Int):
        """Three dimensions."""
        self._x = x
        self._y = y
        self._z = z

    @always_inline
    @implicit
    def __init__(out self, dims: Tuple[Int]):
        """One dimension."""
        self = Self(dims[0])

    @always_inline
    @implicit
    def __init__(out self, dims: Tuple[Int, Int]):
        """Two dimensions."""
        self = Self(dims[0], dims[1])

    @always_inline
    @implicit
    def __init__(out self, dims: Tuple[Int, Int, Int]):
        """Three dimensions."""
        self = Self(dims[0], dims[1], dims[2])

    @always_inline
    def __getitem__(self, idx: Int) -> Int:
        """A size by number."""
        return self._x if idx == 0 else (self._y if idx == 1 else self._z)

    @always_inline
    def x(self) -> Int:
        """The first size."""
        return self._x

    @always_inline
    def y(self) -> Int:
        """The second size."""
        return self._y

    @always_inline
    def z(self) -> Int:
        """The third size."""
        return self._z

    def write_to(self, mut writer: Some[Writer]):
        """Writes `(x=…, y=…, z=…)`, without sizes that are 1 at the end."""
        writer.write("(x=", self._x)
        if self._y != 1 or self._z != 1:
            writer.write(", y=", self._y)
        if self._z != 1:
            writer.write(", z=", self._z)
        writer.write(")")
