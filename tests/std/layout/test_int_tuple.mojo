"""IntTuple: nesting, elements, arithmetic, text."""

from std.testing import TestSuite, assert_equal, assert_false, assert_true
from std.utils.index import IndexList
from layout import UNKNOWN_VALUE, IntTuple, Layout, RuntimeTuple, runtime_tuple, to_index_list
from layout.layout import MakeTileLayoutList, downcast, expand_strides, hierarchical_unzip, right_inverse
from layout.int_tuple import (
    abs,
    apply,
    apply_predicate,
    apply_zip,
    compact_order,
    compatible,
    congruent,
    crd2idx,
    create_unknown_int_tuple,
    depth,
    fill_like,
    flatten,
    idx2crd,
    idx2crd2,
    inner_product,
    mul,
    prefix_product,
    product,
    product_each,
    propagate_unknown,
    reduce,
    reverse,
    shallow_apply,
    shape_div,
    signum,
    sorted,
    suffix_product,
    sum,
    to_nest,
    to_unknown,
    tuple_max,
    tuple_min,
    weakly_compatible,
    weakly_congruent,
)


def test_text() raises:
    assert_equal(String(IntTuple(2, IntTuple(3, 4))), "(2, (3, 4))")
    assert_equal(String(IntTuple((4, 8), (2, 2))), "((4, 8), (2, 2))")
    assert_equal(String(IntTuple(5)), "5")
    assert_equal(String(IntTuple()), "()")


def test_making() raises:
    assert_equal(IntTuple(((4, 8), 2)), IntTuple(IntTuple(4, 8), 2))
    assert_equal(IntTuple(IndexList[3](1, 2, 3)), IntTuple(1, 2, 3))
    var grown = IntTuple()
    grown.append(1)
    grown.append((2, 3), 4)
    grown.extend((5, 6))
    assert_equal(String(grown), "(1, (2, 3), 4, 5, 6)")
    assert_equal(grown.replace_entry(1, 9), IntTuple(1, 9, 4, 5, 6))


def test_elements() raises:
    comptime t = IntTuple(1, IntTuple(2, IntTuple(3, 4)), 5)
    assert_equal(comptime (len(t)), 3)
    assert_equal(comptime (t.depth()), 3)
    assert_equal(comptime (t[1][1][0].value()), 3)
    assert_equal(comptime (t.value(2)), 5)
    assert_equal(comptime (t.size()), 120)
    assert_equal(comptime (t.sum()), 15)
    assert_equal(comptime (t.count_values()), 5)
    var u = materialize[t]()
    assert_true(u.is_tuple(1) and u.is_value(0) and u.is_tuple())
    assert_equal(u[1:], IntTuple(IntTuple(2, IntTuple(3, 4)), 5))
    var walked = IntTuple()
    for element in u:
        walked.append(element)
    assert_equal(walked, u)
    assert_true(4 in u)
    assert_false(7 in u)
    assert_true(IntTuple(1, 2) < IntTuple(1, 3))


def test_arithmetic() raises:
    var t = IntTuple(2, IntTuple(3, 4))
    assert_equal(flatten(t), IntTuple(2, 3, 4))
    assert_equal(to_nest(t, IntTuple(7, 8, 9)), IntTuple(7, IntTuple(8, 9)))
    assert_equal(product(t), 24)
    assert_equal(depth(t), 2)
    assert_equal(product_each(t), IntTuple(2, 12))
    assert_equal(prefix_product(t), IntTuple(1, IntTuple(2, 6)))
    assert_equal(suffix_product(t), IntTuple(12, IntTuple(4, 1)))
    assert_equal(compact_order(IntTuple(2, 3, 4), IntTuple(1, 2, 0)), IntTuple(4, 8, 1))
    assert_equal(compact_order(t, IntTuple(1, 0)), IntTuple(12, IntTuple(1, 3)))
    assert_equal(mul(t, 10), IntTuple(20, IntTuple(30, 40)))
    assert_equal(inner_product(t, IntTuple(1, IntTuple(2, 3))), 20)
    assert_equal(reverse(t), IntTuple(IntTuple(4, 3), 2))
    assert_equal(fill_like(t, 0), IntTuple(0, IntTuple(0, 0)))
    assert_equal(tuple_min(IntTuple(1, 5), IntTuple(3, 2)), IntTuple(1, 2))
    assert_equal(shape_div(IntTuple(2, 4, 8), 4), IntTuple(1, 2, 8))
    assert_equal(shape_div(24, IntTuple(2, 3)), IntTuple(4))
    assert_equal(shape_div(IntTuple(6, 8), IntTuple(3, 2)), IntTuple(2, 4))


def test_unknown() raises:
    assert_equal(IntTuple(2, UNKNOWN_VALUE).size(), UNKNOWN_VALUE)
    assert_false(IntTuple(2, UNKNOWN_VALUE).all_known())
    assert_equal(prefix_product(IntTuple(2, UNKNOWN_VALUE, 3)), IntTuple(1, 2, UNKNOWN_VALUE))
    assert_equal(propagate_unknown(IntTuple(UNKNOWN_VALUE, 2), IntTuple(3, 4)), IntTuple(UNKNOWN_VALUE, 4))
    assert_equal(create_unknown_int_tuple[2](), IntTuple(UNKNOWN_VALUE, UNKNOWN_VALUE))


