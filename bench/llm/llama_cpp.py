"""llama.cpp, through the package `xllamacpp`: answers requests of `peer.py`, one JSON object per line in and out.

`python llama_cpp.py MODEL THREADS CACHE SEQUENCES`. Requests, by what they have:
- `prompt` (tokens) and `count`: `tokens`, and with `banned` (tokens that may not follow, as ends) for each token how much likelier it was than the next best;
- `each` (lists of tokens) and `count`: all at once;
- `scored` (tokens) and `start`: the logarithm of the probability of each token from `start` on, after those before it;
- `next` (tokens) and `most`: the logarithms of the probabilities of the likeliest next tokens.
"""

from __future__ import annotations

import json
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Any

FORCED = 1e6


class LlamaCpp:
    """The server, without its network."""

    def __init__(self, model: str, threads: int, cache: str, sequences: int) -> None:
        import xllamacpp as llama

        params = llama.CommonParams()
        params.model.path = model
        params.cpuparams.n_threads = params.cpuparams_batch.n_threads = threads
        params.n_ctx, params.n_parallel, params.n_gpu_layers = 2048 * sequences, sequences, 0
        if cache == "f32":
            params.cache_type_k = params.cache_type_v = llama.ggml_type.GGML_TYPE_F32
        params.sampling.temp = 0.0
        self._server = llama.Server(params)

    def _complete(self, prompt: list[int], count: int, **more: Any) -> Any:
        asked = {"prompt": prompt, "max_tokens": count, "temperature": 0.0, "cache_prompt": False, "ignore_eos": True, **more}  # fmt: skip
        return self._server.handle_completions(asked)

    def _listed(self, reply: Any) -> list[Any]:
        return (reply["choices"][0].get("logprobs") or {}).get("content", [])

    def generate(self, prompt: list[int], count: int, banned: list[int] | None = None) -> dict[str, Any]:  # fmt: skip
        told = 0 if banned is None else 2 + len(banned)
        reply = self._complete(prompt, count, n_probs=told, logprobs=told)
        listed = self._listed(reply)
        return {
            "tokens": [p["id"] for p in listed],
            "margins": [self._margin(p, banned) for p in listed if banned is not None],
        }

    def _margin(self, told: Any, banned: list[int]) -> float:
        """Probabilities that are told do not know of what is banned."""
        others = [p["logprob"] for p in told["top_logprobs"] if p["id"] not in (told["id"], *banned)]  # fmt: skip
        return told["logprob"] - max(others)

    def batch(self, prompts: list[list[int]], count: int) -> dict[str, Any]:
        with ThreadPoolExecutor(len(prompts)) as pool:
            list(pool.map(lambda prompt: self._complete(prompt, count), prompts))
        return {}

    def scored(self, tokens: list[int], start: int) -> dict[str, Any]:
        """Each token is forced by a bias, which the probabilities that are told do not know of."""
        found = []
        for place in range(start, len(tokens)):
            bias = [[tokens[place], FORCED]]
            reply = self._complete(tokens[:place], 1, cache_prompt=True, logit_bias=bias, n_probs=1, logprobs=1)  # fmt: skip
            (told,) = self._listed(reply)
            assert told["id"] == tokens[place], (told["id"], tokens[place])
            found.append(told["logprob"])
        return {"logprobs": found}

    def next(self, tokens: list[int], most: int) -> dict[str, Any]:
        reply = self._complete(tokens, 1, n_probs=most, logprobs=most)
        tops = self._listed(reply)[0]["top_logprobs"]
        return {"tokens": [p["id"] for p in tops], "logprobs": [p["logprob"] for p in tops]}

    def answer(self, request: dict[str, Any]) -> dict[str, Any]:
        if "scored" in request:
            return self.scored(request["scored"], request["start"])
        if "next" in request:
            return self.next(request["next"], request["most"])
        if "each" in request:
            return self.batch(request["each"], request["count"])
        return self.generate(**request)


def main() -> None:
    out = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    peer = LlamaCpp(sys.argv[1], int(sys.argv[2]), sys.argv[3], int(sys.argv[4]))
    print("ready", file=out, flush=True)
    for line in sys.stdin:
        print(json.dumps(peer.answer(json.loads(line))), file=out, flush=True)


if __name__ == "__main__":
    main()
