"""Files of the second storey, damaged: weights and tokenizers (GGUF, safetensors, `tokenizer.json`), compiled models (MEF), ONNX.

A reader takes a file or says what is wrong with it, in words of ours; what it takes can be used.
"""

from __future__ import annotations

import json
import struct
import tempfile
from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import Any, Final

from . import mutate

_NUMBERS: Final = (0, 1, 2, 7, 31, 255, 1 << 16, (1 << 31) - 1, 1 << 31, (1 << 32) - 1, 1 << 40, (1 << 63) - 1, 1 << 63, (1 << 64) - 1)  # fmt: skip
_TEXT: Final = "Hello, wörld 12 <|im_end|>\n  x"
_FOREIGN: Final = (b"", b"\0", b"\x7fELF\x02\x01\x01", b"PK\x03\x04", b"\x89PNG\r\n\x1a\n", b"GGUF", b"{}", b"EMBERMEF")  # fmt: skip


def damaged(rng: Random, data: bytes) -> bytes:
    """A file cut off, with bytes changed, with absurd numbers, or a file of another kind."""
    kind = rng.random()
    if kind < 0.05:
        return rng.choice(_FOREIGN) + rng.randbytes(rng.randrange(100))
    if kind < 0.15:
        return data[: rng.randrange(len(data) + 1)]
    if kind < 0.4:
        return mutate.mutate_bytes(rng, data)
    changed = bytearray(data)
    front = min(len(data), rng.choice((64, 512, 4096, len(data))))
    for _ in range(rng.choice((1, 1, 2, 3))):
        form = rng.choice(("<B", "<H", "<I", "<Q"))
        size = struct.calcsize(form)
        at = rng.randrange(max(1, front - size))
        number = rng.choice(_NUMBERS) if rng.random() < 0.8 else rng.getrandbits(64)
        changed[at : at + size] = struct.pack(form, number & ((1 << 8 * size) - 1))
    return bytes(changed)


def changed_json(rng: Random, value: Any) -> Any:
    """JSON with one part replaced by something else, or left out."""
    odd = (None, True, -1, 0, 1e300, "", "x", [], {}, [[]], {"type": "x"}, 1 << 70)
    if not isinstance(value, (dict, list)) or not value or rng.random() < 0.15:
        return rng.choice(odd)
    if isinstance(value, list):
        at = rng.randrange(len(value))
        return [*value[:at], changed_json(rng, value[at]), *value[at + 1 :]]
    key = rng.choice(list(value))
    if rng.random() < 0.2:
        return {name: part for name, part in value.items() if name != key}
    return {**value, key: changed_json(rng, value[key])}


# -- seeds -----------------------------------------------------------------------------------------


@cache
def gguf_seeds() -> list[bytes]:
    from tests.pipelines.tiny import write_tiny

    scores = {"tokenizer.ggml.model": "llama", "tokenizer.ggml.scores": [0.0] * 259, "tokenizer.ggml.unknown_token_id": 0}  # fmt: skip
    merges = {"tokenizer.ggml.merges": ["l l", "H e", "o r"]}
    return [_written(lambda path, more=more: write_tiny(path, 1, 8, **more)) for more in ({}, scores, merges)]  # type: ignore[misc]  # fmt: skip


@cache
def safetensors_seeds() -> list[bytes]:
    import numpy as np

    from tests.pipelines.tiny import write_safetensors

    arrays = {"a": np.ones((2, 3), np.float32), "b": np.zeros((4,), np.float32)}
    return [_written(lambda path: write_safetensors(path, arrays))]


@cache
def mef_seeds() -> list[bytes]:
    import marshal

    from ember.engine.mef import _HEAD, MAGIC, VERSION, _digest

    rest = marshal.dumps(("another processor", ("name", [1, 2, 3], b"code" * 20), [("w", 4, b"")]))
    return [_HEAD.pack(MAGIC, VERSION, len(rest), _digest(rest)) + rest]


