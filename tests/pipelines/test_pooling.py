"""How the rows of an encoder become one vector: what folders of `sentence-transformers` say."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ember.pipelines.config import ModelError
from ember.pipelines.embedding import POOLING, pooling_of

ROWS = np.array([[1, 5], [3, -1]], np.float32)


def folder_saying(folder: Path, values: Any) -> Path:
    (folder / "1_Pooling").mkdir()
    (folder / "1_Pooling" / "config.json").write_text(
        values if isinstance(values, str) else json.dumps(values)
    )
    return folder


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ({"word_embedding_dimension": 2, "pooling_mode_mean_tokens": True, "pooling_mode_cls_token": False}, [2, 2]),
        ({"pooling_mode_cls_token": True}, [1, 5]),
        ({"pooling_mode_max_tokens": True}, [3, 5]),
        ({"pooling_mode_lasttoken": True, "pooling_mode_mean_tokens": False}, [3, -1]),
        ({"pooling_mode": "cls", "include_prompt": True}, [1, 5]),
        ({"pooling_mode": "mean"}, [2, 2]),
    ],
)  # fmt: skip
def test_what_folders_say(tmp_path: Path, values: Any, expected: list[float]) -> None:
    name = pooling_of(folder_saying(tmp_path, values))
    assert name is not None and POOLING[name](ROWS).tolist() == expected


def test_folders_that_say_nothing(tmp_path: Path) -> None:
    assert pooling_of(tmp_path) is None
    assert pooling_of(tmp_path / "model.gguf") is None


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"pooling_mode_weightedmean_tokens": True}, "it asks for 'pooling_mode_weightedmean_tokens'; known are"),
        ({"pooling_mode_cls_token": True, "pooling_mode_mean_tokens": True}, "'pooling_mode_cls_token' and 'pooling_mode_mean_tokens'"),
        ({"pooling_mode_cls_token": False}, "it asks for nothing"),
        ({"pooling_mode": "weightedmean"}, "it asks for 'pooling_mode'"),
        ("[1]", "1_Pooling/config.json"),
        ("{", "1_Pooling/config.json"),
    ],
)  # fmt: skip
def test_what_is_not_known(tmp_path: Path, values: Any, message: str) -> None:
    with pytest.raises(ModelError, match=message):
        pooling_of(folder_saying(tmp_path, values))
