"""The commands for models, as far as nothing must be compiled; `tests/pipelines` has the rest."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.pipelines.tiny import write_tiny

Run = Callable[..., "subprocess.CompletedProcess[str]"]  # noqa: F821


@pytest.mark.parametrize(
    "command", ["generate", "chat", "bench", "perplexity", "convert", "embed", "models"]
)
def test_help_has_examples(ember: Run, command: str) -> None:
    result = ember(command, "--help")
    assert result.returncode == 0 and f"ember {command}" in result.stdout


def test_models_by_name(ember: Run) -> None:
    result = ember("models")
    assert result.returncode == 0 and result.stdout.startswith("smollm2\tApache-2.0\t")


def test_what_a_file_holds(ember: Run, tmp_path: Path) -> None:
    path = write_tiny(tmp_path / "tiny.gguf")
    result = ember("models", str(path))
    assert result.returncode == 0
    assert "LlamaForCausalLM (llama)" in result.stdout and "259 tokens" in result.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("generate", "--model", "none.gguf", "Hi"), "there is no model at 'none.gguf', and none of that name; known are smollm2"),
        (("models", "none"), "there is no model at 'none'"),
        (("generate", "--raw", "--system", "x", "Hi"), "'--system' needs the chat template"),
        (("generate", "--file", "a", "Hi"), "give one of them"),
        (("generate", "--device", "tpu", "Hi"), "there is no device 'tpu'"),
        (("generate", "-m", "none.gguf", "-n", "4", "Hi"), "there is no model at 'none.gguf'"),
        (("generate", "--logprobs", "3", "Hi"), "'--logprobs' needs '--json'"),
        (("generate", "-f", "a", "Hi"), "give one of them"),
        (("embed", "-m", "none", "Hi"), "there is no model at 'none'"),
        (("bench", "model", "none.gguf"), "there is no model at 'none.gguf'"),
        (("bench", "model", "a.gguf", "-m", "b.gguf"), "there are two models, 'a.gguf' and 'b.gguf'; give one of them"),
        (("generate", "--model", "none.gguf", "--top-p", "3", "Hi"), "'top_p' must be from 0 to 1, not 3.0"),
    ],
)  # fmt: skip
def test_wrong_use(ember: Run, arguments: tuple[str, ...], message: str) -> None:
    result = ember(*arguments)
    assert result.returncode == 1
    assert result.stderr.startswith("ember: error[model]: ") and message in result.stderr
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize("wrong", [("bench", "model", "--rounds", "0"), ("bench", "model", "-p", "8,x"), ("generate", "--max-length", "-1", "Hi")])  # fmt: skip
def test_numbers_are_above_0(ember: Run, wrong: tuple[str, ...]) -> None:
    result = ember(*wrong)
    assert result.returncode != 0
    assert "a number above 0 is needed" in result.stderr and "Traceback" not in result.stderr


@pytest.mark.parametrize("command", [("bench", "model"), ("perplexity", "text.txt")])
def test_nothing_is_sampled_where_models_are_measured(ember: Run, command: tuple[str, ...]) -> None:
    result = ember(*command, "--temperature", "0.5")
    assert result.returncode != 0
    assert "--temperature" in result.stderr and "Traceback" not in result.stderr


def test_a_damaged_file(ember: Run, tmp_path: Path) -> None:
    path = write_tiny(tmp_path / "tiny.gguf")
    data = path.read_bytes()
    path.write_bytes(data[:-100])
    result = ember("generate", "--model", str(path), "Hi")
    assert result.returncode == 1 and "it was cut short" in result.stderr


def test_convert(ember: Run, tmp_path: Path) -> None:
    path = write_tiny(tmp_path / "tiny.gguf")
    assert ember("convert", str(path), str(tmp_path / "small.gguf"), "--to", "q8_0").returncode == 0
    assert "q8_0" in ember("models", str(tmp_path / "small.gguf")).stdout
    result = ember("convert", str(path), str(path), "--to", "f16")
    assert result.returncode == 1 and "not converted into itself" in result.stderr
    result = ember("convert", str(path), str(tmp_path / "none" / "small.gguf"), "--to", "f16")
    message = f"{tmp_path / 'none' / 'small.gguf'}: there is no folder '{tmp_path / 'none'}'\n"
    assert (result.returncode, result.stderr) == (1, f"ember: error[model]: {message}")
