"""Numbers that are the same for all devices of a kind."""

from std.sys.info import is_amd_gpu

comptime WARP_SIZE = _warp_size()
"""The threads that execute an instruction together.

Example:

```mojo
from std.gpu import WARP_SIZE

print(WARP_SIZE)  # 32
```
"""

comptime WARPGROUP_SIZE = 128
"""The threads that execute a `wgmma` together: four warps."""

comptime MAX_THREADS_PER_BLOCK_METADATA = "nvvm.maxntid"
"""The name under which a kernel says how many threads its blocks have."""


def _warp_size() -> Int:
    return 64 if is_amd_gpu() else 32
