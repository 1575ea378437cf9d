"""`mo.qmatmul` with `.halves`, `.packed` and `.pack`, `mo.dequantize`: the kernels of graphs."""

import extensibility
from extensibility import InputTensor, OutputTensor, _FusedComputeOutputTensor, _FusedInputTensor
from quantization._by_name import check_target, half_type, is_half, with_encoding
from quantization._device import (
    decode_halves_on_device,
    half_gated_on_device,
    half_matmul_adding,
    half_matmul_on_device,
    squares_of,
)
from quantization._device_groups import FourBits, multiply_groups_on_device
from quantization.dequantize import dequantize
from quantization.encodings import Encoding
from quantization.half_weights import decode_halves, half_matmul, pack_halves
from quantization.qmatmul import pack_weights, qmatmul
from std.algorithm._device import is_device
from std.gpu.host import DeviceContext


@extensibility.register("mo.qmatmul")
struct QMatmul[encoding: StaticString]:
    """`lhs @ rhs.T`, where a row of `rhs` is a row of encoded weights."""

    @staticmethod
    def execute[
        target: StaticString
    ](
        result: _FusedComputeOutputTensor[rank=2, ...],
        lhs: _FusedInputTensor[rank=2, ...],
        rhs: InputTensor[dtype = DType.uint8, rank=2, ...],
        ctx: DeviceContext,
    ) raises:
        """Computes it."""
        check_target[target, "mo.qmatmul", Self.encoding]()

        @__parameter
        def work[E: Encoding]() raises:
            qmatmul[E](result, lhs, rhs)

        comptime if is_half(Self.encoding):
            half_matmul[half_type(Self.encoding)](result, lhs, rhs)
        else:
            with_encoding[Self.encoding, work]()


@extensibility.register("mo.qmatmul.halves")
struct QMatmulHalves[encoding: StaticString]:
    """The same on devices, where the weights are halves and `lhs` is of their type, in memory."""

    @staticmethod
    def execute[
        target: StaticString
    ](
        result: _FusedComputeOutputTensor[rank=2, ...],
        lhs: InputTensor[dtype = half_type(Self.encoding), rank=2, ...],
        rhs: InputTensor[dtype = DType.uint8, rank=2, ...],
        ctx: DeviceContext,
    ) raises:
        """Computes it."""
        comptime assert is_device(target), "mo.qmatmul.halves is for devices"
        half_matmul_on_device(result, lhs, rhs, ctx)


@extensibility.register("mo.qmatmul.groups")
struct QMatmulGroups[encoding: StaticString]:
    """The same on devices, where the weights have 4 bits (q4_0, q4_1, gptq_32, gptq_64, gptq_128) and `lhs` is in memory."""

    @staticmethod
    def execute[
        target: StaticString
    ](
        result: _FusedComputeOutputTensor[rank=2, ...],
        lhs: InputTensor[dtype = DType.bfloat16, rank=2, ...],
        rhs: InputTensor[dtype = DType.uint8, rank=2, ...],
        ctx: DeviceContext,
    ) raises:
        """Computes it."""
        comptime bits = FourBits.of(Self.encoding)
        comptime assert is_device(target) and bits.size > 0, (
            "there is no kernel for 'mo.qmatmul.groups' of " + Self.encoding + " on the target " + target
        )
        multiply_groups_on_device[bits](result, lhs, rhs, ctx)


@extensibility.register("mo.qmatmul.gated")
struct QMatmulGated[encoding: StaticString, activation: StaticString]:
    """`act(lhs @ gate.T) · (lhs @ up.T)` on devices, where the rows of `gate` and `up` lie in turn in `rhs`, halves like `lhs`."""

    @staticmethod
    def execute[
        target: StaticString
    ](
        result: OutputTensor[rank=2, ...],
        lhs: InputTensor[dtype = half_type(Self.encoding), rank=2, ...],
        rhs: InputTensor[dtype = DType.uint8, rank=2, ...],
        ctx: DeviceContext,
    ) raises:
        """Computes it."""
        comptime assert is_device(target), "mo.qmatmul.gated is for devices"
        half_gated_on_device[Self.activation](result, lhs, rhs, ctx)


