"""Gradients of operators: attached to them, in eager code and compiled, and in training."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not installed")

from ember.torch import CustomOpLibrary, graph_op  # noqa: E402

KERNELS = Path(__file__).parent / "kernels"
EXAMPLES = Path(__file__).parents[2] / "examples" / "pytorch"


def scaled(library: CustomOpLibrary) -> Any:
    """x · factor, whose gradient is the gradient · factor: the same kernel again."""
    op = library.add_scaled

    def keep(ctx: Any, inputs: Any, output: Any) -> None:
        assert output.shape == inputs[0].shape
        ctx.save_for_backward(inputs[1])

    def back(ctx: Any, gradient: Any) -> Any:
        result = torch.empty_like(gradient)
        op(result, gradient, *ctx.saved_tensors)
        return result, None

    op.register_autograd(back, setup_context=keep)

    def function(x: Any, factor: Any) -> Any:
        result = torch.empty_like(x)
        op(result, x * 2, factor)
        return result.sin()

    return function


@pytest.fixture(scope="module")
def function() -> Any:
    return scaled(CustomOpLibrary(KERNELS))


def test_in_eager_code(function: Any) -> None:
    x, factor = torch.randn(5, requires_grad=True), torch.tensor(3.0)
    function(x, factor).sum().backward()
    torch.testing.assert_close(x.grad, torch.cos(6 * x.detach()) * 6)
    with torch.no_grad():
        assert not function(x, factor).requires_grad


def test_numerically() -> None:
    kernels = CustomOpLibrary(EXAMPLES / "kernels")

    def back(ctx: Any, gradient: Any) -> Any:
        result = torch.empty_like(gradient)
        kernels.snake_backward(result, gradient, *ctx.saved_tensors)
        return result, None

    kernels.snake.register_autograd(
        back, setup_context=lambda ctx, inputs, output: ctx.save_for_backward(*inputs)
    )

    def snake(x: Any) -> Any:
        result = torch.empty_like(x)
        kernels.snake(result, x, torch.tensor(2.0))
        return result

    assert torch.autograd.gradcheck(snake, torch.randn(3, 2, requires_grad=True).double())


@pytest.mark.parametrize("backend", ["eager", "aot_eager"])
def test_compiled(function: Any, backend: str) -> None:
    x, factor = torch.randn(5, requires_grad=True), torch.tensor(3.0)
    torch.compile(function, fullgraph=True, backend=backend)(x, factor).sum().backward()
    torch.testing.assert_close(x.grad, torch.cos(6 * x.detach()) * 6)


def test_torch_finds_nothing_wrong(function: Any) -> None:
    library = CustomOpLibrary(KERNELS)
    scaled(library)
    x, y = torch.randn(5, requires_grad=True), torch.empty(5)
    library.add_scaled(y.clone(), x, torch.tensor(2.0))
    torch.library.opcheck(library.add_scaled._registered, (y, x, torch.tensor(2.0)))


def test_of_a_graph() -> None:
    @graph_op
    def square(x: Any) -> Any:
        return x * x

    square.register_autograd(
        lambda ctx, gradient: 2 * gradient * ctx.saved_tensors[0],
        setup_context=lambda ctx, inputs, output: ctx.save_for_backward(*inputs),
    )
    x, y = torch.tensor([1.0, -3.0], requires_grad=True), torch.empty(2)
    square(y, x)
    y.sum().backward()
    assert x.grad.tolist() == [2, -6]


def test_wrong_uses() -> None:
    library = CustomOpLibrary(KERNELS)
    with pytest.raises(TypeError, match="must be a function"):
        library.add_scaled.register_autograd(3)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="it changes its inputs"):
        library.advance.register_autograd(lambda ctx: None)
    library.add_scaled.register_autograd(lambda ctx, gradient: gradient)
    x, y = torch.ones(3, requires_grad=True), torch.empty(3)
    library.add_scaled(y, x, torch.tensor(2.0))
    with pytest.raises(ValueError, match="gives 1 tensors for 2 inputs"):
        y.sum().backward()
    with pytest.raises(ValueError, match="cannot be written"):
        library.add_scaled(torch.ones(3, requires_grad=True), x, torch.tensor(2.0))


def test_the_example_learns() -> None:
    spec = importlib.util.spec_from_file_location("train", EXAMPLES / "train.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    before, after = module.train(steps=100)
    assert after < before / 20
