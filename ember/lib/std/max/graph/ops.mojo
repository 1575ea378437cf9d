"""Ops of graphs, by their names of 2024."""

from max.graph.symbol import Symbol, _compiler
from std.python import Python, PythonObject


def _unary(name: String, x: Symbol) raises -> Symbol:
    return x._apply(name, x.value)


def silu(x: Symbol) raises -> Symbol:
    """`x` times its sigmoid.

    Example:

    ```mojo
    from max.graph import Graph, TensorType, ops

    var graph = Graph(TensorType(DType.float32, "n"))
    print(ops.silu(graph[0]).shape())  # [n]
    ```
    """
    return _unary("silu", x)


def relu(x: Symbol) raises -> Symbol:
    """What is negative becomes 0.

    Example:

    ```mojo
    from max.graph import Graph, TensorType, ops

    var graph = Graph(TensorType(DType.float32, "n"))
    print(ops.relu(graph[0]).shape())  # [n]
    ```
    """
    return _unary("relu", x)


def gelu(x: Symbol) raises -> Symbol:
    """Gauss's linear unit.

    Example:

    ```mojo
    from max.graph import Graph, TensorType, ops

    var graph = Graph(TensorType(DType.float32, "n"))
    print(ops.gelu(graph[0]).shape())  # [n]
    ```
    """
    return _unary("gelu", x)


def sigmoid(x: Symbol) raises -> Symbol:
    """The logistic function.

    Example:

    ```mojo
    from max.graph import Graph, TensorType, ops

    var graph = Graph(TensorType(DType.float32, "n"))
    print(ops.sigmoid(graph[0]).shape())  # [n]
    ```
    """
    return _unary("sigmoid", x)


def tanh(x: Symbol) raises -> Symbol:
    """The hyperbolic tangent.

    Example:

    ```mojo
    from max.graph import Graph, TensorType, ops

    var graph = Graph(TensorType(DType.float32, "n"))
    print(ops.tanh(graph[0]).shape())  # [n]
    ```
    """
    return _unary("tanh", x)


def exp(x: Symbol) raises -> Symbol:
    """The exponential.

    Example:

    ```mojo
    from max.graph import Graph, TensorType, ops

    var graph = Graph(TensorType(DType.float32, "n"))
    print(ops.exp(graph[0]).shape())  # [n]
    ```
    """
    return _unary("exp", x)


def log(x: Symbol) raises -> Symbol:
    """The natural logarithm.

    Example:

    ```mojo
    from max.graph import Graph, TensorType, ops

    var graph = Graph(TensorType(DType.float32, "n"))
    print(ops.log(graph[0]).shape())  # [n]
    ```
    """
    return _unary("log", x)


def sqrt(x: Symbol) raises -> Symbol:
    """The square root.

    Example:

    ```mojo
    from max.graph import Graph, TensorType, ops

    var graph = Graph(TensorType(DType.float32, "n"))
    print(ops.sqrt(graph[0]).shape())  # [n]
    ```
    """
    return _unary("sqrt", x)


def rsqrt(x: Symbol) raises -> Symbol:
    """One by the square root.

    Example:

    ```mojo
    from max.graph import Graph, TensorType, ops

    var graph = Graph(TensorType(DType.float32, "n"))
    print(ops.rsqrt(graph[0]).shape())  # [n]
    ```
    """
    return _unary("rsqrt", x)


def sin(x: Symbol) raises -> Symbol:
    """The sine.

    Example:

    ```mojo
    from max.graph import Graph, TensorType, ops

    var graph = Graph(TensorType(DType.float32, "n"))
    print(ops.sin(graph[0]).shape())  # [n]
    ```
    """
    return _unary("sin", x)


def cos(x: Symbol) raises -> Symbol:
    """The cosine.

    Example:

    ```mojo
    from max.graph import Graph, TensorType, ops

    var graph = Graph(TensorType(DType.float32, "n"))
    print(ops.cos(graph[0]).shape())  # [n]
    ```
    """
    return _unary("cos", x)


def erf(x: Symbol) raises -> Symbol:
    """The error function.

    Example:

    ```mojo
    from max.graph import Graph, TensorType, ops

    var graph = Graph(TensorType(DType.float32, "n"))
    print(ops.erf(graph[0]).shape())  # [n]
    ```
    """
    return _unary("erf", x)


def abs(x: Symbol) raises -> Symbol:
    """The magnitude.

    Example:

    ```mojo
    from max.graph import Graph, TensorType, ops

    var graph = Graph(TensorType(DType.float32, "n"))
    print(ops.abs(graph[0]).shape())  # [n]
    ```
    """
    return _unary("abs", x)


