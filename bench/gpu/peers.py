"""The same kernels in Triton."""

from __future__ import annotations

import triton
import triton.language as tl


def grid(n: int, block: int) -> tuple[int]:
    return ((n + block - 1) // block,)


@triton.jit
def add(a, b, c, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    tl.store(
        c + offsets, tl.load(a + offsets, mask=mask) + tl.load(b + offsets, mask=mask), mask=mask
    )


@triton.jit
def grayscale(image, gray, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    red = tl.load(image + offsets, mask=mask)
    green = tl.load(image + offsets + n, mask=mask)
    blue = tl.load(image + offsets + 2 * n, mask=mask)
    tl.store(gray + offsets, red * 0.2989 + green * 0.587 + blue * 0.114, mask=mask)


@triton.jit
def softmax(x, y, N: tl.constexpr):
    offsets = tl.program_id(0) * N + tl.arange(0, N)
    row = tl.load(x + offsets).to(tl.float32)
    power = tl.exp(row - tl.max(row, 0))
    tl.store(y + offsets, (power / tl.sum(power, 0)).to(tl.bfloat16))


@triton.jit
def rms_norm(x, w, y, N: tl.constexpr):
    columns = tl.arange(0, N)
    offsets = tl.program_id(0) * N + columns
    row = tl.load(x + offsets).to(tl.float32)
    scale = tl.rsqrt(tl.sum(row * row, 0) / N + 1e-5)
    tl.store(y + offsets, (row * scale * tl.load(w + columns).to(tl.float32)).to(tl.bfloat16))
