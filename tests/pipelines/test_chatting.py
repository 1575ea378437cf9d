"""`ember chat`: what the conversation is after interrupts and commands, without a model."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from ember.pipelines.commands.chatting import Chat
from ember.pipelines.config import ModelError


class Speaker:
    """In place of a model: says the same each time, or ends otherwise."""

    def __init__(self) -> None:
        self.end: BaseException | None = None
        self.heard: list[Any] = []

    def stream(self, messages: list[dict[str, str]], **settings: Any) -> Iterator[str]:
        self.heard = list(messages)
        yield "so "
        if self.end is not None:
            raise self.end
        yield "be it"


def test_what_came_before_an_interrupt_stays(capsys: pytest.CaptureFixture[str]) -> None:
    speaker = Speaker()
    chat = Chat(speaker, "be brief", {})  # type: ignore[arg-type]
    speaker.end = KeyboardInterrupt()
    chat.answer("one")
    speaker.end = None
    chat.answer("two")
    assert [m["role"] for m in speaker.heard] == ["system", "user", "assistant", "user"]
    assert [m["content"] for m in chat.messages] == ["be brief", "one", "so ", "two", "so be it"]
    assert capsys.readouterr().out == "so  …\nso be it\n"


def test_what_a_model_refuses_is_not_part_of_it(capsys: pytest.CaptureFixture[str]) -> None:
    speaker = Speaker()
    chat = Chat(speaker, None, {})  # type: ignore[arg-type]
    speaker.end = ModelError("too long")
    chat.answer("one")
    assert chat.messages == []
    assert "ember: too long" in capsys.readouterr().out


def test_commands(capsys: pytest.CaptureFixture[str]) -> None:
    chat = Chat(Speaker(), "be brief", {})  # type: ignore[arg-type]
    chat.answer("one")
    chat.answer("two")
    assert chat.command("/undo") and len(chat.messages) == 3
    assert chat.command("/clear") and len(chat.messages) == 1
    assert chat.command("/system be long") and chat.messages[0]["content"] == "be long"
    assert chat.command("/stats") and chat.command("/help") and chat.command("/what")
    told = capsys.readouterr().out
    assert "there was no answer yet" in told and "/undo" in told and "there is no '/what'" in told
    assert not chat.command("/quit")
