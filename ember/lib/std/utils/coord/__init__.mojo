"""Coord: coordinates and shapes whose integers are known at compile time or at run time, each for itself."""

from std.utils.coord._indices import *
from std.utils.coord._scalars import *
from std.utils.index import IndexList


trait CoordLike(Deinitable):
    """What a coordinate is made of: an integer known at compile time, a scalar, or a coordinate.

    Example:

    ```mojo
    from std.utils.coord import Coord, CoordLike, Idx

    def total[C: CoordLike](c: C) -> Int:
        return c.product()

    print(total(Coord(3, Idx[4])), total(Idx[5]))  # 12 5
    ```
    """

    comptime is_tuple: Bool
    """Whether it has elements."""
    comptime is_static_value: Bool
    """Whether it is an integer known at compile time."""
    comptime static_value: Int
    """The integer; -1 where it is known only at run time."""
    comptime flat_rank: Int
    """How many integers there are at any depth."""
    comptime static_product: Int
    """The product of all `static_value`s."""
    comptime all_dims_known: Bool
    """Whether all integers are known at compile time."""
    comptime _Leaf[i: Int]: AnyType
    comptime _Dynamic[dtype: DType]: AnyType

    def value(self) -> Int:
        """The integer."""
        ...

    def product(self) -> Int:
        """The product of all integers."""
        ...

    def _leaf[i: Int](self) -> Self._Leaf[i]:
        """The integer with a number, from left to right."""
        ...

    def _write[W: Writer](self, mut writer: W):
        """Writes the integers with their nesting."""
        ...


struct ComptimeInt[val: Int](CoordLike, Defaultable, Intable, TrivialRegisterPassable, Writable):
    """An integer known at compile time; it takes no room.

    Example:

    ```mojo
    from std.utils.coord import ComptimeInt

    print(ComptimeInt[8]().value())  # 8
    ```
    """

    comptime is_tuple = False
    """It has no elements."""
    comptime is_static_value = True
    """It is known."""
    comptime static_value = Self.val
    """The integer."""
    comptime flat_rank = 1
    """One integer."""
    comptime static_product = Self.val
    """The integer."""
    comptime all_dims_known = True
    """It is known."""
    comptime _Leaf[i: Int] = Self
    comptime _Dynamic[dtype: DType] = Scalar[dtype]

    @always_inline
    def __init__(out self):
        """The integer."""
        pass

    @always_inline
    def value(self) -> Int:
        """The integer."""
        return Self.val

    @always_inline
    def __int__(self) -> Int:
        """The integer."""
        return Self.val

    @always_inline
    def product(self) -> Int:
        """The integer."""
        return Self.val

    @always_inline
    def _leaf[i: Int](self) -> Self:
        return self

    def _write[W: Writer](self, mut writer: W):
        writer.write(Self.val)

    def write_to(self, mut writer: Some[Writer]):
        """Writes the integer."""
        writer.write(Self.val)


comptime Idx[val: Int] = ComptimeInt[val]()
"""An integer known at compile time, as a value.

Example:

```mojo
from std.utils.coord import Coord, Idx

print(Coord(Idx[4], 3))  # (4, 3)
```
"""


struct _AtRunTime[dtype: DType]:
    """What elements become that are known only at run time."""

    comptime of[T: AnyType] = T._Dynamic[Self.dtype]