@extensibility.register("mo.qmatmul.gated.scaled")
struct QMatmulGatedScaled[encoding: StaticString, activation: StaticString]:
    """The same of `mo.qmatmul.added`'s rows, each divided by the root of the mean of its squares."""

    @staticmethod
    def execute[
        target: StaticString
    ](
        result: OutputTensor[rank=2, ...],
        lhs: InputTensor[dtype = half_type(Self.encoding), rank=2, ...],
        squares: InputTensor[dtype = DType.float32, rank=2, ...],
        rhs: InputTensor[dtype = DType.uint8, rank=2, ...],
        epsilon: Scalar[DType.float32],
        ctx: DeviceContext,
    ) raises:
        """Computes it."""
        comptime assert is_device(target), "mo.qmatmul.gated.scaled is for devices"
        half_gated_on_device[Self.activation, True](result, lhs, rhs, ctx, squares_of(squares, epsilon))


@extensibility.register("mo.qmatmul.added")
struct QMatmulAdded[encoding: StaticString]:
    """`x + lhs @ rhs.T` on devices, `rows`: the same times the weights of the norm that follows, rounded, and `squares`: sums of eight squares each.

    What the norm gives are the rows, divided by the root of the mean of squares: `mo.qmatmul.gated.scaled` and `mo.project.scaled.store.ragged.paged` take
    them and divide their products.
    """

    @staticmethod
    def execute[
        target: StaticString
    ](
        sums: OutputTensor[dtype = DType.float32, rank=2, ...],
        rows: OutputTensor[dtype = half_type(Self.encoding), rank=2, ...],
        squares: OutputTensor[dtype = DType.float32, rank=2, ...],
        lhs: InputTensor[dtype = half_type(Self.encoding), rank=2, ...],
        rhs: InputTensor[dtype = DType.uint8, rank=2, ...],
        x: InputTensor[dtype = DType.float32, rank=2, ...],
        weight: InputTensor[dtype = DType.float32, rank=1, ...],
        ctx: DeviceContext,
    ) raises:
        """Computes them."""
        comptime assert is_device(target), "mo.qmatmul.added is for devices"
        half_matmul_adding(sums, rows, squares, lhs, rhs, x, weight, ctx)


@extensibility.register("mo.qmatmul.packed")
struct QMatmulPacked[encoding: StaticString]:
    """The same, where the weights went through `mo.qmatmul.pack`."""

    @staticmethod
    def execute[
        target: StaticString
    ](
        result: _FusedComputeOutputTensor[rank=2, ...],
        lhs: _FusedInputTensor[rank=2, ...],
        rhs: InputTensor[dtype = DType.uint8, rank=2, ...],
        ctx: DeviceContext,
    ) raises:
        """Computes it."""
        check_target[target, "mo.qmatmul.packed", Self.encoding]()

        @__parameter
        def work[E: Encoding]() raises:
            qmatmul[E](result, lhs, rhs, packed=True)

        comptime if is_half(Self.encoding):
            half_matmul[half_type(Self.encoding)](result, lhs, rhs, packed=True)
        else:
            with_encoding[Self.encoding, work]()


@extensibility.register("mo.qmatmul.pack")
struct PackQuantized[encoding: StaticString]:
    """Encoded weights in the order that suits the machine."""

    @staticmethod
    def execute[
        target: StaticString
    ](
        result: OutputTensor[dtype = DType.uint8, rank=2, ...],
        rhs: InputTensor[dtype = DType.uint8, rank=2, ...],
        ctx: DeviceContext,
    ) raises:
        """Computes it."""
        check_target[target, "mo.qmatmul.pack", Self.encoding]()

        @__parameter
        def work[E: Encoding]() raises:
            pack_weights[E](result, rhs)

        comptime if is_half(Self.encoding):
            pack_halves[half_type(Self.encoding)](result, rhs)
        else:
            with_encoding[Self.encoding, work]()


@extensibility.register("mo.dequantize")
struct Dequantize[encoding: StaticString]:
    """The numbers that encoded weights stand for."""

    @staticmethod
    def execute[
        target: StaticString
    ](
        result: _FusedComputeOutputTensor[rank=2, ...],
        x: InputTensor[dtype = DType.uint8, rank=2, ...],
        ctx: DeviceContext,
    ) raises:
        """Computes them."""
        comptime if is_device(target) and is_half(Self.encoding):
            decode_halves_on_device[half_type(Self.encoding)](result, x, ctx)
            return
        check_target[target, "mo.dequantize", Self.encoding]()

        @__parameter
        def work[E: Encoding]() raises:
            dequantize[E](result, x)

        comptime if is_half(Self.encoding):
            decode_halves[half_type(Self.encoding)](result, x)
        else:
            with_encoding[Self.encoding, work]()
