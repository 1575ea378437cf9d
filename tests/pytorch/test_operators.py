"""Kernels and graphs as operators of PyTorch. Skipped where PyTorch is not installed (`pip install 'torch==2.13.0'`)."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not installed")

from ember.dtype import DType  # noqa: E402
from ember.engine import InferenceSession  # noqa: E402
from ember.graph import DeviceRef, Graph, KernelLibrary, TensorType, ops  # noqa: E402
from ember.torch import CustomOpLibrary, graph_op  # noqa: E402

KERNELS = Path(__file__).parent / "kernels"
EXAMPLES = Path(__file__).parents[2] / "examples" / "pytorch"


@pytest.fixture(scope="module")
def library() -> CustomOpLibrary:
    return CustomOpLibrary(KERNELS)


def gray(picture: Any) -> Any:
    return 0.21 * picture[0] + 0.71 * picture[1] + 0.07 * picture[2]


def grayscale(library: CustomOpLibrary, picture: Any) -> Any:
    result = torch.empty(picture.shape[1:], dtype=picture.dtype, device=picture.device)
    library.grayscale(result, picture)
    return result


# -- kernels ---------------------------------------------------------------------------------------------


def test_the_kernel_of_the_talk(library: CustomOpLibrary) -> None:
    picture = torch.rand(3, 37, 61)
    torch.testing.assert_close(grayscale(library, picture), gray(picture))


def test_one_model_serves_all_sizes(library: CustomOpLibrary) -> None:
    for height, width in ((1, 1), (5, 3), (64, 64)):
        picture = torch.rand(3, height, width)
        torch.testing.assert_close(grayscale(library, picture), gray(picture))
    assert len(library.grayscale._models) == 1


def test_in_a_compiled_function(library: CustomOpLibrary) -> None:
    compiled = torch.compile(lambda x: grayscale(library, x) * 2, fullgraph=True, backend="eager")
    picture = torch.rand(3, 8, 9)
    torch.testing.assert_close(compiled(picture), gray(picture) * 2)


def test_named_for_the_first_time_in_a_compiled_function() -> None:
    """As the talk does: nobody has touched the library before."""
    library = CustomOpLibrary(KERNELS)

    @graph_op
    def doubled(x: Any) -> Any:
        return x * 2.0

    @torch.compile(fullgraph=True, backend="aot_eager")
    def both(x: Any) -> Any:
        result, again, last = (
            torch.empty(x.shape[1:]),
            torch.empty(x.shape[1:]),
            torch.empty(x.shape[1:]),
        )
        library.grayscale(result, x)
        library.add_constant[{"value": 10}](again, result)
        doubled(last, again)
        return last

    picture = torch.rand(3, 8, 9)
    torch.testing.assert_close(both(picture), (gray(picture) + 10) * 2)


def test_with_dynamic_shapes(library: CustomOpLibrary) -> None:
    compiled = torch.compile(
        lambda x: grayscale(library, x + 1), fullgraph=True, dynamic=True, backend="aot_eager"
    )
    for height in (4, 7, 12):
        picture = torch.rand(3, height, 5)
        torch.testing.assert_close(compiled(picture), gray(picture + 1))


class Gray(torch.nn.Module):  # type: ignore[name-defined,misc]
    """A module with the operator in it."""

    def __init__(self, library: CustomOpLibrary) -> None:
        super().__init__()
        self.library = library

    def forward(self, picture: Any) -> Any:
        return grayscale(self.library, picture)


def test_in_a_module(library: CustomOpLibrary) -> None:
    picture = torch.rand(3, 4, 4)
    model = torch.nn.Sequential(Gray(library), torch.nn.Linear(4, 2))
    torch.testing.assert_close(model(picture), model[1](gray(picture)))
    assert set(model.state_dict()) == {"1.weight", "1.bias"}


def test_in_inference_mode(library: CustomOpLibrary) -> None:
    picture = torch.rand(3, 4, 4)
    with torch.inference_mode():
        found = Gray(library)(picture)
    assert found.is_inference()
    torch.testing.assert_close(found, gray(picture))


def test_exported(library: CustomOpLibrary) -> None:
    picture = torch.rand(3, 4, 4)
    sizes = {"picture": {1: torch.export.Dim("height", min=2), 2: torch.export.Dim("width", min=2)}}
    exported = torch.export.export(Gray(library), (picture,), dynamic_shapes=sizes)
    for size in (4, 9):
        picture = torch.rand(3, size, 2 * size)
        torch.testing.assert_close(exported.module()(picture), gray(picture))


def test_parameters_by_name(library: CustomOpLibrary) -> None:
    x, y = torch.ones(4, 5), torch.empty(4, 5)
    library.add_constant[{"value": 10}](y, x)
    assert y.eq(11).all()
    library.add_constant[{"value": -3}](output=y, x=x)
    assert y.eq(-2).all()
    assert library.add_constant[{"value": 10}] is library.add_constant[{"value": 10}]


@pytest.mark.parametrize("dtype", ["bfloat16", "float16", "float64"])
def test_other_floats(library: CustomOpLibrary, dtype: str) -> None:
    x = torch.arange(6).to(getattr(torch, dtype)) / 4
    y = torch.empty_like(x)
    library.add_constant[{"value": 2}](y, x)
    assert y.tolist() == [2, 2.25, 2.5, 2.75, 3, 3.25]


@pytest.mark.parametrize("dtype", ["int8", "int32", "int64", "uint8", "uint16"])
def test_integers(library: CustomOpLibrary, dtype: str) -> None:
    x = torch.tensor([0, 1, 2, 3, 100, 127]).to(getattr(torch, dtype))
    y = torch.empty_like(x)
    library.add_constant[{"value": 2}](y, x)
    wrapped = torch.tensor([2, 3, 4, 5, 102, 129]).to(getattr(torch, dtype))
    assert y.tolist() == wrapped.tolist()


def test_tensors_that_are_not_contiguous(library: CustomOpLibrary) -> None:
    x, y = torch.arange(20.0).reshape(4, 5).t(), torch.zeros(8, 5).t()[:, ::2]
    library.add_constant[{"value": 1}](y, x)
    torch.testing.assert_close(y, x + 1)


def test_a_tensor_that_is_read_and_written(library: CustomOpLibrary) -> None:
    x = torch.arange(4.0)
    library.add_constant[{"value": 1}](x, x)
    assert x.tolist() == [1, 2, 3, 4]

    @graph_op
    def turned(a: Any, b: Any) -> Any:
        return a @ b

    y, expected = torch.arange(9.0).reshape(3, 3), torch.arange(9.0).reshape(3, 3)
    turned(y, y, y)
    torch.testing.assert_close(y, expected @ expected)


def test_tensors_that_overlap(library: CustomOpLibrary) -> None:
    """What is read in the memory of what is written is read before."""
    memory = torch.arange(10.0)
    expected = memory[:8] + 3
    library.add_constant[{"value": 3}](memory[2:], memory[:8])
    torch.testing.assert_close(memory[2:], expected)


def test_outputs_that_overlap() -> None:
    @graph_op(num_outputs=2)
    def two(x: Any) -> Any:
        return x + 1, x + 2

    memory = torch.zeros(6)
    with pytest.raises(ValueError, match="are both written, and share memory"):
        two(memory[:4], memory[2:], torch.ones(4))
    with pytest.raises(RuntimeError, match="more than one element of the written-to tensor"):
        two(torch.zeros(1).expand(4), memory[:4], torch.ones(4))


def test_tensors_without_elements(library: CustomOpLibrary) -> None:
    y = torch.empty(0, 3)
    library.add_constant[{"value": 1}](y, torch.empty(0, 3))
    assert y.shape == (0, 3)


def test_numbers_and_operands_that_change(library: CustomOpLibrary) -> None:
    x, y = torch.ones(3), torch.empty(3)
    library.add_scaled(y, x, torch.tensor(2.5))
    assert y.tolist() == [2.5, 2.5, 2.5]
    state = torch.tensor([1, 2])
    library.advance(state)
    library.advance(state)
    assert state.tolist() == [3, 4]


def test_what_is_written_is_annotated(library: CustomOpLibrary) -> None:
    """In the schema, and in the versions that autograd looks at."""
    add = library.add_constant[{"value": 1}]
    written = [argument.alias_info is not None for argument in add._registered._schema.arguments]
    assert written == [True, False]
    (state,) = library.advance._registered._schema.arguments
    assert state.alias_info.is_write
    y = torch.zeros(3)
    before = y._version
    add(y, torch.ones(3))
    assert y._version == before + 1


def test_without_data(library: CustomOpLibrary) -> None:
    """The meta implementation: nothing is computed, and nothing compiled."""
    op = library.add_constant[{"value": 123}]
    y = torch.empty(4, device="meta")
    op(y, torch.ones(4, device="meta"))
    assert y.is_meta and not op._models


def checked(library: CustomOpLibrary) -> dict[str, tuple[Any, tuple[Any, ...]]]:
    """Every operator of the tests' libraries, with arguments that fit."""
    snake = CustomOpLibrary(EXAMPLES / "kernels")
    rows, number = [torch.rand(4, 5) for _ in range(3)], torch.tensor(2.0)
    return {
        "grayscale": (library.grayscale, (torch.empty(4, 5), torch.rand(3, 4, 5))),
        "add_constant": (library.add_constant[{"value": 4}], tuple(rows[:2])),
        "add_scaled": (library.add_scaled, (*rows[:2], number)),
        "advance": (library.advance, (torch.tensor([1, 2]),)),
        "snake": (snake.snake, (*rows[:2], number)),
        "snake_backward": (snake.snake_backward, (*rows, number)),
        "graph": (gray_graph, (torch.empty(5, 7), torch.rand(3, 5, 7))),
    }


