"""Commands of models and graphs where output, disk or patience end: one line, the right exit code, nothing left behind, and no wrong result later."""

from __future__ import annotations

import os
import random
import resource
import signal
import subprocess
import sys
import time
from argparse import Namespace
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from ember.pipelines.commands import measuring
from ember.pipelines.config import ModelError
from ember.pipelines.pipeline import Pipeline
from tests.pipelines.tiny import write_tiny

from .conftest import REPOSITORY, Run, Start

GRAPH = """
import numpy as np
from ember.dtype import DType
from ember.engine import InferenceSession
from ember.graph import DeviceRef, Graph, TensorType, ops

with Graph("kept", input_types=[TensorType(DType.float32, ("n",), DeviceRef.CPU())]) as graph:
    graph.output(ops.relu(graph.inputs[0].tensor * 2.5))
model = InferenceSession().load(graph)
model.export_mef("m.mef")
open("g.mlir", "w").write(str(graph))
print(model.execute(np.ones(2, "f4"))[0].to_numpy().tolist())
"""
COMMANDS = {"models": ("models", "m.gguf"), "graph": ("graph", "g.mlir"), "run": ("run", "m.mef")}


def _environment(folder: Path) -> dict[str, str]:
    return os.environ | {"PYTHONPATH": str(REPOSITORY), "EMBER_CACHE_DIR": str(folder / "cache")}


def _compile(folder: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", GRAPH],
        cwd=folder,
        env=_environment(folder),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def test_output_that_goes_nowhere_and_damaged_models(ember: Run, tmp_path: Path) -> None:
    write_tiny(tmp_path / "m.gguf", layers=1)
    assert _compile(tmp_path).communicate(timeout=300) == ("[2.5, 2.5]\n", "")
    for command in COMMANDS.values():
        with open("/dev/full", "w") as full:
            done = ember(*command, stdout=full)
        message = "ember: error[system]: cannot write: No space left on device\n"
        assert (done.returncode, done.stderr) == (1, message)
    whole = (tmp_path / "m.mef").read_bytes()
    for size in (1, 100, len(whole) // 2, len(whole) - 1):
        (tmp_path / "cut.mef").write_bytes(whole[:size])
        done = ember("run", "cut.mef")
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
        assert done.stderr.startswith("ember: error[model]: 'cut.mef' is "), done.stderr


def test_texts_that_are_none(ember: Run, tmp_path: Path) -> None:
    """A text that never ends took all memory, a missing input was an internal fault."""
    (tmp_path / "binary.txt").write_bytes(b"text \xff")
    large = "ember: error[model]: the input has more than 16 MiB; give a part of it\n"
    with open("/dev/zero", "rb") as zero:
        done = ember("embed", "--model", "nothing", stdin=zero)
        assert (done.returncode, done.stderr) == (1, large)
    device = "ember: error[system]: /dev/zero: it is a device, not a file\n"
    done = ember("perplexity", "/dev/zero", "--model", "nothing")
    assert (done.returncode, done.stderr) == (1, device)
    done = ember("perplexity", ".", "--model", "nothing")
    assert (done.returncode, done.stderr) == (1, "ember: error[system]: .: Is a directory\n")
    (tmp_path / "empty.txt").write_text("")
    done = ember("perplexity", "empty.txt", "--model", "nothing")
    assert (done.returncode, done.stderr) == (1, "ember: error[model]: 'empty.txt' is empty\n")
    done = ember("convert", ".", "out.gguf", "--to", "f16")
    message = "ember: error[model]: cannot read 'config.json': No such file or directory\n"
    assert (done.returncode, done.stderr) == (1, message)
    done = ember("perplexity", "binary.txt", "--model", "nothing")
    no_text = "ember: error[model]: 'binary.txt' is no text in UTF-8\n"
    assert (done.returncode, done.stderr) == (1, no_text)
    with open(tmp_path / "binary.txt", "rb") as binary:
        done = ember("embed", "--model", "nothing", stdin=binary)
    assert (done.returncode, done.stderr) == (1, "ember: error[model]: the message is no UTF-8: byte 5\n")  # fmt: skip
    done = ember("format", "-", preexec_fn=lambda: os.close(0))
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_a_model_for_another_task_is_refused_at_once(ember: Run, tmp_path: Path) -> None:
    """Its tokenizer was compiled first: minutes, where nothing is cached."""
    write_tiny(tmp_path / "m.gguf", layers=1)
    done = ember("embed", "--model", "m.gguf", "a text")
    message = (
        "ember: error[model]: 'm.gguf' generates text; embeddings need an encoder, such as BERT\n"
    )
    assert (done.returncode, done.stderr) == (1, message)
    assert not (tmp_path / "cache").exists()


def test_only_what_fits_is_measured() -> None:
    """Answers that were cut at the end of the context were counted whole: rates without bounds."""
    fit = {"prompt_lengths": [255], "answer_lengths": [248, 9], "batches": [1]}
    pipeline = cast(Pipeline, SimpleNamespace(max_length=256))
    measuring._check_lengths(pipeline, Namespace(**fit))
    for wrong in ({"prompt_lengths": [256]}, {"answer_lengths": [249]}, {"batches": [1, 2]}):
        with pytest.raises(ModelError, match="257 tokens of a prompt and its answer .*takes 256"):
            measuring._check_lengths(pipeline, Namespace(**(fit | wrong)))


def test_one_line_for_a_closed_output(ember: Run) -> None:
    """Of a command that writes line by line: it was told again when what was left could not be written either."""
    done = ember("tune", "64x64", preexec_fn=lambda: os.close(1))
    message = "ember: error[system]: cannot write: Bad file descriptor\n"
    assert (done.returncode, done.stderr) == (1, message)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x = 1\ndef f(:\n", "wrong.py:2: invalid syntax"),
        ("\nimport nothing_here\n", "wrong.py:2: ModuleNotFoundError: No module named 'nothing_here'"),
        ("def f():\n    1 / 0\n\nf()\n", "wrong.py:2: ZeroDivisionError: division by zero"),
    ],
)  # fmt: skip
def test_files_that_build_no_graph(ember: Run, tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "wrong.py").write_text(text)
    done = ember("graph", "wrong.py")
    assert (done.returncode, done.stderr) == (1, f"ember: error[graph]: {message}\n")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("mo.graph @g() {\n}\n", "ember: error[graph]: the graph 'g' does not end in 'mo.output'\n"),
        ("mo.graph @g(%x: !mo.tensor<[-3], f32>) {\n}\n", "wrong.mlir:1:29: error[ir-syntax]: a dimension is a number from 0 to 2**63 - 1\n"),
        ("mo.graph @g(\n%x: !mo.tensor<[" + "9" * 5000 + "], f32>) {\n}\n", "wrong.mlir:2:17: error[ir-syntax]: expected a whole number, found one of 5000 digits\n"),
    ],
)  # fmt: skip
def test_texts_that_are_no_graph(ember: Run, tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "wrong.mlir").write_text(text)
    done = ember("graph", "wrong.mlir")
    assert done.returncode == 1
    assert message in done.stderr


