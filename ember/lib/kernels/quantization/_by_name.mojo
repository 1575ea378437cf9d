"""Encodings by the names that graphs give them."""

from quantization.encodings import Encoding
from quantization.gptq import Groups
from quantization.named import Q4_0, Q4_1, Q4_K, Q5_0, Q5_1, Q5_K, Q6_K, Q8_0


def check_target[target: StaticString, op: StaticString, encoding: StaticString]():
    """Refuses targets that have no kernel."""
    comptime assert target == "cpu", "there is no kernel for '" + op + "' of " + encoding + " on the target " + target


def is_half(name: StaticString) -> Bool:
    """Whether weights are plain numbers of half precision."""
    return name == "f16" or name == "bf16"


def half_type(name: StaticString) -> DType:
    """Their type."""
    return DType.bfloat16 if name == "bf16" else DType.float16


@always_inline
def with_encoding[name: StaticString, work: def[E: Encoding]() raises capturing -> None]() raises:
    """Calls `work` with the encoding of a name."""
    comptime if name == "q4_0":
        work[Q4_0]()
    elif name == "q4_1":
        work[Q4_1]()
    elif name == "q5_0":
        work[Q5_0]()
    elif name == "q5_1":
        work[Q5_1]()
    elif name == "q8_0":
        work[Q8_0]()
    elif name == "q4_k":
        work[Q4_K]()
    elif name == "q5_k":
        work[Q5_K]()
    elif name == "q6_k":
        work[Q6_K]()
    elif name == "gptq_32":
        work[Groups[32]]()
    elif name == "gptq_64":
        work[Groups[64]]()
    else:
        comptime assert name == "gptq_128", "there is no encoding '" + name + "'"
        work[Groups[128]]()
