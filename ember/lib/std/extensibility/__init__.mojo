"""Kernels of graphs: registering them, the tensors they get, loops over tensors."""

from std.extensibility.elementwise_ops import (
    ElementwiseBinaryComparisonOp,
    ElementwiseBinaryOp,
    ElementwiseUnaryMixedOp,
    ElementwiseUnaryOp,
)
from std.extensibility.foreach import foreach, get_kernel_simd_width, view_copy
from std.extensibility.io_spec import (
    IO,
    FusedInput,
    FusedOutput,
    Input,
    IOSpec,
    IOUnknown,
    MutableInput,
    Output,
    _FusedComputeOutput,
)
from std.extensibility.managed_tensor_slice import (
    DynamicTensor,
    FusedInputTensor,
    FusedOutputTensor,
    InputTensor,
    ManagedTensorSlice,
    MutableInputTensor,
    OutputTensor,
    _FusedComputeOutputTensor,
    _FusedInputTensor,
    _FusedOutputTensor,
    _MutableInputTensor,
)
from std.extensibility.operands import *
from std.extensibility.registration import register, register_shape_function, view_kernel
from std.extensibility.tensor_spec import RuntimeTensorSpec, StaticTensorSpec
from std.extensibility.variadic_tensors import (
    FusedInputVariadicTensors,
    FusedOutputVariadicTensors,
    InputVariadicTensors,
    MutableInputVariadicTensors,
    OutputVariadicTensors,
    VariadicTensors,
)
from std.extensibility.variadic_tensors import FusedInputVariadicTensors as _FusedInputVariadicTensors
from std.extensibility.variadic_tensors import FusedOutputVariadicTensors as _FusedOutputVariadicTensors
from std.extensibility.variadic_tensors import MutableInputVariadicTensors as _MutableInputVariadicTensors
from std.utils.coord import *
