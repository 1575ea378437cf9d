"""`ember chat`: a conversation in the terminal."""

from __future__ import annotations

import argparse
import os
import sys
from contextlib import suppress
from typing import Any

from ember.pipelines.commands.generating import open_pipeline
from ember.pipelines.commands.texts import input_lines
from ember.pipelines.config import ModelError
from ember.pipelines.pipeline import Generation, Pipeline
from ember.pipelines.settings import GenerationSettings

_HELP = """\
/help           this
/system TEXT    start again, told TEXT
/clear          start again
/undo           forget the last message and its answer
/stats          how fast the last answer was
/quit           end (as Ctrl-D does)
"""


class Chat:
    """The messages so far, and what the user typed last."""

    def __init__(self, pipeline: Pipeline, system: str | None, sampling: dict[str, Any]) -> None:
        self._pipeline = pipeline
        self._sampling = sampling
        self._last: Generation | None = None
        self._start(system)

    def _start(self, system: str | None) -> None:
        self._system = system
        self.messages: list[dict[str, str]] = []
        if system is not None:
            self.messages.append({"role": "system", "content": system})

    def command(self, line: str) -> bool:
        """Does what a line with a slash says; False: the chat is over."""
        word, _, rest = line.partition(" ")
        if word in ("/quit", "/exit"):
            return False
        if word == "/system":
            self._start(rest or None)
        elif word == "/clear":
            self._start(self._system)
        elif word == "/undo":
            del self.messages[-2 if self.messages[-1:] and self.messages[-1]["role"] == "assistant" else len(self.messages) :]  # fmt: skip
        elif word == "/stats":
            print(self._stats())
        else:
            print(_HELP if word == "/help" else f"there is no '{word}'; /help lists what there is")
        return True

    def answer(self, text: str) -> None:
        """Sends a message and prints the answer as it comes; Ctrl-C ends it, what came stays."""
        self.messages.append({"role": "user", "content": text})
        said = ""
        try:
            for piece in self._pipeline.stream(self.messages, **self._sampling):
                if isinstance(piece, Generation):
                    self._last = piece
                else:
                    said += piece
                    print(piece, end="", flush=True)
        except KeyboardInterrupt:
            print(" …", end="")
        except ModelError as problem:
            self.messages.pop()
            print(f"ember: {problem}")
            return
        self.messages.append({"role": "assistant", "content": said})
        print()

    def _stats(self) -> str:
        if self._last is None:
            return "there was no answer yet"
        times = self._last.timings
        return f"{len(self._last.tokens)} tokens, {times['tokens_per_s']:.1f} per second; first after {times['prompt_s']:.2f} s"


def chat(arguments: argparse.Namespace, sampling: dict[str, Any]) -> int:
    """Talks until the input ends."""
    seed = arguments.seed if arguments.seed is not None else int.from_bytes(os.urandom(4), "little")
    settings = {**sampling, "seed": seed}
    GenerationSettings(**settings)  # what is wrong with them is told before the model is read
    pipeline = open_pipeline(arguments)
    if pipeline.tokenizer.chat_template is None:
        raise ModelError("the model has no chat template: it continues texts; use 'ember generate'")
    talk = Chat(pipeline, arguments.system, settings)
    is_shown = sys.stdin.isatty()
    piped = input_lines()
    if is_shown:
        print(f"{pipeline.files.path.name}; /help for help, Ctrl-D to end")
    while True:
        try:
            line = _typed() if is_shown else next(piped, "")
        except KeyboardInterrupt:
            print()
            continue
        if not line:
            return 0
        line = line.strip()
        if line.startswith("/"):
            if not talk.command(line):
                return 0
        elif line:
            talk.answer(line)


def _typed() -> str:
    """A line of the terminal, with the arrow keys for what was typed before; empty at the end."""
    with suppress(ImportError):  # some Pythons are built without it
        import readline  # noqa: F401
    try:
        return input("\001\x1b[1m\002> \001\x1b[0m\002") + "\n"
    except EOFError:
        print()
        return ""