struct Coord[*element_types: CoordLike](CoordLike, DevicePassable, Sized, TrivialRegisterPassable, Writable):
    """Integers or coordinates; what is known at compile time takes no room and folds away.

    Example:

    ```mojo
    from std.utils.coord import Coord, Idx, coord

    var rows = 3
    var shape = Coord(rows, Idx[8])
    print(shape, shape[1].value(), shape.product(), shape.all_dims_known)  # (3, 8) 8 24 False
    print(coord[4, 8].static_product, coord[2, 3].reverse())  # 32 (3, 2)
    ```

    ```mojo
    from std.utils.coord import Coord, Idx

    var nested = Coord(Coord(Idx[6], Idx[8]), Coord(Idx[2], 5))
    print(nested, nested.rank, nested.flat_rank, nested.is_flat)  # ((6, 8), (2, 5)) 2 4 False
    print(nested.flatten(), nested.sum(), len(nested))  # (6, 8, 2, 5) 21 2
    print(nested.concat(Coord(7)), nested.make_dynamic[DType.int32]())  # ((6, 8), (2, 5), 7) ((6, 8), (2, 5))
    print(Coord(1, 2) == Coord(Idx[1], 2), nested != nested)  # True False
    ```
    """

    comptime rank = Self.element_types.__len__()
    """How many elements there are."""
    comptime is_tuple = True
    """It has elements."""
    comptime is_static_value = False
    """It is no integer."""
    comptime static_value = -1
    """It is no integer."""
    comptime flat_rank = _total_rank[*Self.element_types]()
    """How many integers there are at any depth."""
    comptime is_flat = Self.rank == Self.flat_rank
    """Whether all elements are integers."""
    comptime static_product = _static_product[*Self.element_types]()
    """The product of the integers, with -1 for each that is known only at run time."""
    comptime all_dims_known = _all_known[*Self.element_types]()
    """Whether all integers are known at compile time."""
    comptime _element[i: Int] = _element_of[i, *Self.element_types]()
    comptime _place[i: Int] = _place_in[i, *Self.element_types]()
    comptime _Leaf[i: Int] = Self.element_types[Self._element[i]]._Leaf[Self._place[i]]
    comptime Flat = Coord[*__pack_tabulate[Self.flat_rank, Self._Leaf]]
    """The type of `flatten()`."""
    comptime _Dynamic[dtype: DType] = Coord[*__pack_map[Self.element_types, _AtRunTime[dtype].of]]
    comptime device_type = Self
    """A kernel gets a copy."""

    comptime _Storage = __mlir_type[`!kgen.pack<`, Self.element_types, `>`]

    var _storage: Self._Storage

    @always_inline
    def __init__(out self):
        """What is known at compile time; the rest is 0."""
        self._storage = __mlir_op.`kgen.undefined`[_type = Self._Storage]()
        comptime for i in range(Self.rank):
            self._set[i](Self.element_types[i]())

    @always_inline
    def __init__(out self, *values: *Self.element_types):
        """The given elements."""
        self._storage = __mlir_op.`kgen.undefined`[_type = Self._Storage]()
        comptime for i in range(Self.rank):
            self._set[i](values[i])

    @always_inline
    @implicit
    def __init__(out self, values: Tuple[*Self.element_types]):
        """The elements of a tuple."""
        self._storage = __mlir_op.`kgen.undefined`[_type = Self._Storage]()
        comptime for i in range(Self.rank):
            self._set[i](values[i])

    @always_inline
    @implicit
    def __init__[
        size: Int, dtype: DType, //
    ](out self: Coord[*__pack_splat[size, Scalar[dtype]]], values: IndexList[size, element_type=dtype]):
        """The integers of an index."""
        self._storage = __mlir_op.`kgen.undefined`[_type = Self._Storage]()
        comptime for i in range(size):
            self._set[i](Scalar[dtype](values[i]))

    @always_inline
    def _set[i: Int](mut self, value: Self.element_types[i]):
        __get_address_as_uninit_lvalue[Self.element_types[i]](__address_of(__pack_element[i](self._storage))) = value

    @staticmethod
    @always_inline
    def __len__() -> Int:
        """How many elements there are."""
        return Self.rank

    @always_inline
    def __getitem__[i: Int](self) -> Self.element_types[i]:
        """The element at a position known at compile time."""
        return __pack_element[i](self._storage)

    @always_inline
    def value(self) -> Int:
        """The first integer."""
        return self._leaf[0]().value()

    @always_inline
    def _leaf[i: Int](self) -> Self._Leaf[i]:
        comptime element = Self._element[i]
        comptime place = Self._place[i]
        return self[element]._leaf[place]()

    @always_inline
    def product(self) -> Int:
        """The product of all integers."""
        var result = 1
        comptime for i in range(Self.rank):
            result *= self[i].product()
        return result

    @always_inline
    def sum(self) -> Int:
        """The sum of all integers."""
        var result = 0
        comptime for i in range(Self.flat_rank):
            result += self._leaf[i]().value()
        return result

    @always_inline
    def flatten(self) -> Self.Flat:
        """All integers in a row."""
        var result = Self.Flat()
        comptime for i in range(Self.flat_rank):
            result._set[i](self._leaf[i]())
        return result

    @always_inline
    def reverse(self) -> Coord[*__pack_reversed[Self.element_types]]:
        """The elements in opposite order."""
        var result = Coord[*__pack_reversed[Self.element_types]]()
        comptime for i in range(Self.rank):
            result._set[i](self[Self.rank - 1 - i])
        return result

    @always_inline
    def concat[*others: CoordLike](self, other: Coord[*others]) -> Coord[*Self.element_types, *others]:
        """The elements of both."""
        var result = Coord[*Self.element_types, *others]()
        comptime for i in range(Self.rank):
            result._set[i](self[i])
        comptime for i in range(others.__len__()):
            result._set[Self.rank + i](other[i])
        return result

    @always_inline
    def make_dynamic[dtype: DType](self) -> Self._Dynamic[dtype]:
        """The same integers, all known only at run time."""
        var result = Self._Dynamic[dtype]()
        comptime for i in range(Self.rank):
            comptime if Self.element_types[i].is_tuple:
                result._set[i](self[i].make_dynamic[dtype]())
            else:
                result._set[i](Scalar[dtype](self[i].value()))
        return result

    @always_inline
    def __eq__[*others: CoordLike](self, other: Coord[*others]) -> Bool:
        """Whether the integers are the same."""
        comptime if Self.flat_rank != other.flat_rank:
            return False
        var result = True
        comptime for i in range(Self.flat_rank):
            result = result and self._leaf[i]().value() == other._leaf[i]().value()
        return result

    @always_inline
    def __ne__[*others: CoordLike](self, other: Coord[*others]) -> Bool:
        """Whether an integer differs."""
        return not (self == other)

    def _write[W: Writer](self, mut writer: W):
        writer.write("(")
        comptime for i in range(Self.rank):
            comptime if i > 0:
                writer.write(", ")
            self[i]._write(writer)
        writer.write(")")

    def write_to(self, mut writer: Some[Writer]):
        """Writes `(2, (3, 4))`."""
        self._write(writer)

    def _to_device_type(self, target: UnsafePointer[NoneType, MutAnyOrigin]):
        target.bitcast[Self]()[] = self


