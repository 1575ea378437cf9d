"""llama.cpp, through the package `xllamacpp`: answers requests of `decode.py`, one JSON object per line in and out.

A request has `prompt` (tokens), `count` and `threads`; the answer `tokens`, `prompt_per_s`, `per_s` and, for each token, how much likelier it was than the next best.
"""

from __future__ import annotations

import json
import os
import sys


def main() -> None:
    out = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    import xllamacpp as llama

    params = llama.CommonParams()
    params.model.path = sys.argv[1]
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = int(sys.argv[2])
    params.n_ctx, params.n_parallel, params.n_gpu_layers = 2048, 1, 0
    if sys.argv[3] == "f32":
        params.cache_type_k = params.cache_type_v = llama.ggml_type.GGML_TYPE_F32
    params.sampling.temp = 0.0
    server = llama.Server(params)
    print("ready", file=out, flush=True)
    for line in sys.stdin:
        request = json.loads(line)
        asked = {
            "prompt": request["prompt"], "max_tokens": request["count"], "temperature": 0.0, "cache_prompt": False, "logprobs": request.get("n_probs", 0),
            "n_probs": request.get("n_probs", 0), "ignore_eos": True,
        }  # fmt: skip
        reply = server.handle_completions(asked)
        times = reply["timings"]
        listed = (reply["choices"][0].get("logprobs") or {}).get("content", [])
        margins = [
            p["top_logprobs"][0]["logprob"] - p["top_logprobs"][1]["logprob"] for p in listed
        ]
        tokens = [p["id"] for p in listed]
        answer = {"tokens": tokens, "prompt_per_s": times["prompt_per_second"], "per_s": times["predicted_per_second"], "margins": margins}  # fmt: skip
        print(json.dumps(answer), file=out, flush=True)


if __name__ == "__main__":
    main()
