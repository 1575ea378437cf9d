"""Folders whose layers GPTQ quantised: what their words mean, groups in any order, layers and products compiled, and what is wrong with a file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ember.dtype import DType
from ember.engine import InferenceSession
from ember.graph import DeviceRef, Graph, TensorType, ops
from ember.graph.api.quantization import QuantizationConfig, QuantizationEncoding
from ember.nn import Linear
from ember.pipelines.config import ModelError, config_of_json
from ember.pipelines.loading import in_format, open_model, safetensors_weights
from ember.pipelines.registry import PIPELINE_REGISTRY
from ember.pipelines.step import cache_type_of, step_graph
from ember.pipelines.weights import gptq
from ember.pipelines.weights.formats import Format
from tests.pipelines import referee
from tests.pipelines.test_architectures import in_chunks

Array = np.ndarray[Any, Any]
CPU = DeviceRef.CPU()
CONFIG = {
    "architectures": ["LlamaForCausalLM"], "hidden_size": 64, "intermediate_size": 96, "num_hidden_layers": 1, "num_attention_heads": 4,
    "num_key_value_heads": 2, "vocab_size": 40, "max_position_embeddings": 64, "rms_norm_eps": 1e-6, "tie_word_embeddings": False,
}  # fmt: skip


def layer(columns: int, depth: int, size: int, *, is_mixed: bool = False, less: int = 1) -> tuple[dict[str, Array], Array]:  # fmt: skip
    """The tensors of a layer, and the numbers `[columns, depth]` that they stand for, as the format is defined."""
    rng = np.random.default_rng(columns + depth)
    quants, zeros = rng.integers(0, 16, (depth, columns)), rng.integers(less, 16, (depth // size, columns))  # fmt: skip
    scales = rng.uniform(0.01, 0.1, zeros.shape).astype(np.float16)
    groups = np.arange(depth, dtype=np.int32) // size
    if is_mixed:
        groups = rng.permutation(groups)
    numbers = scales[groups].astype(np.float32) * (quants - zeros[groups])
    parts = {"qweight": words(quants, 0), "qzeros": words(zeros - less, 1), "scales": scales, "g_idx": groups}  # fmt: skip
    return parts, np.ascontiguousarray(numbers.T.astype(np.float32))


def words(values: Array, axis: int) -> Array:
    """Eight numbers of 4 bits in a word, the first in the lowest bits, along an axis."""
    eights = np.moveaxis(values, axis, 0).astype(np.uint32).reshape(values.shape[axis] // 8, 8, -1)
    whole = np.bitwise_or.reduce(eights << (4 * np.arange(8, dtype=np.uint32))[None, :, None], axis=1)  # fmt: skip
    return np.ascontiguousarray(np.moveaxis(whole, 0, axis)).view(np.int32)


def raw(parts: dict[str, Array]) -> dict[str, Array]:
    return {name: part.view(f"i{part.itemsize}") for name, part in parts.items()}


def write(path: Path, tensors: dict[str, Array], quantization: dict[str, Any]) -> Path:
    path.mkdir()
    (path / "config.json").write_text(json.dumps({**CONFIG, "quantization_config": quantization}))
    kinds = {"float32": "F32", "float16": "F16", "int32": "I32"}
    header, data = {}, b""
    for name, array in tensors.items():
        header[name] = {"dtype": kinds[array.dtype.name], "shape": list(array.shape), "data_offsets": [len(data), len(data) + array.nbytes]}  # fmt: skip
        data += array.tobytes()
    text = json.dumps(header).encode()
    (path / "model.safetensors").write_bytes(len(text).to_bytes(8, "little") + text + data)
    return path


@pytest.mark.parametrize(
    ("depth", "group", "is_mixed", "less", "encoding"),
    [(128, 32, False, 1, "gptq_32"), (256, 128, True, 1, "gptq_128"), (192, -1, False, 0, "gptq_64"), (64, 64, True, 1, "gptq_64")],
)  # fmt: skip
def test_numbers_are_those_of_the_file(depth: int, group: int, is_mixed: bool, less: int, encoding: str) -> None:  # fmt: skip
    parts, numbers = layer(24, depth, depth if group < 0 else group, is_mixed=is_mixed, less=less)
    found = dict(gptq.layer_weights("x", raw(parts), gptq.Settings(group, less)))
    assert found["weight"].encoding == encoding
    assert ("order" in found) == (is_mixed and depth > group)
    order = found["order"].data if "order" in found else None
    assert np.array_equal(gptq.numbers(found["weight"], order), numbers)
    named = {f"x.{name}": weight for name, weight in found.items()}
    assert list(in_format(named, Format.F32)) == ["x.weight"]
    assert np.array_equal(in_format(named, Format.F32)["x.weight"].data, numbers)


def test_a_model_of_such_layers(tmp_path: Path) -> None:
    """In NumPy: the same scores as with the plain numbers."""
    names = {"self_attn.q_proj": (64, 64), "self_attn.k_proj": (32, 64), "self_attn.v_proj": (32, 64), "self_attn.o_proj": (64, 64), "mlp.gate_proj": (96, 64), "mlp.up_proj": (96, 64), "mlp.down_proj": (64, 96)}  # fmt: skip
    rng = np.random.default_rng(1)
    tensors = {f"model.layers.0.{name}.weight": np.ones(64, np.float32) for name in ("input_layernorm", "post_attention_layernorm")}  # fmt: skip
    tensors |= {"model.norm.weight": np.ones(64, np.float32)}
    tensors |= {name: rng.standard_normal((40, 64)).astype(np.float32) for name in ("model.embed_tokens.weight", "lm_head.weight")}  # fmt: skip
    plain = dict(tensors)
    for number, (name, shape) in enumerate(names.items()):
        parts, numbers = layer(*shape, 32, is_mixed=number % 2 == 0)
        tensors |= {f"model.layers.0.{name}.{part}": array for part, array in parts.items()}
        plain[f"model.layers.0.{name}.weight"] = numbers / 8
        tensors[f"model.layers.0.{name}.scales"] = parts["scales"] / np.float16(8)
    config, results = config_of_json(CONFIG), []
    architecture = PIPELINE_REGISTRY.find(config.architecture)
    for kind, given in (("gptq", tensors), ("plain", plain)):
        settings = {"quant_method": "gptq", "bits": 4, "group_size": 32, "desc_act": True, "sym": False}  # fmt: skip
        folder = write(tmp_path / kind, given, settings)
        model: Any = architecture.build(config, CPU)
        found = gptq.Settings.of(folder, {"quantization_config": settings})
        model.load_state_dict(safetensors_weights(folder, config, architecture, found))
        cache = cache_type_of(config, page_size=4)
        graph, weights = step_graph(model, cache), model.state_dict()
        pages, table = np.zeros(cache.shape(8), np.float32), np.arange(8, dtype=np.uint32)[None]
        results.append(in_chunks(lambda *inputs: referee.run(graph, inputs, weights), list(range(9)), pages, table))  # noqa: B023  # fmt: skip
    assert np.abs(results[0]).max() > 1
    np.testing.assert_allclose(results[0], results[1], rtol=1e-4, atol=1e-4)


def test_layers_and_products_compiled() -> None:
    """A layer whose inputs are put in order, and the op of graphs in bf16, beside the numbers."""
    parts, numbers = layer(40, 128, 32, is_mixed=True)
    found = dict(gptq.layer_weights("x", raw(parts), gptq.Settings(32, 1)))
    linear = Linear(128, 40, DType.float32, CPU)
    linear.load_state_dict(found)
    whole = {"packed": found["weight"], "packed_order": found["order"]}
    types = [TensorType(DType.float32, ["n", 128], CPU), TensorType(DType.bfloat16, ["n", 128], CPU)]  # fmt: skip
    types += [TensorType(weight.dtype, weight.shape, CPU) for weight in whole.values()]
    config = QuantizationConfig("gptq", 4, 32, desc_act=True)

    def forward(x: Any, halves: Any, packed: Any, order: Any) -> Any:
        product = ops.qmatmul(QuantizationEncoding.GPTQ, config, halves, packed, order)
        return linear(x), ops.cast(product, DType.float32)

    with Graph("gptq", input_types=types) as graph:
        graph.output(*forward(*(value.tensor for value in graph.inputs)))
    model = InferenceSession().load(graph, weights_registry=linear.state_dict())
    x = np.random.default_rng(2).standard_normal((5, 128)).astype(np.float32)
    x = (x.view(np.uint32) & 0xFFFF0000).view(np.float32)
    halves = (x.view(np.uint32) >> 16).astype(np.uint16)
    from ember.driver import Buffer

    given = Buffer.from_numpy(halves).view(DType.bfloat16)
    results = model.execute(x, given, *(weight.data for weight in whole.values()))
    scale = np.abs(x) @ np.abs(numbers).T
    for result, error in zip(results, (1e-2, 2e-2)):
        assert (np.abs(result.to_numpy() - x @ numbers.T) <= error * scale).all()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"quant_method": "awq"}, "weights quantised by 'awq' are not supported"),
        ({"bits": 3}, "GPTQ weights of 3 bits are not supported"),
        ({"group_size": "all"}, "'group_size' is 'all'"),
    ],
)
def test_settings_that_are_not_supported(tmp_path: Path, change: dict[str, Any], message: str) -> None:  # fmt: skip
    settings = {"quant_method": "gptq", "bits": 4, "group_size": 32, **change}
    with pytest.raises(ModelError, match=message):
        open_model(write(tmp_path / "model", {}, settings))


def test_tensors_that_do_not_fit() -> None:
    parts = raw(layer(24, 64, 32)[0])
    wrong = [
        ({"qzeros": None}, 32, "the tensor 'x.qzeros' is missing beside 'x.qweight'"),
        ({"scales": parts["scales"][:1]}, 32, r"'x.scales' has the shape \[1, 24\], not \[2, 24\]"),
        ({"g_idx": np.zeros(64, np.int32)}, 32, "'x.g_idx' does not say for each of 64 inputs"),
        ({}, 20, "groups of 20 of 64 weights are not supported"),
        (
            {"qweight": parts["qweight"][0]},
            32,
            r"'x.qweight' has the shape \[24\], not that of a matrix",
        ),
        ({"qweight": parts["qweight"][:0]}, -1, r"'x.qweight' has the shape \[0, 24\]"),
    ]
    for change, size, message in wrong:
        given = {name: part for name, part in {**parts, **change}.items() if part is not None}
        with pytest.raises(ModelError, match=message):
            list(gptq.layer_weights("x", given, gptq.Settings(size, 1)))


def test_an_op_without_settings() -> None:
    types = [TensorType(DType.float32, ["n", 128], CPU), TensorType(DType.uint8, [8, 68], CPU)]
    with Graph("wrong", input_types=types) as graph:
        x, packed = (value.tensor for value in graph.inputs)
        with pytest.raises(ValueError, match="GPTQ needs a QuantizationConfig"):
            ops.qmatmul(QuantizationEncoding.GPTQ, None, x, packed)
        with pytest.raises(ValueError, match="not for 8 bits and groups of 128"):
            ops.qmatmul(QuantizationEncoding.GPTQ, QuantizationConfig("gptq", 8, 128), x, packed)
        graph.output(ops.qmatmul(QuantizationEncoding.GPTQ, QuantizationConfig("gptq", 4, 128), x, packed))  # fmt: skip


def test_element_types(tmp_path: Path) -> None:
    """Scales may be of any type with a point (the bits of others were taken for f16); words are int32."""
    config = config_of_json(CONFIG)
    architecture = PIPELINE_REGISTRY.find(config.architecture)
    parts, numbers = layer(64, 64, 32)
    name = "model.layers.0.self_attn.q_proj"
    for number, (part, kind, message) in enumerate((
        ("scales", np.float32, ""),
        ("scales", np.int32, "q_proj.scales' holds int32, not numbers of a floating-point type"),
        ("qweight", np.float32, "q_proj.qweight' holds float32, not int32"),
        ("qzeros", np.float32, "q_proj.qzeros' holds float32, not int32"),
    )):  # fmt: skip
        given = {**parts, part: parts[part].astype(kind)}
        folder = write(tmp_path / str(number), {f"{name}.{key}": array for key, array in given.items()}, {})  # fmt: skip
        if message:
            with pytest.raises(ModelError, match=message):
                safetensors_weights(folder, config, architecture, gptq.Settings(32, 1))
        else:
            found = safetensors_weights(folder, config, architecture, gptq.Settings(32, 1))
            (weight,) = found.values()
            assert np.array_equal(gptq.numbers(weight, None), numbers)