def _total_rank[*Ts: CoordLike]() -> Int:
    var total = 0
    comptime for i in range(Ts.__len__()):
        total += Ts[i].flat_rank
    return total


def _static_product[*Ts: CoordLike]() -> Int:
    var product = 1
    comptime for i in range(Ts.__len__()):
        product *= Ts[i].static_product
    return product


def _all_known[*Ts: CoordLike]() -> Bool:
    comptime for i in range(Ts.__len__()):
        comptime if not Ts[i].all_dims_known:
            return False
    return True


def _element_of[leaf: Int, *Ts: CoordLike]() -> Int:
    # The element that holds an integer counted from the left.
    var rest = leaf
    comptime for i in range(Ts.__len__()):
        if rest < Ts[i].flat_rank:
            return i
        rest -= Ts[i].flat_rank
    return 0


def _place_in[leaf: Int, *Ts: CoordLike]() -> Int:
    # The number of an integer within its element.
    var rest = leaf
    comptime for i in range(Ts.__len__()):
        if rest < Ts[i].flat_rank:
            return rest
        rest -= Ts[i].flat_rank
    return 0


comptime _StaticElements[*values: Int] = Coord[*__pack_map[values, ComptimeInt]]

comptime coord[*values: Int] = _StaticElements[*values]()
"""A coordinate known at compile time.

Example:

```mojo
from std.utils.coord import coord

print(coord[4, 8], coord[4, 8].product())  # (4, 8) 32
```
"""


@always_inline
def dyn_coord[dtype: DType, *Ts: CoordLike](values: Tuple[*Ts]) -> Coord[*Ts]._Dynamic[dtype]:
    """A coordinate of integers known at run time, all of one type.

    Example:

    ```mojo
    from std.utils.coord import dyn_coord

    print(dyn_coord[DType.int32]((3, 4)))  # (3, 4)
    ```
    """
    return Coord(values).make_dynamic[dtype]()


@always_inline
def coord_to_index_list[*Ts: CoordLike](value: Coord[*Ts]) -> IndexList[Coord[*Ts].flat_rank]:
    """The integers of a coordinate.

    Example:

    ```mojo
    from std.utils.coord import Coord, Idx, coord_to_index_list

    print(coord_to_index_list(Coord(3, Idx[4])))  # (3, 4)
    ```
    """
    var result = IndexList[Coord[*Ts].flat_rank]()
    comptime for i in range(Coord[*Ts].flat_rank):
        result[i] = value._leaf[i]().value()
    return result


@always_inline
def crd2idx[
    Index: CoordLike, Shape: CoordLike, Stride: CoordLike, //, out_type: DType = DType.int64
](crd: Index, shape: Shape, stride: Stride) -> Scalar[out_type]:
    """The offset of a coordinate; an integer counts the places of a nested shape from the left.

    Example:

    ```mojo
    from std.utils.coord import Coord, crd2idx

    print(crd2idx(Coord(1, 2), Coord(3, 4), Coord(4, 1)))  # 6
    ```
    """
    var offset = Scalar[out_type](0)
    comptime if Index.is_tuple:
        comptime for i in range(Index.rank):
            offset += crd2idx[out_type](crd[i], shape[i], stride[i])
    elif Shape.is_tuple:
        var rest = crd.value()
        comptime for i in range(Shape.rank):
            comptime if i == Shape.rank - 1:
                offset += crd2idx[out_type](rest, shape[i], stride[i])
            else:
                offset += crd2idx[out_type](rest % shape[i].product(), shape[i], stride[i])
                rest //= shape[i].product()
    else:
        offset = Scalar[out_type](crd.value() * stride.value())
    return offset


@always_inline
def idx2crd[
    Index: CoordLike, Shape: CoordLike, Stride: CoordLike, //, out_dtype: DType = DType.int64
](idx: Index, shape: Shape, stride: Stride) -> Shape._Dynamic[out_dtype]:
    """The coordinate that has an offset, in a layout without overlaps.

    Example:

    ```mojo
    from std.utils.coord import Coord, idx2crd

    print(idx2crd(7, Coord(3, 4), Coord(4, 1)))  # (1, 3)
    ```
    """
    comptime if Shape.is_tuple:
        var result = Shape._Dynamic[out_dtype]()
        comptime for i in range(Shape.rank):
            result._set[i](idx2crd[out_dtype](idx, shape[i], stride[i]))
        return result
    else:
        return Scalar[out_dtype](idx.value() // stride.value() % shape.value())