def test_torch_finds_nothing_wrong(library: CustomOpLibrary) -> None:
    operators = checked(library)
    registered = {*library.kernel_library, *CustomOpLibrary(EXAMPLES / "kernels").kernel_library}
    assert registered - {"several"} <= set(operators)  # that one no tensor can be given
    for op, arguments in operators.values():
        torch.library.opcheck(op._registered, arguments)


def test_loading_compiles_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    loads: list[str] = []
    load = InferenceSession.load

    def counted(self: InferenceSession, graph: Any, **options: Any) -> Any:
        loads.append(graph.name)
        return load(self, graph, **options)

    monkeypatch.setattr(InferenceSession, "load", counted)
    library = CustomOpLibrary(KERNELS)
    op = library.add_constant[{"value": 10}]
    torch.compile(lambda y, x: op(y, x), backend="eager", fullgraph=True)
    assert not loads
    for size in (3, 4, 3):
        op(torch.empty(size), torch.ones(size))
    assert loads == ["add_constant_value_10"]
    op(torch.empty(2, 2), torch.ones(2, 2))
    assert len(loads) == 2


def test_first_calls_in_several_threads_compile_once(library: CustomOpLibrary) -> None:
    op = library.add_constant[{"value": 77}]

    def call(_: int) -> Any:
        y = torch.empty(16)
        op(y, torch.ones(16))
        return y

    with ThreadPoolExecutor(4) as pool:
        assert all(y.eq(78).all() for y in pool.map(call, range(16)))
    assert len(op._models) == 1


