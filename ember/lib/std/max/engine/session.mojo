"""Sessions load graphs; models take and give tensors by name."""

from max.graph.graph import Graph, array_of
from max.graph.symbol import _compiler
from max.tensor import Tensor, TensorShape
from std.memory import memcpy
from std.python import Python, PythonObject


struct TensorMap(Copyable, Movable, Sized):
    """Tensors by name: what a model is given, and what it gives.

    Example:

    ```mojo
    from max.engine import InferenceSession
    from max.tensor import Tensor, TensorShape

    var map = InferenceSession().new_tensor_map()
    map.borrow("input0", Tensor[DType.float32](TensorShape(2), 1, 2))
    print(len(map), map.get[DType.float32]("input0")[1])  # 1 2.0
    ```
    """

    var arrays: PythonObject
    """Arrays of NumPy by name."""

    def __init__(out self, arrays: PythonObject):
        """These arrays."""
        self.arrays = arrays

    def borrow[dtype: DType](self, name: String, tensor: Tensor[dtype]) raises:
        """A tensor by this name."""
        self.arrays[name] = array_of(tensor)

    def get[dtype: DType](self, name: String) raises -> Tensor[dtype]:
        """The tensor of a name."""
        var array = self.arrays[name]
        if String(array.dtype.name) != String(dtype):
            raise Error("'", name, "' has elements of ", array.dtype.name, ", not ", dtype)
        var sizes = List[Int]()
        for size in array.shape:
            sizes.append(Int(py=size))
        var result = Tensor[dtype](TensorShape(sizes))
        var place = array.ctypes.data.unsafe_get_as_pointer[dtype]()
        memcpy(dest=result.unsafe_ptr(), src=place, count=result.num_elements())
        return result^

    def __len__(self) -> Int:
        """How many there are."""
        try:
            return len(self.arrays)
        except:
            return 0


struct Model(Copyable, Movable):
    """A compiled graph, ready to run.

    Example:

    ```mojo
    from max.engine import InferenceSession
    from max.graph import Graph, TensorType, ops
    from max.tensor import Tensor, TensorShape

    var graph = Graph(TensorType(DType.float32, "n"))
    graph.output(ops.relu(graph[0]) + 1.0)
    var model = InferenceSession().load(graph)
    var results = model.execute("input0", Tensor[DType.float32](TensorShape(2), -3, 4))
    print(results.get[DType.float32]("output0"))  # Tensor([1.0, 5.0], dtype=float32, shape=2)
    ```
    """

    var model: PythonObject
    """The model as the engine knows it."""

    def __init__(out self, model: PythonObject):
        """A loaded model."""
        self.model = model

    def execute(self, inputs: TensorMap) raises -> TensorMap:
        """Results by name, for inputs by name."""
        return TensorMap(_compiler().execute(self.model, inputs.arrays))

    def execute[dtype: DType](self, name: String, tensor: Tensor[dtype]) raises -> TensorMap:
        """The same for a model of one input."""
        var inputs = TensorMap(Python.dict())
        inputs.borrow(name, tensor)
        return self.execute(inputs)


struct InferenceSession(Copyable, Movable):
    """Where graphs become models.

    Example:

    ```mojo
    from max.engine import InferenceSession
    from max.graph import Graph, TensorType

    var session = InferenceSession()
    var graph = Graph(TensorType(DType.float32, "n"))
    graph.output(graph[0] * 2.0)
    var model = session.load(graph)
    model = session.load_model(graph)
    print(len(session.new_tensor_map()))  # 0
    ```
    """

    def __init__(out self):
        """A session on this machine's processor."""
        pass

    def load(self, graph: Graph) raises -> Model:
        """A graph, compiled or found in the cache."""
        return Model(_compiler().load(graph.graph))

    def load_model(self, graph: Graph) raises -> Model:
        """The same, as the talk of 2024 says it."""
        return self.load(graph)

    def new_tensor_map(self) raises -> TensorMap:
        """A map without tensors."""
        return TensorMap(Python.dict())
