"""Numbers with names."""

comptime pi = 3.1415926535897932384626433832795028841971693993751058209749445923
"""The circumference of a circle divided by its diameter.

Example:

```mojo
from std.math import e, pi, tau

print(Float32(pi), Float32(e), tau == 2 * pi)  # 3.1415927 2.7182817 True
```
"""
comptime e = 2.7182818284590452353602874713526624977572470936999595749669676277
"""The base of the natural logarithm."""
comptime tau = 2 * pi
"""The circumference of a circle divided by its radius."""
comptime log2e = 1.442695040888963407359924681001892137426646
"""The logarithm of e to base 2."""