CALLER = """
from extensibility import InputTensor, OutputTensor, StaticTensorSpec
from kernels.simple import AddScaled
from std.gpu.host import DeviceContext
from std.memory import bitcast
from std.utils.index import IndexList

comptime SPEC = StaticTensorSpec[DType.float32, 1].row_major(IndexList[1](-1))


def main() raises:
    var numbers = [Float32(0.1), 1.7, -2.3, 1e-8, 3e38]
    var results = [Float32(0), 0, 0, 0, 0]
    var x = InputTensor[static_spec=SPEC](numbers.unsafe_ptr(), IndexList[1](5))
    var y = OutputTensor[static_spec=SPEC](results.unsafe_ptr(), IndexList[1](5))
    AddScaled.execute[target="cpu"](y, x, Float32(0.3), DeviceContext())
    for result in results:
        print(bitcast[DType.uint32](result))
"""


def test_the_same_numbers_in_mojo_a_graph_and_torch(library: CustomOpLibrary, tmp_path: Path) -> None:  # fmt: skip
    x, factor = torch.tensor([0.1, 1.7, -2.3, 1e-8, 3e38]), torch.tensor(0.3)
    y = torch.empty(5)
    library.add_scaled(y, x, factor)
    cpu = DeviceRef.CPU()
    types = [TensorType(DType.float32, ["n"], cpu), TensorType(DType.float32, [], cpu)]
    with Graph("g", input_types=types, kernel_library=KernelLibrary([KERNELS])) as graph:
        values = [value.tensor for value in graph.inputs]
        graph.output(ops.custom("add_scaled", cpu, values, [types[0]])[0].tensor)
    (made,) = InferenceSession().load(graph).execute(x.numpy(), factor.numpy())
    (tmp_path / "caller.mojo").write_text(CALLER)
    command = [sys.executable, "-m", "ember", "run", "-I", str(KERNELS.parent), str(tmp_path / "caller.mojo")]  # fmt: skip
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.stderr == ""
    bits = [int(line) for line in done.stdout.split()]
    assert bits == made.to_numpy().view(np.uint32).tolist() == y.numpy().view(np.uint32).tolist()


