# edition: 2025
# Tensor, TensorShape and TensorSpec as programs of 2024 use them.
from tensor import Tensor, TensorShape, TensorSpec
from max.tensor import Tensor as SameTensor
from utils.index import Index
from random import seed
from algorithm import vectorize
from sys.info import simdwidthof

alias type = DType.float32


struct Dense:
    var weights: Tensor[type]
    var bias: Tensor[type]

    fn __init__(inout self, inputs: Int, outputs: Int):
        self.weights = Tensor[type](inputs, outputs)
        self.bias = Tensor[type](outputs)
        for i in range(inputs):
            for j in range(outputs):
                self.weights[Index(i, j)] = Float32(i - j) * 0.5
        for j in range(outputs):
            self.bias[j] = 0.25

    fn forward(self, x: Tensor[type]) -> Tensor[type]:
        var outputs = self.weights.shape()[1]
        var y = Tensor[type](outputs)
        for j in range(outputs):
            var total = self.bias[j]
            for i in range(x.num_elements()):
                total += x[i] * self.weights[i, j]
            y[j] = total if total > 0 else 0
        return y


fn relu(x: Tensor[type]) -> Tensor[type]:
    var y = Tensor[type](x.shape())
    alias width = simdwidthof[type]()

    @parameter
    fn lanes[width: Int](i: Int):
        y.store[width](i, max(x.load[width](i), SIMD[type, width](0)))

    vectorize[lanes, width](x.num_elements())
    return y


fn main() raises:
    var layer = Dense(3, 2)
    var x = Tensor[type](3)
    x[0] = 1
    x[1] = 2
    x[2] = 3
    print(layer.forward(x))
    print(layer.weights.shape(), layer.weights.spec(), layer.weights.rank(), layer.weights.dim(1))

    var m = Tensor[DType.int32](TensorShape(2, 3), 1, 2, 3, 4, 5, 6)
    print(m)
    print(m[1, 2], m[Index(0, 1)], m.argmax()[0], m.argmin()[1], m.bytecount())
    m[1, 0] = 40
    print(m.reshape(TensorShape(3, 2)))
    print((m + m)[3], (m * 2)[0], (10 - m)[1], (m.astype[DType.float64]() / 4)[1], (m**2)[5], (-m)[0])
    try:
        _ = m.reshape(TensorShape(4, 2))
    except e:
        print(e)
    m.ireshape(TensorShape(6))
    print(m.shape(), m.clip(2, 5)[3], m == m, m.shape() == TensorShape(6))

    var signs = Tensor[type](TensorSpec(type, 5))
    for i in range(5):
        signs[i] = i - 2
    print(relu(signs))
    seed(3)
    var random = SameTensor[type].rand(TensorShape(4, 4))
    var inside = True
    for i in range(random.num_elements()):
        inside = inside and 0 <= random[i] <= 1
    print(inside, TensorSpec(DType.int8, 2, 2).bytecount(), str(TensorShape(1, 2, 3)))
