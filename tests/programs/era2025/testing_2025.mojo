# from testing import of the 2025 library.
from testing import assert_almost_equal, assert_equal, assert_false, assert_raises, assert_true


def fails():
    raise Error("expected failure")


def main():
    assert_equal(1 + 1, 2)
    assert_true(True)
    assert_false(False)
    assert_almost_equal(1.0, 1.0 + 1e-10)
    with assert_raises(contains="expected"):
        fails()
    fn local(x: Int) -> Int:
        return x + 1
    assert_equal(local(1), 2)
    print("ok")
