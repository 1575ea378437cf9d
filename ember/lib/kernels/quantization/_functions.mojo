"""What Python calls when it reads files (`ember/pipelines/weights/gptq.py`)."""

from quantization.gptq import group_rows


def gptq_rows(
    rows: Span[mut=True, UInt8, _],
    words: Span[UInt32, _],
    zeros: Span[UInt32, _],
    scales: Span[UInt16, _],
    order: Span[Int32, _],
    groups: Span[Int32, _],
    size: Int,
    less: Int,
):
    """Rows of blocks out of what a file has."""
    group_rows(rows, words, zeros, scales, order, groups, size=size, less=less)