@cache
def tokenizer_seeds() -> list[bytes]:
    vocabulary = {text: number for number, text in enumerate(["<unk>", "a", "b", "ab", "##c", "▁"])}
    added = [{"id": 0, "content": "<unk>", "special": True}]
    models: list[dict[str, Any]] = [
        {"type": "BPE", "vocab": vocabulary, "merges": ["a b"], "unk_token": "<unk>"},
        {"type": "WordPiece", "vocab": vocabulary, "unk_token": "<unk>", "continuing_subword_prefix": "##", "max_input_chars_per_word": 100},
        {"type": "Unigram", "vocab": [[text, -1.0] for text in vocabulary], "unk_id": 0},
    ]  # fmt: skip
    steps: list[dict[str, Any]] = [
        {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": True},
        {"type": "BertPreTokenizer"},
        {"type": "Metaspace", "replacement": "▁", "prepend_scheme": "always", "split": True},
    ]
    return [
        json.dumps({"version": "1.0", "added_tokens": added, "normalizer": None, "pre_tokenizer": step, "post_processor": None, "decoder": step, "model": model}).encode()
        for model, step in zip(models, steps, strict=True)
    ]  # fmt: skip


@cache
def onnx_seeds() -> list[bytes]:
    import numpy as np
    from onnx import TensorProto, helper, numpy_helper

    def model(nodes: list[Any], weights: dict[str, Any]) -> bytes:
        x = helper.make_tensor_value_info("x", TensorProto.FLOAT, ["n", 4])
        y = helper.make_tensor_value_info("y", TensorProto.FLOAT, None)
        initial = [numpy_helper.from_array(array, name) for name, array in weights.items()]
        graph = helper.make_graph(nodes, "g", [x], [y], initial)
        return bytes(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)]).SerializeToString())  # fmt: skip

    node = helper.make_node
    one = np.ones((4, 3), np.float32)
    ends = {"s": np.array([0], np.int64), "e": np.array([2], np.int64), "a": np.array([1], np.int64)}  # fmt: skip
    return [
        model([node("MatMul", ["x", "w"], ["h"]), node("Relu", ["h"], ["y"])], {"w": one}),
        model([node("Reshape", ["x", "s"], ["h"]), node("Softmax", ["h"], ["y"], axis=-1)], {"s": np.array([-1, 2], np.int64)}),
        model([node("Slice", ["x", "s", "e", "a"], ["h"]), node("Transpose", ["h"], ["y"], perm=[1, 0])], ends),
        model([node("Shape", ["x"], ["h"]), node("Reshape", ["x", "h"], ["i"]), node("ReduceMean", ["i"], ["y"], axes=[1])], {}),
        model([node("Split", ["x"], ["h", "i"], axis=1), node("Concat", ["h", "i"], ["y"], axis=0)], {}),
    ]  # fmt: skip


def _written(write: Callable[[Path], object]) -> bytes:
    with tempfile.TemporaryDirectory(prefix="ember-fuzz-") as folder:
        write(Path(folder, "file"))
        return Path(folder, "file").read_bytes()


# -- readers ---------------------------------------------------------------------------------------


def _use_gguf(path: Path) -> None:
    from ember.pipelines.loading import open_model

    model = open_model(path)
    for weight in model.weights.values():
        assert weight.data is not None
    _use(model.tokenizer)


def _use_safetensors(path: Path) -> None:
    from ember.pipelines.weights.safetensors import Safetensors

    file = Safetensors(path)
    for name in file.tensors:
        file.raw(name)


def _use_mef(path: Path) -> None:
    from ember.engine.mef import read_mef

    read_mef(path)


def _use_tokenizer(path: Path) -> None:
    from ember.pipelines.tokenizers.from_json import json_tokenizer

    _use(json_tokenizer(path))


def _use(tokenizer: Any) -> None:
    tokens = tokenizer.encode(_TEXT)
    tokenizer.decode(tokens)
    assert all(0 <= token < tokenizer.size for token in tokens)


def _use_onnx(path: Path) -> None:
    from ember.graph.importers.onnx import from_onnx

    from_onnx(path)


def taken(use: Callable[[Path], None], name: str, data: bytes) -> str:
    """What becomes of a file; an exception that is not a refusal in our words goes through."""
    with tempfile.TemporaryDirectory(prefix="ember-fuzz-") as folder:
        path = Path(folder, name)
        path.write_bytes(data)
        try:
            use(path)
        except ValueError as problem:
            own = type(problem).__module__.startswith("ember")
            if not own and type(problem) is not ValueError:
                raise
            if not str(problem).strip():
                raise AssertionError("refused without a word") from problem
            return "rejected"
    return "accepted"


READERS: Final[dict[str, tuple[Callable[[], list[bytes]], Callable[[Path], None], str]]] = {
    "gguf": (gguf_seeds, _use_gguf, "model.gguf"),
    "safetensors": (safetensors_seeds, _use_safetensors, "model.safetensors"),
    "mef": (mef_seeds, _use_mef, "model.mef"),
    "tokenizer": (tokenizer_seeds, _use_tokenizer, "tokenizer.json"),
    "onnx": (onnx_seeds, _use_onnx, "model.onnx"),
}


def names() -> list[str]:
    """The readers that can run here."""
    return [name for name in READERS if name != "onnx" or find_spec("onnx") is not None]


def any_file(name: str, rng: Random) -> bytes:
    """A damaged file for a reader."""
    data = rng.choice(READERS[name][0]())
    if name == "tokenizer" and rng.random() < 0.8:
        value = json.loads(data)
        for _ in range(rng.choice((1, 1, 2))):
            value = changed_json(rng, value)
        return json.dumps(value).encode()
    return damaged(rng, data)


def read(name: str, data: bytes) -> str:
    _, use, file = READERS[name]
    return taken(use, file, data)