# -- mistakes --------------------------------------------------------------------------------------------


def test_loading_compiles_nothing_and_names_what_there_is() -> None:
    library = CustomOpLibrary(KERNELS)
    assert {"grayscale", "add_constant"} <= set(dir(library))
    with pytest.raises(AttributeError, match="did you mean 'add_constant'"):
        _ = library.add_constnt
    with pytest.raises(ValueError, match="no such file or folder"):
        CustomOpLibrary(KERNELS / "nowhere")


def test_wrong_element_types(library: CustomOpLibrary) -> None:
    op, x, y = library.add_constant[{"value": 3}], torch.ones(4), torch.empty(4)
    with pytest.raises(ValueError, match="element type of 'x' must be DType.float32"):
        op(y, x.to(torch.int32))
    with pytest.raises(ValueError, match="element type of 'img_in'"):
        library.grayscale(torch.empty(2, 2), torch.ones(3, 2, 2, dtype=torch.int32))
    with pytest.raises(ValueError, match="'x' is of 'torch.complex64', which kernels do not have"):
        op(y, x.to(torch.complex64))


def test_wrong_ranks(library: CustomOpLibrary) -> None:
    with pytest.raises(ValueError, match="rank of 'x'"):
        library.add_constant[{"value": 3}](torch.empty(4), torch.ones(2, 2))
    with pytest.raises(ValueError, match="rank of 'img_in' must be 3, not 2"):
        library.grayscale(torch.empty(2, 2), torch.ones(2, 2))


def test_wrong_devices(library: CustomOpLibrary) -> None:
    """Tensors of the host and of a GPU: `device_check.py`; here one that has no data at all."""
    op, x, y = library.add_constant[{"value": 3}], torch.ones(4), torch.empty(4)
    with pytest.raises(ValueError, match="'output' is on 'cpu', others are on 'meta'"):
        op(y, x.to("meta"))
    with pytest.raises(ValueError, match="'x' is on 'cpu', others are on 'meta'"):
        op(y.to("meta"), x)


def test_wrong_layouts(library: CustomOpLibrary) -> None:
    op, x, y = library.add_constant[{"value": 3}], torch.ones(4, 4), torch.empty(4, 4)
    for other in (x.to_sparse(), x.to_mkldnn(), torch.nested.nested_tensor([x, x])):
        with pytest.raises(ValueError, match="'x' has the layout .*; only dense tensors work"):
            op(y, other)


