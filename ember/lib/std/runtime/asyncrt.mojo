"""The tasks of 2025."""

from std.gpu.host.device_context_ptr import DeviceContextPtr
from std.runtime._asyncrt import (
    RaisingTask,
    Task,
    TaskGroup,
    create_raising_task,
    create_task,
    initialize_runtime,
    parallelism_level,
    run,
)
