"""Every name that is visible without an import; both eras' names."""

from std.builtin.anytype import (
    AnyTrivialRegType,
    AnyType,
    BoolableCollectionElement,
    CollectionElement,
    ComparableCollectionElement,
    Copyable,
    Defaultable,
    Deinitable,
    EqualityComparableCollectionElement,
    ExplicitlyCopyable,
    ImplicitlyCopyable,
    ImplicitlyDeletable,
    ImplicitlyDestructible,
    KeyElement,
    Movable,
    RegisterPassable,
    RepresentableCollectionElement,
    StringableCollectionElement,
    TrivialRegisterPassable,
    UnknownDestructibility,
)
from std.builtin.value import (
    Absable,
    Boolable,
    CeilDivable,
    Ceilable,
    CheckedIterator,
    Comparable,
    DevicePassable,
    DivModable,
    EqualityComparable,
    Equatable,
    Floatable,
    FloatableRaising,
    Floorable,
    GreaterThanComparable,
    Hashable,
    Identifiable,
    ImplicitlyBoolable,
    ImplicitlyIntable,
    Indexer,
    Intable,
    IntableRaising,
    Iterable,
    IterableOwned,
    Iterator,
    LessThanComparable,
    Powable,
    Representable,
    Roundable,
    Sized,
    SizedRaising,
    Stringable,
    StringableRaising,
    Truncable,
    deinit,
)
from std.builtin.origin import (
    ImmAnyOrigin,
    ImmExternalOrigin,
    ImmOrigin,
    ImmStaticOrigin,
    ImmUnsafeAnyOrigin,
    ImmUntrackedOrigin,
    ImmutAnyOrigin,
    ImmutExternalOrigin,
    ImmutOrigin,
    ImmutableAnyOrigin,
    ImmutableOrigin,
    MutAnyOrigin,
    MutExternalOrigin,
    MutOrigin,
    MutUnsafeAnyOrigin,
    MutUntrackedOrigin,
    MutableAnyOrigin,
    MutableOrigin,
    Origin,
    OriginSet,
    StaticConstantOrigin,
)
from std.builtin.bool import Bool, all, any
from std.builtin.dtype import DType
from std.builtin.simd import (
    BFloat16,
    Byte,
    Float16,
    Float32,
    Float4_e2m1fn,
    Float64,
    Float8_e3m4,
    Float8_e4m3fn,
    Float8_e4m3fnuz,
    Float8_e5m2,
    Float8_e5m2fnuz,
    Float8_e8m0fnu,
    Int,
    Int128,
    Int16,
    Int256,
    Int32,
    Int64,
    Int8,
    SIMD,
    Scalar,
    UInt,
    UInt128,
    UInt16,
    UInt256,
    UInt32,
    UInt64,
    UInt8,
)
from std.builtin.simd_length import SIMDLength
from std.builtin.builtin_slice import ContiguousSlice, Slice, StridedSlice, slice
from std.builtin.constrained import constrained
from std.builtin.debug_assert import debug_assert
from std.builtin.error import Error
from std.builtin.float_literal import FloatLiteral
from std.builtin.format_int import bin, hex, oct
from std.builtin.hash import hash
from std.builtin.identifiable import id
from std.builtin.int_literal import IntLiteral
from std.builtin.len import len
from std.builtin.math import abs, divmod, index, max, min, pow, round, sum
from std.builtin.none import EllipsisType, Never, NoneType, StopIteration
from std.builtin._coroutine import Coroutine, RaisingCoroutine
from std.builtin.range import range
from std.builtin.rebind import rebind_var, trait_downcast
from std.builtin.repr import repr
from std.builtin.reversed import ReversibleRange, reversed
from std.builtin.sort import partition, sort, sorted
from std.builtin.string_literal import StringLiteral
from std.builtin.swap import swap
from std.builtin.breakpoint import breakpoint
from std.builtin.tuple import Tuple
from std.builtin.variadics import (
    ParameterList,
    TypeList,
    OwnedVariadicList,
    OwnedVariadicPack,
    VariadicList,
    VariadicListMem,
    VariadicPack,
)
from std.collections.dict import Dict, OwnedKwargsDict
from std.collections.inline_array import Array, InlineArray
from std.collections.list import List
from std.collections.optional import Optional, OptionalReg
from std.collections.set import Set
from std.collections.string.codepoint import Codepoint
from std.collections.string.conversion import ascii, atof, atol, bool, chr, float, int, ord, str
from std.collections.string.string import String
from std.format.tstring import TString
from std.collections.string.string_slice import ImmStringSlice, ImmStringSpan, StaticString, StringSlice, StringSpan
from std.format import Formattable, Formatter, Writable, Writer
from std.hashlib.hasher import Hasher
from std.io.file import FileHandle, open
from std.io.io import input, print
from std.iter import enumerate, filter, iter, map, next, zip
from std.memory.address_space import AddressSpace
from std.memory.alloc import alloc
from std.memory.pointer import ImmOpaquePointer, MutOpaquePointer, OpaquePointer, Pointer, UnsafePointer
from std.memory.span import ImmSpan, MutSpan, Span
from std.reflection.reflect import reflect