@pytest.mark.parametrize("target", ["out.gguf", "out"])
def test_converting_on_a_full_disk(ember: Run, tmp_path: Path, target: str) -> None:
    write_tiny(tmp_path / "m.gguf", layers=1)

    def little() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (8192, 8192))

    done = ember("convert", "m.gguf", target, "--to", "f16", preexec_fn=little)
    assert done.returncode == 1, done.stderr
    assert done.stderr.startswith(f"ember: error[model]: cannot write '{target}': ")
    assert done.stderr.count("\n") == 1
    left = [path for path in tmp_path.rglob("*") if path.is_file() and "cache" not in path.parts]
    assert not [path for path in left if path.suffix in (".gguf", ".safetensors") and path.name != "m.gguf"]  # fmt: skip


def test_interrupts_while_a_model_is_compiled(start: Start, tmp_path: Path) -> None:
    write_tiny(tmp_path / "m.gguf", layers=1)
    for seconds in (1.0, 2.5):
        words = ("generate", "hi", "--model", "m.gguf", "--raw", "--max-tokens", "3")
        process = start(*words, start_new_session=True)
        time.sleep(seconds)
        os.killpg(process.pid, signal.SIGINT)
        _, err = process.communicate(timeout=120)
        assert process.returncode in (130, -signal.SIGINT), err
        assert "Traceback" not in err, err


def test_an_interrupt_while_another_process_measures(start: Start, tmp_path: Path) -> None:
    process = start("tune", "64x64", start_new_session=True)
    assert process.stdout is not None and process.stdout.readline().startswith("64x64 on ")
    time.sleep(0.5)
    os.killpg(process.pid, signal.SIGINT)
    _, err = process.communicate(timeout=120)
    assert (process.returncode, err) == (130, "ember: interrupted\n")


def test_kills_while_a_graph_is_compiled(tmp_path: Path) -> None:
    chooser = random.Random(5)
    for _ in range(4):
        process = _compile(tmp_path)
        time.sleep(chooser.uniform(0.5, 5))
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
    assert _compile(tmp_path).communicate(timeout=300) == ("[2.5, 2.5]\n", "")