def test_coordinates() raises:
    var shape = IntTuple(3, IntTuple(4, 2))
    assert_equal(crd2idx(IntTuple(1, IntTuple(2, 1)), shape), 19)
    assert_equal(crd2idx(IntTuple(1, 6), shape), 19)
    assert_equal(crd2idx(19, shape), 19)
    assert_equal(idx2crd(19, shape), IntTuple(1, IntTuple(2, 1)))
    assert_equal(idx2crd(6, IntTuple(3, 4), IntTuple(4, 1)), IntTuple(1, 2))
    assert_equal(to_index_list[3](shape), IndexList[3](3, 4, 2))


def test_comparing_nesting() raises:
    assert_true(congruent(IntTuple(1, IntTuple(2, 3)), IntTuple(4, IntTuple(5, 6))))
    assert_false(congruent(IntTuple(1, 2), IntTuple(4, IntTuple(5, 6))))
    assert_true(weakly_congruent(IntTuple(1, 2), IntTuple(4, IntTuple(5, 6))))
    assert_true(compatible(IntTuple(4, 30), IntTuple(4, IntTuple(5, 6))))
    assert_false(compatible(IntTuple(4, 31), IntTuple(4, IntTuple(5, 6))))
    assert_true(weakly_compatible(IntTuple(2, 10), IntTuple(4, IntTuple(5, 6))))


def _double(x: Int) -> Int:
    return 2 * x


def _pair(a: IntTuple, b: IntTuple) -> IntTuple:
    return IntTuple(a, b)


def _add(a: Int, b: IntTuple) -> Int:
    return a + sum(b)


def _less(a: IntTuple, b: IntTuple) -> Bool:
    return a.value() < b.value()


def test_maps() raises:
    var t = IntTuple(2, IntTuple(3, 4))
    assert_equal(apply(t, _double), IntTuple(4, IntTuple(6, 8)))
    assert_equal(apply_zip[_pair](t, IntTuple(5, 6)), IntTuple(IntTuple(2, 5), IntTuple(IntTuple(3, 4), 6)))
    assert_equal(shallow_apply[sum](t), IntTuple(2, 7))
    assert_equal(reduce(t, 1, _add), 10)
    assert_true(apply_predicate[_less](IntTuple(1, 2), IntTuple(3, 4)))
    assert_false(apply_predicate[_less](IntTuple(1, 5), IntTuple(3, 4)))
    assert_equal(signum(-3) + signum(0), -1)
    assert_equal(to_unknown(t), IntTuple(-1, IntTuple(-1, -1)))
    assert_equal(tuple_max(t), 4)
    assert_equal(abs(IntTuple(-1, 2)), IntTuple(1, 2))
    assert_equal(sorted(IntTuple(3, 1, 2)), IntTuple(1, 2, 3))
    assert_equal(idx2crd2(IntTuple(7), IntTuple(3, 4), IntTuple(4, 1)), IntTuple(1, 3))
    assert_equal(String(IntTuple(IntTuple(5))), "(5)")


def test_runtime_tuples() raises:
    comptime Pair = RuntimeTuple[IntTuple(UNKNOWN_VALUE, UNKNOWN_VALUE)]
    comptime One = RuntimeTuple[IntTuple(UNKNOWN_VALUE)]
    assert_equal(runtime_tuple.crd2idx(Pair(1, 2), Pair(3, 4), Pair(4, 1)), 6)
    assert_equal(runtime_tuple.crd2idx(One(5), Pair(3, 4), Pair(4, 1)), 9)
    assert_equal(String(runtime_tuple.idx2crd(One(7), Pair(3, 4))), "(1, 2)")
    assert_equal(String(runtime_tuple.idx2crd(One(7), Pair(3, 4), Pair(4, 1))), "(1, 3)")
    assert_equal(String(runtime_tuple.prefix_product(Pair(3, 4))), "(1, 3)")
    assert_equal(String(runtime_tuple.shape_div(Pair(3, 4), One(6))), "(1, 2)")
    assert_equal(runtime_tuple.to_index_list[2](Pair(3, 4)), IndexList[2](3, 4))


def test_what_max_prints() raises:
    var tiler = MakeTileLayoutList[2, 4]()
    assert_equal(String(hierarchical_unzip(Layout.row_major(4, 8), tiler)), "(((2, 4), (2, 2)):((8, 1), (16, 4)))")
    assert_equal(String(downcast(Layout.row_major(4, 8), 2)), "((4, 8):(16, 2))")
    assert_equal(String(right_inverse(Layout.col_major(3, 4))), "((12):(1))")
    assert_equal(String(expand_strides(IntTuple(2, 3, 4), 2)), "(2, 4, 12)")
    assert_equal(String(Layout([4], [2])), "((4):(2))")


def main() raises:
    TestSuite.discover_tests[__functions_in_module()]().run()
