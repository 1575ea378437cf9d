"""llama.cpp in another process, as the scripts of this folder ask it."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

TOPICS = ["the sky", "a cat", "the sea", "mathematics", "music", "bread", "a long journey", "winter", "the moon", "computers"]  # fmt: skip
FORMS = ["Why do people like {}?", "Write a poem about {}.", "Explain {} to a child.", "{} is", "List three facts about {}."]  # fmt: skip
PROMPTS = [form.format(topic) for topic in TOPICS for form in FORMS]


class Peer:
    """The process: `llama_cpp.py` under an interpreter that has the package `xllamacpp`."""

    def __init__(self, python: str, model: Path, threads: int, cache: str = "f32", sequences: int = 1) -> None:  # fmt: skip
        script = Path(__file__).with_name("llama_cpp.py")
        self._process = subprocess.Popen(
            [python, str(script), str(model), str(threads), cache, str(sequences)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        )  # fmt: skip
        assert self._process.stdout is not None
        if self._process.stdout.readline().strip() != "ready":
            raise SystemExit(f"llama.cpp does not open {model}")

    def ask(self, **request: Any) -> dict[str, Any]:
        """The answer to a request."""
        assert self._process.stdin is not None and self._process.stdout is not None
        print(json.dumps(request), file=self._process.stdin, flush=True)
        answer: dict[str, Any] = json.loads(self._process.stdout.readline())
        return answer

    def processor_time(self) -> float:
        """Seconds that processors worked for it so far."""
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def close(self) -> None:
        """Ends the process."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()
