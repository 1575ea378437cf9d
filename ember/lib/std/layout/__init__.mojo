"""Layouts: how coordinates become offsets, and tensors that use them."""

from std.layout.int_tuple import UNKNOWN_VALUE, IntTuple, create_unknown_int_tuple, to_index_list
from std.layout.layout import Layout, LayoutList, composition, print_layout
from std.layout.runtime_layout import RuntimeLayout
from std.layout.runtime_tuple import RuntimeTuple
from std.layout.swizzle import Swizzle, make_swizzle
from std.layout.layout_tensor import LayoutTensor, stack_allocation_like
from std.layout.tensor_iterator import LayoutTensorIter
from std.layout.tensor_storage import PointerStorage
from std.layout.tile_layout import ColMajorLayout, MixedLayout, RowMajorLayout, TensorLayout, col_major, row_major
from std.layout.tile_tensor import All, TileTensor, lt_to_tt, stack_allocation
from std.utils.coord import *
