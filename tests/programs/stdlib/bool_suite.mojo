# Bool: conversion, comparison, in-place operators, any and all.
from std.testing import TestSuite, assert_equal, assert_false, assert_true


@fieldwise_init
struct Truthy(Boolable):
    def __bool__(self) -> Bool:
        return True


def test_default() raises:
    assert_equal(Bool(), False)
    assert_equal(Bool.MIN, False)
    assert_equal(Bool.MAX, True)


def test_conversion() raises:
    assert_equal(Int(True), 1)
    assert_equal(True.__int__(), 1)
    assert_equal((True).__float__(), 1.0)
    assert_true(Bool(Truthy()))
    assert_equal(Bool(None), False)


def test_in_place() raises:
    var v = True
    v &= False
    assert_false(v)
    v |= True
    assert_true(v)
    v ^= True
    assert_false(v)


def test_order() raises:
    assert_true(True > False)
    assert_true(False <= False)
    assert_false(True < False)
    assert_equal(repr(True), "True")


def test_any_all() raises:
    assert_true(all([True, True]))
    assert_false(all({True, False}))
    assert_true(all(List[Int]()))
    assert_false(any(List[Int]()))

    def positive(x: Int) -> Bool:
        return x > 0

    var xs = [1, 2, -3]
    assert_false(all(map[positive](xs)))
    assert_true(any(map[positive](xs)))


def main() raises:
    TestSuite.discover_tests[__functions_in_module()]().run()
