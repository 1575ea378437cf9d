"""Containers."""

from std.collections.check_bounds import check_bounds, check_slice_bounds
from std.collections.counter import Counter
from std.collections.deque import Deque
from std.collections.dict import Dict, DictEntry, OwnedKwargsDict, StringDict
from std.collections.inline_array import Array, InlineArray
from std.collections.interval import Interval, IntervalTree
from std.collections.linked_list import LinkedList
from std.collections.list import List
from std.collections.optional import Optional, OptionalReg
from std.collections.set import Set
from std.collections.type_dict import TypeDict
from std.memory.span import ImmSpan, MutSpan, Span
from std.collections.string import String, StringSlice, StaticString, Codepoint
from std.collections.binary_heap import BinaryHeap
from std.collections.bitset import BitSet
from std.collections.inline_list import InlineList
from std.builtin.anytype import KeyElement
from std.builtin.anytype import CollectionElement

comptime OrderedDict = Dict
"""A dictionary that keeps the order of its keys: every `Dict` does.

Example:

```mojo
from std.collections import OrderedDict

var ages: OrderedDict[String, Int] = {"Ada": 36, "Alan": 41}
print(ages["Alan"])  # 41
```
"""
comptime InlinedFixedVector = List
"""An older name of `List`."""
comptime DynamicVector = List
"""An older name of `List`."""
