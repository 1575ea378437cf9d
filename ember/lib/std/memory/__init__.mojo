"""Memory: pointers, views, owners, raw copies."""

from std.memory.address_space import AddressSpace
from std.memory.alloc import Alignment, Allocation, DeletableAllocation, Layout, ManagedAllocation, ThinAllocation, alloc, dealloc
from std.memory.arc_pointer import Arc, ArcPointer
from std.memory.maybe_uninitialized import MaybeUninit, UnsafeMaybeUninit, UnsafeMaybeUninitialized
from std.memory.memory import memcmp, memcpy, memmove, memset, memset_zero, stack_allocation, uninit_copy_n, uninit_move_n, destroy_n
from std.memory.memory import (
    memcmp as unsafe_memcmp,
    memcpy as unsafe_memcpy,
    memmove as unsafe_memmove,
    memset as unsafe_memset,
    memset_zero as unsafe_memset_zero,
    destroy_n as unsafe_destroy_n,
    uninit_copy_n as unsafe_uninit_copy_n,
    uninit_move_n as unsafe_uninit_move_n,
    stack_allocation as unsafe_stack_allocation,
)
from std.memory.owned_pointer import OwnedPointer
from std.memory.span import AsBytes, ImmSpan, MutSpan, Span
from std.memory.trivial import is_trivially_copyable, is_trivially_deletable, is_trivially_movable
from std.memory.unsafe import bitcast, forget_deinit, pack_bits
from std.memory.pointer import (
    DTypePointer,
    ImmOpaquePointer,
    ImmPointer,
    ImmutOpaquePointer,
    MutOpaquePointer,
    MutPointer,
    OpaquePointer,
    OptionalPointer,
    Pointer,
    Reference,
    UnsafePointer,
)
