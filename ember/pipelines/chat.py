"""Chat templates: messages as the text that a model was trained on, by the template in its file.

Templates come with models and are not trusted: they run in Jinja2's sandbox.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from ember.pipelines.config import ModelError
from ember.pipelines.tokenizers import Tokenizer

Message = Mapping[str, Any]

_MOST_CHARACTERS = 4_000_000


class ChatTemplate:
    """A model's template, ready to use."""

    def __init__(self, source: str, tokenizer: Tokenizer) -> None:
        try:
            from jinja2 import TemplateError, TemplateSyntaxError
            from jinja2.ext import loopcontrols
            from jinja2.sandbox import ImmutableSandboxedEnvironment
        except ImportError:
            raise ModelError("chat templates need Jinja2: pip install '.[llm]' in a checkout, or use --raw") from None  # fmt: skip
        environment = ImmutableSandboxedEnvironment(
            trim_blocks=True, lstrip_blocks=True, extensions=[loopcontrols]
        )
        environment.filters["tojson"] = _to_json
        environment.globals["raise_exception"] = _refuse
        environment.globals["strftime_now"] = lambda form: datetime.now().strftime(form)
        self._errors: type[Exception] = TemplateError
        self._tokenizer = tokenizer
        try:
            self._template = environment.from_string(source)
        except TemplateSyntaxError as problem:
            raise ModelError(f"the chat template, line {problem.lineno}: {problem.message}") from None  # fmt: skip

    def render(
        self, messages: Sequence[Message], *, add_generation_prompt: bool = True, **variables: Any
    ) -> str:
        """The text of a conversation; what users wrote is kept from being read as special tokens."""
        if not messages:
            raise ModelError("a conversation has at least one message")
        guarded = [self._guarded(message) for message in messages]
        try:
            text: str = self._template.render(
                messages=guarded,
                add_generation_prompt=add_generation_prompt,
                bos_token=self._special(self._tokenizer.bos),
                eos_token=self._special(self._tokenizer.eos),
                **variables,
            )
        except (self._errors, TypeError, ValueError, ArithmeticError, RecursionError) as problem:
            raise ModelError(f"the chat template does not take these messages: {problem}") from None
        if len(text) > _MOST_CHARACTERS:
            raise ModelError(f"the chat template made {len(text):,} characters of the messages")
        return text

    def _guarded(self, message: Message) -> dict[str, Any]:
        content = message.get("content", "")
        if isinstance(content, list):
            content = "".join(part.get("text", "") for part in content)
        if not isinstance(content, str | None):
            raise ModelError(f"the content of a message is a text, not {type(content).__name__}")
        return {**message, "content": self._tokenizer.guarded(content or "")}

    def _special(self, token: int | None) -> str:
        return "" if token is None else self._tokenizer.text_of(token)


def _to_json(value: Any, indent: int | None = None, **options: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=indent)


def _refuse(message: str) -> None:
    raise ModelError(message)
