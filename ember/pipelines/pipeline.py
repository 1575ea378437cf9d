"""`Pipeline`: from a file of weights to text.

pipeline = Pipeline("model.gguf")
print(pipeline.generate("Why is the sky blue?").text)
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from threading import Lock
from typing import Any

from ember.dtype import DType
from ember.graph import DeviceRef, Graph
from ember.pipelines import sequences
from ember.pipelines.chat import ChatTemplate, Message
from ember.pipelines.config import ModelError
from ember.pipelines.loading import OpenModel, open_model
from ember.pipelines.settings import GenerationSettings
from ember.pipelines.step import StepProgram, cache_type_of, config_parts, step_graph
from ember.pipelines.stepping import PagePool, Stepper

Prompt = str | Sequence[Message]
"""A text that is a user's message, or a whole conversation."""


@dataclass
class Generation:
    """A generated text, and how it went."""

    text: str
    tokens: list[int]
    prompt_tokens: list[int]
    finish_reason: str
    """`stop`: the model or a stop string ended it; `length`: there was no more room."""
    logprobs: list[float]
    timings: dict[str, float] = field(default_factory=dict)


class Pipeline:
    """A model that generates text. One pipeline generates one batch at a time; threads wait for each other."""

    def __init__(
        self,
        model: str | Path,
        *,
        max_length: int | None = None,
        cache_dtype: DType = DType.float32,
        progress: Callable[[str], None] | None = None,
    ) -> None:
        started = time.perf_counter()
        tell = progress or (lambda text: None)
        tell("opening the model")
        self.files: OpenModel = open_model(model)
        if self.files.architecture.task != "text-generation":
            raise ModelError(
                f"'{model}' is for {self.files.architecture.task}, it does not generate text"
            )
        self.tokenizer = self.files.tokenizer
        self.max_length = min(max_length or self.files.config.max_length, self.files.config.max_length)  # fmt: skip
        self.cache_type = cache_type_of(self.files.config, cache_dtype)
        tell("compiling the model")
        self._model = self._loaded(samples=True)
        self._scores: Any = None
        self._pool: PagePool | None = None
        self._lock = Lock()
        self._template: ChatTemplate | None = None
        self._kept: sequences.Sequence | None = None
        self.load_seconds = time.perf_counter() - started

    def _loaded(self, samples: bool) -> Any:
        from ember.engine import InferenceSession

        model = self.files.architecture.build(self.files.config, DeviceRef.CPU())
        model.load_state_dict(self.files.weights)
        weights = model.state_dict()

        def graph() -> Graph:
            return step_graph(model, self.cache_type, samples)

        parts = [
            *config_parts(self.files.config, self.cache_type, self.files.weights),
            str(samples),
        ]
        program = graph() if self.files.architecture.is_users else StepProgram(parts, graph)
        return InferenceSession().load(program, weights_registry=weights)

    def scores_model(self) -> Any:
        """The step that gives scores in place of tokens."""
        if self._scores is None:
            self._scores = self._loaded(samples=False)
        return self._scores

    def forget(self) -> None:
        """Drops what the cache has of the last text."""
        with self._lock:
            if self._kept is not None and self._pool is not None:
                self._pool.release(self._kept)
            self._kept = None

    # -- prompts ---------------------------------------------------------------------------------

    def prompt_tokens(self, prompt: Prompt, *, raw: bool = False) -> list[int]:
        """The tokens of a prompt: through the chat template, or as they are (`raw`)."""
        template = self.tokenizer.chat_template
        if raw or (template is None and isinstance(prompt, str)):
            if not isinstance(prompt, str):
                raise ModelError("a conversation needs a chat template; this is a raw text")
            return self.tokenizer.encode(prompt)
        if template is None:
            raise ModelError("the model has no chat template; give a text")
        if self._template is None:
            self._template = ChatTemplate(template, self.tokenizer)
        messages = [{"role": "user", "content": prompt}] if isinstance(prompt, str) else prompt
        return self.tokenizer.encode(
            self._template.render(messages), add_special=False, parse_special=True
        )

    def _sequence(self, tokens: list[int], settings: GenerationSettings) -> sequences.Sequence:
        if not tokens:
            raise ModelError("the prompt is empty")
        if len(tokens) >= self.max_length:
            raise ModelError(
                f"the prompt has {len(tokens):,} tokens, the model takes at most {self.max_length - 1:,}"
            )
        unknown = [token for token in settings.logit_bias if not 0 <= token < self.files.config.vocabulary]  # fmt: skip
        if unknown:
            raise ValueError(f"'logit_bias' names the token {unknown[0]}, which there is not")
        padding = range(self.tokenizer.size, self.files.config.vocabulary)
        if padding:  # rows of the model that are no tokens
            banned = dict.fromkeys(padding, float("-inf"))
            settings = replace(settings, logit_bias={**settings.logit_bias, **banned})
        stream = self.tokenizer.stream()
        return sequences.Sequence(tokens, settings, stream, self.max_length, self.tokenizer.ends)

    # -- generating ------------------------------------------------------------------------------

    def generate(self, prompt: Prompt, *, raw: bool = False, **settings: Any) -> Generation:
        """The text that follows a prompt; settings are those of `GenerationSettings`."""
        return self.generate_batch([prompt], raw=raw, **settings)[0]

    def generate_batch(
        self, prompts: Sequence[Prompt], *, raw: bool = False, **settings: Any
    ) -> list[Generation]:
        """The texts that follow several prompts, generated together."""
        return self._together([self.prompt_tokens(p, raw=raw) for p in prompts], settings)

    def generate_tokens(self, tokens: Sequence[int], **settings: Any) -> Generation:
        """What follows a prompt of tokens."""
        return self._together([list(tokens)], settings)[0]

    def generate_token_batch(self, prompts: Sequence[Sequence[int]], **settings: Any) -> list[Generation]:  # fmt: skip
        """What follows several prompts of tokens, generated together."""
        return self._together([list(tokens) for tokens in prompts], settings)

    def _together(self, prompts: list[list[int]], settings: dict[str, Any]) -> list[Generation]:
        chosen = GenerationSettings(**settings)
        listed = [self._sequence(tokens, chosen) for tokens in prompts]
        results: dict[int, Generation] = {}
        with self._lock:
            for _ in self._run(listed, results):
                pass
        return [results[id(sequence)] for sequence in listed]

    def stream(
        self, prompt: Prompt, *, raw: bool = False, **settings: Any
    ) -> Iterator[str | Generation]:
        """Pieces of text as they come, at last the whole `Generation`."""
        sequence = self._sequence(
            self.prompt_tokens(prompt, raw=raw), GenerationSettings(**settings)
        )
        results: dict[int, Generation] = {}
        with self._lock:
            for _, text in self._run([sequence], results):
                if text:
                    yield text
        yield results[id(sequence)]

    async def agenerate(self, prompt: Prompt, *, raw: bool = False, **settings: Any) -> Generation:
        """`generate` beside other work of an event loop."""
        return await asyncio.to_thread(self.generate, prompt, raw=raw, **settings)

    async def astream(
        self, prompt: Prompt, *, raw: bool = False, **settings: Any
    ) -> AsyncIterator[str | Generation]:
        """`stream` beside other work of an event loop."""
        pieces = self.stream(prompt, raw=raw, **settings)
        while True:
            piece = await asyncio.to_thread(next, pieces, None)
            if piece is None:
                return
            yield piece

    def _run(
        self, listed: list[sequences.Sequence], results: dict[int, Generation]
    ) -> Iterator[tuple[sequences.Sequence, str]]:
        """Steps until all are finished."""
        started = time.perf_counter()
        first: dict[int, float] = {}
        stepper = Stepper(self._model, self._pages(len(listed)))
        if len(listed) == 1:
            self._take_kept(listed[0], stepper.pool)
        running = list(listed)
        try:
            while running:
                for sequence, text in stepper.step(running):
                    first.setdefault(id(sequence), time.perf_counter())
                    yield sequence, text
                    if sequence.finish_reason is not None:
                        times = (started, first[id(sequence)], time.perf_counter())
                        results[id(sequence)] = self._finished(sequence, times)
                        running.remove(sequence)
                        if len(listed) > 1:
                            stepper.pool.release(sequence)
        finally:
            if len(listed) == 1:
                self._keep(listed[0], stepper.pool)
            else:
                for sequence in running:
                    stepper.pool.release(sequence)

    def _pages(self, count: int) -> PagePool:
        """A cache with room for so many sequences."""
        wanted = (count + 1) * -(-self.max_length // self.cache_type.page_size)
        if self._pool is None or len(self._pool.data) < wanted:
            self._pool = PagePool(self.cache_type, wanted)
            self._kept = None
        return self._pool

    def _take_kept(self, sequence: sequences.Sequence, pool: PagePool) -> None:
        """What the last text and this one have in common is in the cache already."""
        kept, self._kept = self._kept, None
        if kept is None:
            return
        before = (kept.prompt + kept.tokens)[: kept.cached]
        same = 0
        for old, new in zip(before, sequence.prompt[:-1]):
            if old != new:
                break
            same += 1
        if same:
            sequence.pages, kept.pages = kept.pages, []
            sequence.cached = same
        pool.release(kept)

    def _keep(self, sequence: sequences.Sequence, pool: PagePool) -> None:
        if self._kept is not None:
            pool.release(self._kept)
        self._kept = sequence

    def _finished(
        self, sequence: sequences.Sequence, times: tuple[float, float, float]
    ) -> Generation:
        started, first, ended = times
        count = len(sequence.tokens)
        timings = {
            "load_s": self.load_seconds,
            "prompt_s": first - started,
            "prompt_tokens_per_s": len(sequence.prompt) / max(first - started, 1e-9),
            "generate_s": ended - first,
            "tokens_per_s": (count - 1) / max(ended - first, 1e-9) if count > 1 else 0.0,
        }
        assert sequence.finish_reason is not None
        return Generation(
            sequence.text,
            sequence.tokens,
            sequence.prompt,
            sequence.finish_reason,
            sequence.logprobs,
            timings,
        )