def test_wrong_arguments(library: CustomOpLibrary) -> None:
    op, x, y = library.add_constant[{"value": 3}], torch.ones(4), torch.empty(4)
    with pytest.raises(TypeError, match="which no tensor can be given"):
        _ = library.several
    with pytest.raises(RuntimeError, match="missing value for argument 'x'"):
        op(y)
    with pytest.raises(RuntimeError, match="at most 2 argument"):
        op(y, x, x)
    with pytest.raises(RuntimeError, match="for argument 'x' but instead found type 'int'"):
        op(y, 3)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="'x' must be a tensor, not 'NoneType'"):
        op(y, None)  # type: ignore[arg-type]


def test_wrong_parameters(library: CustomOpLibrary) -> None:
    x, y = torch.ones(4), torch.empty(4)
    with pytest.raises(ValueError, match="no parameter 'valu'"):
        library.add_constant[{"valu": 3}](y, x)
    with pytest.raises(TypeError, match="given by name"):
        _ = library.add_constant[3]  # type: ignore[index]


def test_vmap(library: CustomOpLibrary) -> None:
    with pytest.raises(RuntimeError, match="grayscale: 'vmap' cannot batch"):
        torch.vmap(lambda q: library.grayscale(torch.empty(2, 2), q))(torch.ones(2, 3, 2, 2))


# -- graphs ----------------------------------------------------------------------------------------------


@graph_op
def gray_graph(pic: Any) -> Any:
    c, h, w = pic.shape
    scale = ops.constant([0.21, 0.71, 0.07], DType.float32, DeviceRef.CPU()).reshape([c, 1, 1])
    scaled = pic * ops.broadcast_to(scale, (c, h, w))
    return ops.squeeze(ops.sum(scaled, axis=0), axis=0)


def test_the_graph_of_the_talk() -> None:
    for size in (5, 8):
        picture, result = torch.rand(3, size, 7), torch.empty(size, 7)
        gray_graph(result, picture)
        torch.testing.assert_close(result, gray(picture))


@graph_op
def max_grayscale_graph(pic: Any) -> Any:
    c, h, w = pic.shape
    scale = ops.constant(
        np.array([0.21, 0.71, 0.07]), dtype=DType.float32, device=DeviceRef.GPU()
    ).reshape([c, 1, 1])
    scaled = pic * ops.broadcast_to(scale, (c, h, w))
    grayscaled = ops.sum(scaled, axis=0)
    # max reductions don't remove the dimension, need to squeeze
    return ops.squeeze(grayscaled, axis=0)


def test_the_graph_of_the_talk_as_it_is_written() -> None:
    """The array is converted; where there is no GPU, the simulated device does its work."""
    device = "cuda" if torch.cuda.is_available() else "cpu"
    picture, result = torch.rand(3, 5, 7, device=device), torch.empty(5, 7, device=device)
    max_grayscale_graph(result, picture)
    torch.testing.assert_close(result, gray(picture))


def test_a_graph_for_all_sizes() -> None:
    cpu = DeviceRef.CPU()

    @graph_op(
        input_types=[
            TensorType(DType.float32, ["n", "k"], cpu),
            TensorType(DType.float32, ["k", "m"], cpu),
        ],
        output_types=[TensorType(DType.float32, ["n", "m"], cpu)],
    )
    def product(a: Any, b: Any) -> Any:
        return ops.relu(a @ b)

    for n, k, m in ((2, 3, 4), (7, 1, 5)):
        a, b, out = torch.randn(n, k), torch.randn(k, m), torch.empty(n, m)
        product(out, a, b)
        torch.testing.assert_close(out, torch.relu(a @ b))
    assert len(product._models) == 1
    with pytest.raises(ValueError, match="complex64"):
        product(torch.empty(2, 4), torch.randn(2, 3).to(torch.complex64), torch.randn(3, 4))
    with pytest.raises(ValueError, match="axis 0 must be k"):
        product(torch.empty(2, 4), torch.randn(2, 3), torch.randn(5, 4))


def test_several_outputs() -> None:
    @graph_op(num_outputs=2)
    def both(x: Any) -> Any:
        return x + 1.0, x * 2.0

    x, a, b = torch.ones(3), torch.empty(3), torch.empty(3)
    both(a, b, x)
    assert a.tolist() == [2, 2, 2] and b.tolist() == [2, 2, 2]
