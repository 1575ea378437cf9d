"""Memory of devices: its kinds, how it is cached, asynchronous copies, tiles of tensors (TMA)."""

from std.gpu.memory.cache import (
    CacheEviction,
    CacheOperation,
    Consistency,
    Fill,
    load,
    prefetch_global,
    ReduceOp,
    store,
)
from std.gpu.memory.copy import (
    async_copy,
    async_copy_commit_group,
    async_copy_wait_all,
    async_copy_wait_group,
    cp_async_bulk_global_shared,
    cp_async_bulk_global_shared_cta,
    cp_async_bulk_prefetch,
    cp_async_bulk_shared_cluster_global,
    cp_async_bulk_shared_global,
)
from std.gpu.memory.shared import external_memory
from std.gpu.memory.tensor import (
    cp_async_bulk_tensor_global_shared_cta,
    cp_async_bulk_tensor_reduce,
    cp_async_bulk_tensor_shared_cluster_global,
    cp_async_bulk_tensor_shared_cluster_global_multicast,
    fence_proxy_tensormap_generic_sys_acquire,
    fence_proxy_tensormap_generic_sys_release,
    prefetch_tensor_map,
)
from std.gpu.sync import fence_async_view_proxy, fence_mbarrier_init
from std.memory.address_space import AddressSpace
