"""A step of a small Llama in the referee: ragged batches, chunks and pages change nothing."""

from __future__ import annotations

import numpy as np
import pytest

from ember.dtype import DType
from ember.graph import DeviceRef, Graph
from ember.nn import PagedCacheType, WeightData
from ember.pipelines.config import ModelConfig, ModelError, config_of_json
from ember.pipelines.registry import PIPELINE_REGISTRY
from ember.pipelines.step import cache_type_of, step_graph
from tests.pipelines import referee

CONFIG = ModelConfig("llama", 2, 16, 4, 2, 4, 24, 50, 64, 1e-5, rope_dim=4, is_tied=True)


class Runner:
    """A model with pages for three sequences."""

    def __init__(self) -> None:
        rng = np.random.default_rng(5)
        model = PIPELINE_REGISTRY.find("llama").build(CONFIG, DeviceRef.CPU())
        state = {
            name: WeightData(rng.standard_normal([int(d) for d in w.shape], np.float32) / 2, DType.float32)
            for name, w in model.named_weights()
            if "freqs" not in name
        }  # fmt: skip
        model.load_state_dict(state)
        self.cache: PagedCacheType = cache_type_of(CONFIG, page_size=4)
        self.graph: Graph = step_graph(model, self.cache)
        self.weights = model.state_dict()
        self.pages = rng.standard_normal(self.cache.shape(30)).astype(np.float32)
        self.table = rng.permutation(30).astype(np.uint32).reshape(3, 10)

    def step(self, sequences: list[tuple[int, int, list[int]]]) -> np.ndarray:
        """Scores after the last token of each: which pages, how many tokens were there, the new ones."""
        tokens = [token for *_, new in sequences for token in new]
        ends = np.cumsum([len(new) for *_, new in sequences])
        inputs = [
            np.array(tokens, np.int32),
            (ends - 1).astype(np.int32),
            self.pages,
            np.array([0, *ends], np.uint32),
            np.array([had for _, had, _ in sequences], np.uint32),
            self.table[[place for place, *_ in sequences]],
            *referee.greedy(len(sequences)),
        ]
        *_, scores = referee.run(self.graph, inputs, self.weights)
        return scores


def test_batches_and_chunks_change_nothing() -> None:
    first, second = [3, 1, 4, 1, 5, 9, 2, 6], [2, 7, 1]
    alone = Runner().step([(0, 0, first)])[0], Runner().step([(1, 0, second)])[0]
    together = Runner().step([(2, 0, first), (0, 0, second)])
    np.testing.assert_allclose(together, alone, atol=1e-5)
    runner = Runner()
    runner.step([(0, 0, first[:5]), (1, 0, second[:1])])
    chunked = runner.step([(1, 1, second[1:]), (0, 5, first[5:])])
    np.testing.assert_allclose(chunked, alone[::-1], atol=1e-5)


def test_settings_of_transformers() -> None:
    values = {
        "architectures": ["LlamaForCausalLM"], "hidden_size": 64, "num_attention_heads": 4, "num_key_value_heads": 2, "num_hidden_layers": 3,
        "intermediate_size": 96, "vocab_size": 100, "max_position_embeddings": 256, "rms_norm_eps": 1e-6, "rope_theta": 5e5, "tie_word_embeddings": True,
        "rope_scaling": {"rope_type": "llama3", "factor": 8.0, "low_freq_factor": 1.0, "high_freq_factor": 4.0, "original_max_position_embeddings": 64},
    }  # fmt: skip
    config = config_of_json(values)
    assert (config.head_dim, config.kv_heads, config.is_tied) == (16, 2, True)
    assert config.rope_scaling is not None and config.rope_scaling.factor == 8
    with pytest.raises(ModelError, match="no 'vocab_size'"):
        config_of_json({k: v for k, v in values.items() if k != "vocab_size"})
    with pytest.raises(ModelError, match="do not share"):
        config_of_json({**values, "num_key_value_heads": 3})


def test_unknown_architectures() -> None:
    with pytest.raises(ModelError, match="'mamba' is not supported; supported are .*LlamaForCausalLM"):  # fmt: skip
        PIPELINE_REGISTRY.find("mamba")
