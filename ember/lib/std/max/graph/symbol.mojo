"""Values of graphs being built: each operator adds an op, and a mistake is an error of its line."""

from std.python import Python, PythonObject


def _compiler() raises -> PythonObject:
    return Python.import_module("ember.graph.from_mojo")


struct Dim(Copyable, Movable, Writable):
    """A size of a tensor: a number, or the name of one that is known when the graph runs.

    Example:

    ```mojo
    from max.graph import Dim

    print(Dim(4), Dim("batch"))  # 4 batch
    var text = String()
    Dim(3).write_to(text)
    ```
    """

    var value: PythonObject
    """The number or the name."""

    @implicit
    def __init__(out self, size: Int):
        """A size known now."""
        self.value = PythonObject(size)

    @implicit
    def __init__(out self, name: StringLiteral):
        """A size with a name."""
        self.value = PythonObject(String(name))

    @implicit
    def __init__(out self, name: String):
        """A size with a name."""
        self.value = PythonObject(name)

    def write_to[W: Writer](self, mut writer: W):
        """Writes the number or the name."""
        writer.write(self.value)


struct Symbol(Copyable, ImplicitlyCopyable, Movable, Writable):
    """A tensor of a graph. Its operators are ops of the graph.

    Example:

    ```mojo
    from max.graph import Graph, TensorType

    var graph = Graph(TensorType(DType.float32, "n", 4))
    print((graph[0] + 1.0).shape())  # [n, 4]
    print(graph[0].swapaxes(0, 1).shape(), graph[0].swap_axes(0, 1).shape())  # [4, n] [4, n]
    print(graph[0].tensor_type())  # TensorType(DType.float32, [n, 4], cpu:0)
    var text = String()
    graph[0].write_to(text)
    ```
    """

    var graph: PythonObject
    """The graph it belongs to."""
    var value: PythonObject
    """Its value there."""

    def __init__(out self, graph: PythonObject, value: PythonObject):
        """A value of a graph."""
        self.graph = graph
        self.value = value

    def _apply(self, name: String, *operands: PythonObject) raises -> Symbol:
        var given = Python.list()
        for operand in operands:
            given.append(operand)
        var call = Python.evaluate("lambda apply, graph, name, given: apply(graph, name, *given)")
        return Symbol(self.graph, call(_compiler().apply, self.graph, name, given))

    # -- operators -------------------------------------------------------------------------------

    def __add__(self, other: Symbol) raises -> Symbol:
        """The sum, of shapes that fit each other."""
        return self._apply("add", self.value, other.value)

    def __add__(self, other: Float64) raises -> Symbol:
        """The sum with a number."""
        return self._apply("add", self.value, PythonObject(other))

    def __radd__(self, other: Float64) raises -> Symbol:
        """The sum with a number."""
        return self + other

    def __sub__(self, other: Symbol) raises -> Symbol:
        """The difference."""
        return self._apply("sub", self.value, other.value)

    def __sub__(self, other: Float64) raises -> Symbol:
        """The difference to a number."""
        return self._apply("sub", self.value, PythonObject(other))

    def __rsub__(self, other: Float64) raises -> Symbol:
        """A number less this."""
        return self._apply("sub", PythonObject(other), self.value)

    def __mul__(self, other: Symbol) raises -> Symbol:
        """The product, element by element."""
        return self._apply("mul", self.value, other.value)

    def __mul__(self, other: Float64) raises -> Symbol:
        """The product with a number."""
        return self._apply("mul", self.value, PythonObject(other))

    def __rmul__(self, other: Float64) raises -> Symbol:
        """The product with a number."""
        return self * other

    def __truediv__(self, other: Symbol) raises -> Symbol:
        """The quotient."""
        return self._apply("div", self.value, other.value)

    def __truediv__(self, other: Float64) raises -> Symbol:
        """The quotient by a number."""
        return self._apply("div", self.value, PythonObject(other))

    def __pow__(self, other: Float64) raises -> Symbol:
        """The power with a number."""
        return self._apply("pow", self.value, PythonObject(other))

    def __matmul__(self, other: Symbol) raises -> Symbol:
        """The product of matrices."""
        return self._apply("matmul", self.value, other.value)

    def __neg__(self) raises -> Symbol:
        """The negative."""
        return self._apply("negate", self.value)

    def __getitem__(self, index: Int) raises -> Symbol:
        """What stands at a place of the first axis."""
        return Symbol(self.graph, _compiler().part(self.graph, self.value, index))

    def __getitem__(self, span: Slice) raises -> Symbol:
        """A part of the first axis."""
        return Symbol(self.graph, _compiler().part(self.graph, self.value, PythonObject(span)))

    # -- shapes ----------------------------------------------------------------------------------

    def reshape(self, *dims: Dim) raises -> Symbol:
        """The same elements in another shape; one size may be -1.

        Example:

        ```mojo
        from max.graph import Graph, TensorType

        var graph = Graph(TensorType(DType.float32, "n", 4))
        print(graph[0].reshape("n", 2, 2).shape())  # [n, 2, 2]
        ```
        """
        var sizes = Python.list()
        for dim in dims:
            sizes.append(dim.value)
        return self._apply("reshape", self.value, sizes)

    def swapaxes(self, first: Int, second: Int) raises -> Symbol:
        """Two axes exchanged."""
        return self._apply("transpose", self.value, first, second)

    def swap_axes(self, first: Int, second: Int) raises -> Symbol:
        """Two axes exchanged, as the talk of 2024 says it."""
        return self.swapaxes(first, second)

    def shape(self) raises -> PythonObject:
        """Its dimensions."""
        return self.value.shape

    def tensor_type(self) raises -> PythonObject:
        """Its element type, shape and device."""
        return self.value.type

    def write_to[W: Writer](self, mut writer: W):
        """Writes what is known of it."""
        writer.write(self.value)


struct SymbolTuple(Copyable, Movable, Sized):
    """Several symbols, as a layer gives them.

    Example:

    ```mojo
    from max.graph import Graph, Symbol, SymbolTuple, TensorType

    def both(x: Symbol) raises -> SymbolTuple:
        return x + 1.0, x * 2.0

    var graph = Graph(TensorType(DType.float32, 4))
    print(len(both(graph[0])))  # 2
    ```
    """

    var symbols: List[Symbol]
    """All of them."""

    def __init__(out self, var symbols: List[Symbol]):
        """These symbols."""
        self.symbols = symbols^

    @implicit
    def __init__(out self, symbol: Symbol):
        """One symbol."""
        self.symbols = [symbol]

    @implicit
    def __init__(out self, pair: Tuple[Symbol, Symbol]):
        """Two symbols."""
        self.symbols = [pair[0], pair[1]]

    @implicit
    def __init__(out self, three: Tuple[Symbol, Symbol, Symbol]):
        """Three symbols."""
        self.symbols = [three[0], three[1], three[2]]

    def __getitem__(self, index: Int) -> Symbol:
        """One of them."""
        return self.symbols[index]

    def __len__(self) -> Int:
        """How many there are."""
        return len(self.symbols)
