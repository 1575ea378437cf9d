"""Functions of PyTorch, exported and imported: what the graph means (`tests/graph/reference.py`) equals what PyTorch computes."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not installed")
sys.path.append(str(Path(__file__).parents[1] / "graph"))

from reference import evaluate  # noqa: E402

from ember.graph import from_torch  # noqa: E402

F = torch.nn.functional


def numbers(*shape: int) -> Any:
    return torch.linspace(-2.3, 2.7, max(1, int(np.prod(shape)))).reshape(shape)


def whole(*shape: int) -> Any:
    return (torch.arange(int(np.prod(shape))) * 7 % 11 - 5).reshape(shape)


X, Y, V = numbers(3, 4), numbers(3, 4).flip(0) + 0.3, numbers(4) * 0.7
N, B = whole(3, 4), whole(3, 4) > 0
T, IMAGE = numbers(2, 3, 4), numbers(2, 3, 8, 8)
AT = torch.tensor([2, 0, 1, 1])

LINES: list[tuple[str, tuple[Any, ...]]] = [
    # elementwise
    *[(f"torch.{name}(x)", (X,)) for name in (
        "abs", "neg", "relu", "sigmoid", "tanh", "exp", "sin", "cos", "tan", "atan", "erf", "erfc", "expm1", "floor",
        "ceil", "round", "trunc", "sign", "square", "sinh", "cosh", "asinh", "exp2", "isnan", "isinf", "sgn",
    )],
    *[(f"torch.{name}(x.abs() + 1.5)", (X,)) for name in ("log", "log2", "log10", "log1p", "sqrt", "rsqrt", "reciprocal", "acosh")],
    *[(f"torch.{name}(x / 3)", (X,)) for name in ("acos", "asin", "atanh")],
    *[(f"F.{name}(x)", (X,)) for name in (
        "gelu", "silu", "leaky_relu", "elu", "hardtanh", "hardswish", "hardsigmoid", "softplus", "mish", "relu6", "selu", "celu", "logsigmoid",
        "softsign", "tanhshrink",
    )],
    ("F.gelu(x, approximate='tanh')", (X,)),
    *[(f"x {op} y", (X, Y)) for op in ("+", "-", "*", "/", "<", "<=", ">", ">=", "==", "!=", "//", "%")],
    *[(f"x {op} 3", (N,)) for op in ("+", "-", "*", "/", "<", "//", "%")],
    *[(f"2.5 {op} x", (N,)) for op in ("+", "-", "*")],
    ("x + y", (N, X)), ("x * y", (B, X)), ("x + y", (B, N)), ("x + True", (N,)), ("x * y", (N, torch.tensor(2.5))),
    ("torch.add(x, y, alpha=3)", (X, Y)), ("torch.rsub(x, y, alpha=2)", (X, Y)), ("x - 1.5", (X.double(),)),
    ("torch.div(x, y, rounding_mode='trunc')", (X, Y)), ("torch.div(x, 3, rounding_mode='trunc')", (N,)),
    ("torch.div(x, 3, rounding_mode='floor')", (N,)), ("torch.fmod(x, 1.1)", (X,)), ("torch.remainder(x, 4)", (N,)),
    *[(f"x.abs() ** {e}", (X,)) for e in ("2", "3", "0.5", "-0.5", "-1", "1.7", "2.0")], ("2 ** x", (X,)),
    ("x.abs() ** y", (X, Y)), ("torch.maximum(x, y)", (X, Y)), ("torch.minimum(x, y)", (X, V)),
    ("torch.clamp(x, -1, 1)", (X,)), ("torch.clamp(x, min=0.5)", (X,)), ("torch.clamp_max(x, 2)", (N,)),
    ("torch.clamp(x, y, y + 1)", (X, Y)), ("torch.where(x > 0, x, y)", (X, Y)), ("torch.where(x > 0, x, 0)", (X,)),
    ("x.masked_fill(x > 1, -7)", (X,)), ("~x", (B,)), ("~x", (N,)), ("x & (y > 0)", (B, X)), ("x | (y > 0)", (B, X)),
    ("x ^ (y > 0)", (B, X)), *[(f"x {op} y", (N, N.flip(0))) for op in ("&", "|", "^")], ("x & 6", (N,)), ("x << 2", (N,)), ("x >> 1", (N,)),
    ("x.view(torch.int32)", (X,)), ("torch.logical_not(x)", (N,)), ("torch.logical_and(x, y)", (N, B)),
    ("torch.addcmul(x, x, y, value=0.5)", (X, Y)), ("torch.addcdiv(x, x, y + 5, value=2)", (X, Y)),
    ("torch.lerp(x, y, 0.3)", (X, Y)), ("x.to(torch.int32)", (X,)), ("x.double() + 1", (X,)), ("x.to(torch.bool)", (N,)),
    ("x.float().sum()", (B,)), ("x.type_as(y)", (N, X)), ("F.dropout(x, 0.5, training=False)", (X,)), ("x.clone().detach()", (X,)),
    # shapes
    ("x.view(2, 6)", (X,)), ("x.reshape(-1)", (X,)), ("x.t().reshape(2, -1)", (X,)), ("x.flatten(1)", (T,)),
    ("x.unflatten(1, (2, 2))", (X,)), ("x.unsqueeze(1).squeeze(1)", (X,)), ("x.unsqueeze(0).squeeze()", (X,)),
    ("x.permute(2, 0, 1)", (T,)), ("x.transpose(-1, 0)", (T,)), ("x.mT", (T,)), ("x.expand(2, -1, -1)", (X,)),
    ("x.expand_as(y)", (V, X)), ("x.repeat(2, 3)", (X,)), ("x.repeat(2, 1, 2)", (X,)), ("x.tile((2,))", (X,)),
    ("torch.cat([x, y, x], 1)", (X, Y)), ("torch.cat([x, y])", (X, N)), ("torch.stack([x, y], -1)", (X, Y)),
    ("x.split(3, 1)", (X,)), ("x.split([1, 3], 1)", (X,)), ("x.chunk(3, 1)", (X,)), ("x.unbind(1)", (X,)),
    ("x[1:, ::2]", (X,)), ("x[:, -3:-1]", (X,)), ("x[-1]", (X,)), ("x[..., 1]", (T,)), ("x[None, :, 2:100]", (X,)), ("x[2:1]", (X,)),
    ("x.narrow(1, 1, 2)", (X,)), ("x.flip(0, 1)", (X,)), ("x.roll(1, 0)", (X,)), ("F.pad(x, (1, 2))", (X,)),
    ("F.pad(x, (1, -1, 2, 0), value=3.0)", (X,)), ("F.pad(x, (1, 2), mode='reflect')", (T,)), ("F.pad(x, (1, 2), mode='replicate')", (T,)),
    ("torch.zeros(2, 3) + x[:2, :3]", (X,)), ("torch.ones_like(x) * 2 + x", (X,)), ("torch.full((3, 4), 7.0) + x", (X,)),
    ("torch.full_like(x, 3)", (N,)), ("torch.arange(4) + x", (X,)), ("torch.arange(1, 9, 2) + x", (N,)), ("x.new_zeros(2, 2)", (X,)),
    ("x.tril()", (X,)), ("x.triu(1)", (X,)), ("x.tril(-1)", (X,)), ("torch.eye(4) @ x", (V,)), ("x + torch.tensor([1.0, 2, 3, 4])", (X,)),
    ("torch.meshgrid(x, y, indexing='ij')", (V, V)), ("torch.outer(x, y)", (V, V)), ("x.numel() + x", (X,)),
    ("torch.linspace(0, 1, 5) * x.sum()", (X,)), ("F.one_hot(x, 5)", (AT,)),
    # indexing
    ("x[i]", (X, AT)), ("x[:, i]", (X, AT)), ("x[i[:3], i[1:]]", (X, AT)), ("x[:, i[:2], i[2:]]", (T, AT)), ("x[i[1:3], :, i[2:]]", (T, AT)),
    ("x[:, 1, i]", (T, AT)), ("x.index_select(1, i)", (X, AT)), ("F.embedding(i, x)", (AT, X)),
    ("x.gather(1, (i + torch.zeros(3, 1)).long())", (X, AT)), ("torch.take_along_dim(x, x.argmax(1, keepdim=True), 1)", (X,)),
    ("x.scatter(1, (i + torch.zeros(3, 1)).long(), 5.0)", (X, AT)),
    ("x.scatter_add(0, (i + torch.zeros(2, 4)).long(), torch.ones(2, 4))", (X, AT)),
    ("x.index_put((i[:2],), y[:2])", (X, AT, Y)), ("x.index_put((i,), y[0], accumulate=True)", (X, AT, Y)),
    ("torch.slice_scatter(x, y[:, :2], 1, 1, 3)", (X, Y)), ("torch.select_scatter(x, y[0], 0, -1)", (X, Y)),
    ("x.index_add(0, i[:2], y[:2])", (X, AT, Y)),
    # reductions
    *[(f"x.{name}()", (X,)) for name in ("sum", "mean", "prod", "amax", "amin", "max", "min", "argmax", "argmin", "var", "std")],
    *[(f"x.{name}(1)", (T,)) for name in ("sum", "mean", "prod", "amax", "argmax", "var", "std")],
    *[(f"x.{name}((0, 2), keepdim=True)", (T,)) for name in ("sum", "mean", "amax", "var")],
    ("x.mean((-1, -2))", (IMAGE,)), ("x.sum()", (N,)), ("x.sum(0)", (B,)), ("x.max(1)", (X,)), ("x.min(0, keepdim=True)", (X,)),
    ("x.any()", (B,)), ("x.all(1)", (B,)), ("x.any(1)", (N,)), ("x.topk(2)", (X,)), ("x.topk(2, 0, largest=False)", (X,)),
    ("x.sort(1)", (X,)), ("x.sort(0, descending=True)", (X,)), ("x.cumsum(1)", (X,)), ("x.cumsum(0)", (N,)), ("x.cumprod(1)", (X,)), ("x.cumprod(0)", (N,)), ("x.softmax(-1)", (X,)),
    ("x.log_softmax(0)", (X,)), ("x.logsumexp(1)", (X,)), ("torch.var_mean(x, 1)", (X,)), ("x.norm()", (X,)), ("x.norm(dim=1)", (X,)),
    ("F.normalize(x)", (X,)), ("F.layer_norm(x, (4,))", (X,)), ("F.layer_norm(x, (3, 4), y, y)", (T, X[:3])),
    ("F.layer_norm(x, (4,), y, y)", (T, V)), ("F.rms_norm(x, (4,), y)", (X, V)), ("F.group_norm(x, 3)", (numbers(2, 6, 4),)),
    ("F.group_norm(x, 2, y, y)", (numbers(2, 4, 5), V)), ("F.mse_loss(x, y)", (X, Y)), ("F.cross_entropy(x, i[:3])", (X, AT)),
    ("F.batch_norm(x, i[:3].float(), i[:3].float() + 1, weight=i[:3] + 0.5)", (IMAGE, AT)), ("F.cosine_similarity(x, y)", (X, Y)),
    # products
    ("x @ y.t()", (X, Y)), ("x @ y", (T, V)), ("y @ x.mT", (V, T)), ("x @ y.mT", (T, T)), ("torch.addmm(y[:, :3], x, y.t(), beta=0.5, alpha=2)", (Y, X)),
    ("F.linear(x, y, v[:3])", (T, Y, V)), ("F.linear(x, y)", (V, Y)), ("torch.bmm(x, x.mT)", (T,)), ("torch.dot(x, x)", (V,)),
    ("torch.einsum('bij,kj->bik', x, y)", (T, Y)), ("F.scaled_dot_product_attention(x, x, x)", (T,)),
    ("F.scaled_dot_product_attention(x, x, x, is_causal=True)", (numbers(1, 2, 5, 4),)),
    ("F.scaled_dot_product_attention(x, x, x, y[:, :3] > 0)", (T, Y)), ("F.scaled_dot_product_attention(x, x, x, y[:, :3], scale=0.3)", (T, Y)),
    ("F.scaled_dot_product_attention(x, x[:, :1], x[:, :1], enable_gqa=True)", (numbers(1, 2, 3, 4),)),
    ("F.conv2d(x, w, b)", (IMAGE, numbers(4, 3, 3, 3), numbers(4))), ("F.conv2d(x, w, stride=2, padding=1)", (IMAGE, numbers(4, 3, 3, 3))),
    ("F.conv2d(x, w, padding=2, dilation=2)", (IMAGE, numbers(4, 3, 3, 3))), ("F.conv2d(x, w, groups=3)", (IMAGE, numbers(6, 1, 3, 3))),
    ("F.conv2d(x, w, padding='same')", (IMAGE, numbers(4, 3, 3, 3))), ("F.conv1d(x, w, padding=1)", (numbers(2, 3, 9), numbers(4, 3, 3))),
    ("F.conv3d(x, w)", (numbers(1, 2, 4, 4, 4), numbers(3, 2, 2, 2, 2))), ("F.conv_transpose2d(x, w, stride=2, padding=1, output_padding=1)", (IMAGE, numbers(3, 4, 3, 3))),
    ("F.max_pool2d(x, 2)", (IMAGE,)), ("F.max_pool2d(x, 3, 2, 1)", (IMAGE,)), ("F.avg_pool2d(x, 2)", (IMAGE,)),
    ("F.avg_pool2d(x, 3, 1, 1, count_include_pad=False)", (IMAGE,)), ("F.adaptive_avg_pool2d(x, 1)", (IMAGE,)), ("F.adaptive_avg_pool2d(x, (2, 4))", (IMAGE,)),
    ("F.interpolate(x, scale_factor=2)", (IMAGE,)), ("F.interpolate(x, size=(5, 7), mode='bilinear')", (IMAGE,)),
    ("F.interpolate(x, size=(16, 16), mode='bilinear', align_corners=True)", (IMAGE,)), *[(f"F.grid_sample(x, y[:2, :, None, :2] * 1.3, mode='{mode}', padding_mode='{border}', align_corners={aligned})", (IMAGE, T))
      for mode in ("bilinear", "nearest", "bicubic") for border in ("zeros", "border", "reflection") for aligned in (True, False)],
    ("F.pixel_shuffle(x, 2)", (numbers(1, 8, 3, 3),)),
]  # fmt: skip


class Lines(torch.nn.Module):  # type: ignore[name-defined,misc]
    """Many expressions, each of inputs of its own, which are called as they stand in it."""

    def __init__(self) -> None:
        super().__init__()
        self.functions = [_function(text, len(inputs)) for text, inputs in LINES]

    def forward(self, inputs: list[tuple[Any, ...]]) -> Any:
        found = [function(*given) for function, given in zip(self.functions, inputs)]
        return [list(x) if isinstance(x, list | tuple) else [x] for x in found]


def _function(text: str, count: int) -> Any:
    """Its parameters are the names that stand in the text, as they come."""
    found = re.findall(r"(?<![\w.'\"])([xyiwvb])(?![\w'\"(=])", text)
    names = list(dict.fromkeys(found))
    assert len(names) == count, text
    return eval(f"lambda {', '.join(names)}: {text}", {"torch": torch, "F": F})


@pytest.fixture(scope="module")
def results() -> list[tuple[str, list[Any], list[Any]]]:
    """What PyTorch and what the graph computes for each line; one program has all of them."""
    inputs = [given for _, given in LINES]
    program = torch.export.export(Lines(), (inputs,))
    expected = program.module()(inputs)
    graph, weights = from_torch(program)
    arrays = {name: array.numpy() for name, array in weights.items()}
    given = [x.numpy() for group in inputs for x in group]
    found = iter(evaluate(graph.op, given, arrays))
    return [(text, [next(found) for _ in want], want) for (text, _), want in zip(LINES, expected)]


def test_lines(results: Any) -> None:
    wrong = []
    for text, ours, theirs in results:
        for one, other in zip(ours, theirs):
            is_same_type = one.dtype == other.numpy().dtype
            if not is_same_type or not np.allclose(one, other, 2e-4, 2e-5, equal_nan=True):
                wrong.append(f"{text}: {one} instead of {other}")
    assert not wrong, "\n".join(wrong)
