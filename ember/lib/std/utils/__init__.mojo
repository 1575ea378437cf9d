"""Variant, IndexList, StaticTuple, Lock."""

from std.utils.index import Index, IndexList, StaticIntTuple, product
from std.utils.static_tuple import StaticTuple
from std.utils.variant import Variant
from std.utils.lock import BlockingScopedLock, BlockingSpinLock, SpinWaiter
from std.collections.string.string_slice import StaticString, StringSlice
from std.format import Writable, Writer, write_sequence_to as write_args
from std.utils.loop import unroll
from std.utils.stringref import StringRef