def floor(x: Symbol) raises -> Symbol:
    """The whole number below.

    Example:

    ```mojo
    from max.graph import Graph, TensorType, ops

    var graph = Graph(TensorType(DType.float32, "n"))
    print(ops.floor(graph[0]).shape())  # [n]
    ```
    """
    return _unary("floor", x)


def mean(x: Symbol, axis: Int = -1) raises -> Symbol:
    """The mean along an axis, which stays with one element.

    Example:

    ```mojo
    from max.graph import Graph, TensorType, ops

    var graph = Graph(TensorType(DType.float32, "n", 4))
    print(ops.mean(graph[0]).shape())  # [n, 1]
    ```
    """
    return x._apply("mean", x.value, axis)


def sum(x: Symbol, axis: Int = -1) raises -> Symbol:
    """The sum along an axis, which stays with one element.

    Example:

    ```mojo
    from max.graph import Graph, TensorType, ops

    var graph = Graph(TensorType(DType.float32, "n", 4))
    print(ops.sum(graph[0]).shape())  # [n, 1]
    ```
    """
    return x._apply("sum", x.value, axis)


def softmax(x: Symbol, axis: Int = -1) raises -> Symbol:
    """Shares of one along an axis.

    Example:

    ```mojo
    from max.graph import Graph, TensorType, ops

    var graph = Graph(TensorType(DType.float32, "n", 4))
    print(ops.softmax(graph[0]).shape())  # [n, 4]
    ```
    """
    return x._apply("softmax", x.value, axis)


def add(x: Symbol, y: Symbol) raises -> Symbol:
    """The sum.

    Example:

    ```mojo
    from max.graph import Graph, TensorType, ops

    var graph = Graph(TensorType(DType.float32, 4, 4))
    print(ops.add(graph[0], graph[0]).shape())  # [4, 4]
    ```
    """
    return x._apply("add", x.value, y.value)


def sub(x: Symbol, y: Symbol) raises -> Symbol:
    """The difference.

    Example:

    ```mojo
    from max.graph import Graph, TensorType, ops

    var graph = Graph(TensorType(DType.float32, 4, 4))
    print(ops.sub(graph[0], graph[0]).shape())  # [4, 4]
    ```
    """
    return x._apply("sub", x.value, y.value)


def mul(x: Symbol, y: Symbol) raises -> Symbol:
    """The product, element by element.

    Example:

    ```mojo
    from max.graph import Graph, TensorType, ops

    var graph = Graph(TensorType(DType.float32, 4, 4))
    print(ops.mul(graph[0], graph[0]).shape())  # [4, 4]
    ```
    """
    return x._apply("mul", x.value, y.value)


def div(x: Symbol, y: Symbol) raises -> Symbol:
    """The quotient.

    Example:

    ```mojo
    from max.graph import Graph, TensorType, ops

    var graph = Graph(TensorType(DType.float32, 4, 4))
    print(ops.div(graph[0], graph[0]).shape())  # [4, 4]
    ```
    """
    return x._apply("div", x.value, y.value)


def matmul(x: Symbol, y: Symbol) raises -> Symbol:
    """The product of matrices.

    Example:

    ```mojo
    from max.graph import Graph, TensorType, ops

    var graph = Graph(TensorType(DType.float32, 4, 4))
    print(ops.matmul(graph[0], graph[0]).shape())  # [4, 4]
    ```
    """
    return x._apply("matmul", x.value, y.value)


def concat(values: List[Symbol], axis: Int = 0) raises -> Symbol:
    """Tensors one behind the other.

    Example:

    ```mojo
    from max.graph import Graph, TensorType, ops

    var graph = Graph(TensorType(DType.float32, 4))
    print(ops.concat([graph[0], graph[0]]).shape())  # [8]
    ```
    """
    var given = Python.list()
    for value in values:
        given.append(value.value)
    return values[0]._apply("concat", given, axis)


def gather(x: Symbol, indices: Symbol, axis: Int = 0) raises -> Symbol:
    """What stands at these places of an axis.

    Example:

    ```mojo
    from max.graph import Graph, TensorType, ops

    var graph = Graph(TensorType(DType.float32, 10, 4), TensorType(DType.int64, "n"))
    print(ops.gather(graph[0], graph[1]).shape())  # [n, 4]
    ```
    """
    return x._apply("gather", x.value, indices.value, axis)
