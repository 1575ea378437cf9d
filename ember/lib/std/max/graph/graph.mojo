"""Graphs and the types of their inputs."""

from max.graph.symbol import Dim, Symbol, SymbolTuple, _compiler
from max.tensor import Tensor
from std.memory import memcpy
from std.python import Python, PythonObject


struct TensorType(Copyable, Movable):
    """Element type and shape of a tensor.

    Example:

    ```mojo
    from max.graph import TensorType

    print(TensorType(DType.float32, "batch", 6).type)  # TensorType(DType.float32, [batch, 6], cpu:0)
    ```
    """

    var type: PythonObject
    """The type as the compiler knows it."""

    def __init__(out self, dtype: DType, *dims: Dim) raises:
        """A tensor of these sizes; names stand for sizes known when the graph runs."""
        var sizes = Python.list()
        for dim in dims:
            sizes.append(dim.value)
        self.type = _compiler().tensor_type(String(dtype), sizes)


def array_of[dtype: DType](tensor: Tensor[dtype]) raises -> PythonObject:
    """A tensor's numbers as an array of NumPy.

    Example:

    ```mojo
    from max.graph.graph import array_of
    from max.tensor import Tensor, TensorShape

    print(array_of(Tensor[DType.float32](TensorShape(2), 1, 2)))  # [1. 2.]
    ```
    """
    var sizes = Python.list()
    for axis in range(tensor.rank()):
        sizes.append(tensor.dim(axis))
    var array = _compiler().empty(String(dtype), sizes)
    var place = array.ctypes.data.unsafe_get_as_pointer[dtype]()
    memcpy(dest=place, src=tensor.unsafe_ptr(), count=tensor.num_elements())
    return array


struct Graph(Copyable, Movable, Writable):
    """A graph being built: `graph[i]` are its inputs, `output` ends it.

    Example:

    ```mojo
    from max.graph import Graph, TensorType, ops
    from max.tensor import Tensor, TensorShape

    var graph = Graph(TensorType(DType.float32, "m", 2), TensorType(DType.float32, 2, 3))
    graph.output(ops.relu(graph[0] @ graph[1]))
    print("mo.relu" in String(graph))  # True

    var numbers = Graph(TensorType(DType.float32, 2))
    var weights = numbers.constant(Tensor[DType.float32](TensorShape(2), 1, 2))
    print((weights * numbers.scalar[DType.float32](0.5)).shape())  # [2]
    var text = String()
    numbers.write_to(text)
    ```
    """

    var graph: PythonObject
    """The graph as the compiler knows it."""

    def __init__(out self, *types: TensorType) raises:
        """A graph of inputs of these types."""
        var given = Python.list()
        for type in types:
            given.append(type.type)
        self.graph = Python.import_module("ember.graph").Graph("graph", input_types=given)

    def __init__(out self, name: String, in_types: List[TensorType]) raises:
        """A graph with a name."""
        var given = Python.list()
        for type in in_types:
            given.append(type.type)
        self.graph = Python.import_module("ember.graph").Graph(name, input_types=given)

    def __getitem__(self, number: Int) raises -> Symbol:
        """One of its inputs."""
        return Symbol(self.graph, self.graph.inputs[number])

    def constant[dtype: DType](self, tensor: Tensor[dtype]) raises -> Symbol:
        """Numbers known now, such as weights."""
        return Symbol(self.graph, _compiler().constant(self.graph, array_of(tensor)))

    def scalar[dtype: DType](self, value: Float64) raises -> Symbol:
        """One number."""
        return Symbol(self.graph, _compiler().number(self.graph, value, String(dtype)))

    def output(self, symbol: Symbol) raises:
        """Ends the graph: what it gives."""
        self.output(SymbolTuple(symbol))

    def output(self, symbols: SymbolTuple) raises:
        """Ends the graph: what it gives."""
        var values = Python.list()
        for symbol in symbols.symbols:
            values.append(symbol.value)
        _compiler().output(self.graph, values)

    def write_to[W: Writer](self, mut writer: W):
        """Writes the graph as IR."""
        writer.write(self.graph)
