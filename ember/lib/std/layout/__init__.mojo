"""Layouts: how coordinates become offsets, and tensors that use them."""

from std.layout.int_tuple import UNKNOWN_VALUE, IntTuple, create_unknown_int_tuple, to_index_list
from std.layout.layout import Layout, LayoutList, composition, print_layout
