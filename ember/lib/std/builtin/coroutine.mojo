"""Coroutines: what calls of asynchronous functions give."""

from std.builtin._coroutine import Coroutine, RaisingCoroutine
