"""`Pipeline`: from a file of weights to text.

pipeline = Pipeline("model.gguf")
print(pipeline.generate("Why is the sky blue?").text)
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from numbers import Integral
from pathlib import Path
from threading import Lock
from typing import Any

from ember.dtype import DType
from ember.graph import Graph
from ember.nn import Transformer, WeightData
from ember.pipelines import sequences
from ember.pipelines.adapting import Adapter
from ember.pipelines.batching import Batcher, Request
from ember.pipelines.beams import BeamSearch
from ember.pipelines.chat import ChatTemplate, Message
from ember.pipelines.config import ModelError
from ember.pipelines.devices import device_named
from ember.pipelines.drafting import (
    USUAL_LENGTH,
    Drafter,
    ModelDrafter,
    PrudentDrafter,
    RepeatDrafter,
)
from ember.pipelines.fetching import located
from ember.pipelines.loading import OpenModel, in_format, open_model
from ember.pipelines.memory import fitting_length, fitting_pages
from ember.pipelines.paging import PagePool
from ember.pipelines.scheduling import MOST_SEQUENCES, Scheduler
from ember.pipelines.settings import GenerationSettings
from ember.pipelines.step import StepProgram, cache_type_of, config_parts, step_graph
from ember.pipelines.stepping import Stepper
from ember.pipelines.weights import gptq
from ember.pipelines.weights.formats import BLOCK_FORMATS, Format
from ember.pipelines.weights.mapped import passing

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
    top_logprobs: list[dict[int, float]] = field(default_factory=list)
    """With each token the likeliest ones, as many as the setting of this name says."""
    timings: dict[str, float] = field(default_factory=dict)


class Pipeline:
    """A model that generates text. Calls of one pipeline wait for each other; those of an event loop (`agenerate`) run together."""

    def __init__(
        self,
        model: str | Path,
        *,
        max_length: int | None = None,
        device: str = "cpu",
        cache_dtype: DType | None = None,
        weights_dtype: str | None = None,
        adapters: Sequence[str | Path] = (),
        draft: str | Path | Pipeline | None = None,
        draft_tokens: int = USUAL_LENGTH,
        progress: Callable[[str], None] | None = None,
    ) -> None:
        """Opens and compiles a model, by its path or by a name that `ember models` knows, for a device: `cpu`, `gpu`, `gpu:1`. On GPUs matrices of blocks become bf16, and so is the cache, unless something else is asked for.

        `weights_dtype` is a format that its matrices are brought to as it is loaded (`f16`, `q8_0`, …), `adapters` are folders of LoRA adapters.
        `draft` is `"ngram"` or a smaller model whose guesses are checked `draft_tokens` at a time: faster, and the same text.
        """
        started = time.perf_counter()
        tell = progress or (lambda text: None)
        self.device = device_named(device)
        tell("opening the model")
        self.files: OpenModel = open_model(located(str(model)), "text-generation")
        self.files.weights = self._in_format(weights_dtype)
        self.tokenizer = self.files.tokenizer
        self._adapters = [Adapter.of_folder(folder) for folder in adapters]
        if cache_dtype is None:
            cache_dtype = DType.float32 if self.device.is_cpu() else DType.bfloat16
        self.cache_type = cache_type_of(self.files.config, cache_dtype, device=self.device)
        self.max_length = fitting_length(self.cache_type, self.files.weights, self.files.config.max_length, max_length)  # fmt: skip
        tell("compiling the model")
        self.model = self._loaded(lambda done, count: tell(_compiling(done, count)))
        self._drafter = self._drafter_of(draft, draft_tokens, progress)
        self._pool: PagePool | None = None
        self._lock = Lock()
        self._template: ChatTemplate | None = None
        self._kept: sequences.Sequence | None = None
        self._batcher = Batcher(lambda: self._scheduler(MOST_SEQUENCES), self._lock)
        self.load_seconds = time.perf_counter() - started

    def _in_format(self, format: str | None) -> dict[str, WeightData]:
        """The weights in the format that was asked for, or in one that the device has kernels for."""
        weights = self.files.weights
        if not self.device.is_cpu():
            if format in BLOCK_FORMATS:
                raise ModelError(f"there are no kernels for weights of {format} on GPUs yet; '--dtype bf16' is what they like best")  # fmt: skip
            if format is None and any(
                weight.encoding in BLOCK_FORMATS | gptq.ENCODINGS for weight in weights.values()
            ):
                format = "bf16"
        return weights if format is None else in_format(weights, Format[format.upper()])

    def built(self) -> tuple[Transformer, dict[str, WeightData]]:
        """The modules of the model with their weights, and those by name."""
        model = self.files.architecture.build(self.files.config, self.device)
        weights = dict(self.files.weights)
        for adapter in self._adapters:
            weights |= adapter.add_to(model, self.files)
        model.load_state_dict(weights)
        return model, weights

    def _loaded(self, progress: Callable[[int, int], None]) -> Any:
        from ember.engine import InferenceSession

        model, weights = self.built()

        def graph() -> Graph:
            return step_graph(model, self.cache_type)

        parts = config_parts(self.files.config, self.cache_type, weights)
        parts += [repr(adapter.scale) for adapter in self._adapters]
        is_users = self.files.architecture.is_users
        program = StepProgram(None if is_users else parts, graph, progress)
        devices = [] if self.device.is_cpu() else [self.device.to_device()]
        session, values = InferenceSession(devices), model.state_dict()
        compiled = session.compile(program)
        with passing(values.values()):  # what weights are packed from is not needed again
            return session.init(compiled, values)

    def _drafter_of(
        self,
        draft: str | Path | Pipeline | None,
        length: int,
        progress: Callable[[str], None] | None,
    ) -> Drafter | None:
        if draft is None:
            return None
        if length < 1:
            raise ValueError(f"'draft_tokens' must be at least 1, not {length}")
        if draft == "ngram":
            return PrudentDrafter(RepeatDrafter(length))
        if not isinstance(draft, Pipeline):
            draft = Pipeline(draft, max_length=self.max_length, device=str(self.device), progress=progress)  # fmt: skip
        drafter = ModelDrafter(draft, length)
        drafter.check(self.tokenizer.size)
        return PrudentDrafter(drafter)

    def forget(self) -> None:
        """Drops what the cache has of the last text."""
        with self._lock:
            if self._kept is not None and self._pool is not None:
                self._pool.release(self._kept)
            self._kept = None

    # -- prompts ---------------------------------------------------------------------------------

    def prompt_tokens(self, prompt: Prompt, *, raw: bool = False) -> list[int]:
        """The tokens of a prompt: through the chat template, or as they are (`raw`)."""
        if not isinstance(prompt, str) and not _is_conversation(prompt):
            raise ModelError(f"a prompt is a text or a list of messages, not {_shown(prompt)}")
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

    def sequence(self, tokens: list[int], settings: GenerationSettings) -> sequences.Sequence:
        """A text to be continued, in no batch yet."""
        if not tokens:
            raise ModelError("the prompt is empty")
        vocabulary = self.files.config.vocabulary
        odd = [token for token in tokens if not isinstance(token, Integral) or not 0 <= token < vocabulary]  # fmt: skip
        if odd:
            raise ModelError(f"the prompt has the token {odd[0]!r}; tokens are numbers from 0 to {vocabulary - 1:,}")  # fmt: skip
        if len(tokens) >= self.max_length:
            raise ModelError(
                f"the prompt has {len(tokens):,} tokens, the model takes at most {self.max_length - 1:,}"
            )
        unknown = [token for token in settings.logit_bias if not 0 <= token < vocabulary]  # fmt: skip
        if unknown:
            raise ValueError(f"'logit_bias' names the token {unknown[0]}, which there is not")
        padding = range(self.tokenizer.size, vocabulary)
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
        if isinstance(prompts, str):
            raise ModelError("several prompts are a list; 'generate' takes one")
        return self._together([self.prompt_tokens(p, raw=raw) for p in prompts], settings)

    def generate_tokens(self, tokens: Sequence[int], **settings: Any) -> Generation:
        """What follows a prompt of tokens."""
        return self._together([list(tokens)], settings)[0]

    def generate_token_batch(self, prompts: Sequence[Sequence[int]], **settings: Any) -> list[Generation]:  # fmt: skip
        """What follows several prompts of tokens, generated together."""
        return self._together([list(tokens) for tokens in prompts], settings)

    def _together(self, prompts: list[list[int]], settings: dict[str, Any]) -> list[Generation]:
        chosen = GenerationSettings.of(settings)
        listed = [self.sequence(tokens, chosen) for tokens in prompts]
        if chosen.num_beams > 1:
            with self._lock:
                return [self._searched(sequence) for sequence in listed]
        results: dict[int, Generation] = {}
        with self._lock:
            for _ in self._run(listed, results):
                pass
        return [results[id(sequence)] for sequence in listed]

    def _searched(self, sequence: sequences.Sequence) -> Generation:
        """The text that beams find."""
        started = time.perf_counter()
        self._kept = None
        self._pool = None
        stepper = Stepper(self.model, self.pages(sequence.settings.num_beams))
        best = BeamSearch(stepper, sequence).run()
        ended = time.perf_counter()
        return self._finished(best, (started, started, ended))

    def stream(
        self, prompt: Prompt, *, raw: bool = False, **settings: Any
    ) -> Iterator[str | Generation]:
        """Pieces of text as they come, at last the whole `Generation`."""
        chosen = GenerationSettings.of(settings)
        sequence = self.sequence(self.prompt_tokens(prompt, raw=raw), chosen)
        if chosen.num_beams > 1:
            with self._lock:
                found = self._searched(sequence)
            yield found.text
            yield found
            return
        results: dict[int, Generation] = {}
        with self._lock:
            for _, text in self._run([sequence], results):
                if text:
                    yield text
        yield results[id(sequence)]

    async def agenerate(self, prompt: Prompt, *, raw: bool = False, **settings: Any) -> Generation:
        """`generate` beside other work of an event loop; several at once run together."""
        done: Generation | None = None
        async for piece in self.astream(prompt, raw=raw, **settings):
            done = piece if isinstance(piece, Generation) else done
        assert done is not None
        return done

    async def astream(
        self, prompt: Prompt, *, raw: bool = False, **settings: Any
    ) -> AsyncIterator[str | Generation]:
        """`stream` beside other work of an event loop; several at once run together."""
        chosen = GenerationSettings.of(settings)
        if chosen.num_beams > 1:
            yield await asyncio.to_thread(self.generate, prompt, raw=raw, **settings)
            return
        loop = asyncio.get_running_loop()
        told: asyncio.Queue[str | BaseException | None] = asyncio.Queue()
        sequence = self.sequence(self.prompt_tokens(prompt, raw=raw), chosen)
        request = Request(sequence, lambda item: loop.call_soon_threadsafe(told.put_nowait, item))  # type: ignore[arg-type]
        self._batcher.submit(request)
        try:
            while (piece := await told.get()) is not None:
                if isinstance(piece, BaseException):
                    raise piece
                yield piece
        finally:
            request.is_cancelled = sequence.finish_reason is None
        yield self._finished(sequence, (request.started, request.first, request.ended))

    def _scheduler(self, count: int) -> Scheduler:
        """For so many texts at once, or as many as there is memory for."""
        pool = self.pages(min(count, MOST_SEQUENCES))
        return Scheduler(Stepper(self.model, pool), drafter=self._drafter)

    def _run(
        self, listed: list[sequences.Sequence], results: dict[int, Generation]
    ) -> Iterator[tuple[sequences.Sequence, str]]:
        """Steps until all are finished."""
        started = time.perf_counter()
        first: dict[int, float] = {}
        scheduler = self._scheduler(len(listed))
        is_alone = len(listed) == 1
        if is_alone:
            self._take_kept(listed[0])
        for sequence in listed:
            scheduler.add(sequence)
        try:
            while not scheduler.is_idle:
                for sequence, text in scheduler.step():
                    first.setdefault(id(sequence), time.perf_counter())
                    yield sequence, text
                    if sequence.finish_reason is not None:
                        times = (started, first[id(sequence)], time.perf_counter())
                        results[id(sequence)] = self._finished(sequence, times)
                        scheduler.remove(sequence, keeps_pages=is_alone)
        finally:
            for sequence in listed:
                if id(sequence) not in results:
                    scheduler.remove(sequence, keeps_pages=is_alone)
            if is_alone:
                self._kept = listed[0]

    def pages(self, count: int) -> PagePool:
        """A cache with room for so many sequences, and for what the last one left."""
        each = -(-self.max_length // self.cache_type.page_size)
        if self._pool is None or self._pool.pages < (count + 1) * each:
            wanted = fitting_pages(self.cache_type, (count + 1) * each, each)
            if self._pool is None or self._pool.pages < wanted:
                self._pool = PagePool(self.cache_type, wanted)
                self._kept = None
        if self._kept is not None and self._pool.free < each:
            self._pool.release(self._kept)
            self._kept = None
        return self._pool

    def _take_kept(self, sequence: sequences.Sequence) -> None:
        """What the last text and this one have in common is in the cache already."""
        kept, self._kept = self._kept, None
        if kept is None or self._pool is None:
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
        self._pool.release(kept)

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
            sequence.top_logprobs,
            timings,
        )


def _is_conversation(prompt: Any) -> bool:
    return isinstance(prompt, Sequence) and all(isinstance(part, Mapping) for part in prompt)


def _shown(prompt: Any) -> str:
    """What somebody gave in place of a prompt, as far as one line has room."""
    text = repr(prompt)
    return text if len(text) < 60 else f"{text[:57]}..."


def _compiling(done: int, count: int) -> str:
    """A bar of twenty pieces, and numbers."""
    full = 20 * done // count
    return f"compiling the model {'█' * full}{'░' * (20 - full)} {done} of {count} kernels"
