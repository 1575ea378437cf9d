"""Encodings by name, as graphs and files call them."""

from quantization.encodings import Blocks
from quantization.k_encodings import KBlocks, Q6K

comptime Q4_0 = Blocks[4, False]
"""4 bits and a scale.

Example:

```mojo
from quantization.named import Q4_0

print(Q4_0.bytes)  # 18
```
"""
comptime Q4_1 = Blocks[4, True]
"""4 bits, a scale and an offset."""
comptime Q5_0 = Blocks[5, False]
"""5 bits and a scale."""
comptime Q5_1 = Blocks[5, True]
"""5 bits, a scale and an offset."""
comptime Q8_0 = Blocks[8, False]
"""8 bits and a scale."""
comptime Q4_K = KBlocks[4]
"""4 bits in blocks of 256."""
comptime Q5_K = KBlocks[5]
"""5 bits in blocks of 256."""
comptime Q6_K = Q6K
"""6 bits in blocks of 256."""
