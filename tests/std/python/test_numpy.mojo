# NumPy from Mojo, and its memory without a copy.

from std.python import Python
from std.testing import assert_equal, assert_raises


def test_arrays() raises:
    var np = Python.import_module("numpy")
    var grid = np.arange(12, dtype=np.float64).reshape(3, 4)
    assert_equal(String(grid.shape), "(3, 4)")
    assert_equal(Float64(py=grid[1, 2]), 6.0)
    assert_equal(Float64(py=grid[1:, 0].sum()), 12.0)
    grid[0, :] = 1.5
    grid *= 2
    assert_equal(Float64(py=grid.sum()), 132.0)
    assert_equal(Int(py=np.int64(7)), 7)
    assert_equal(Float32(py=np.float32(0.5)), 0.5)
    assert_equal(Int(py=(grid > 10.0).sum()), 6)
    assert_equal(String((grid @ grid.T).shape), "(3, 3)")
    with assert_raises(contains="ambiguous"):
        _ = Bool(py=grid == 1.0)
    with assert_raises(contains="could not be broadcast"):
        _ = grid + np.zeros(3)


def test_memory() raises:
    var np = Python.import_module("numpy")
    var array = np.zeros(8, dtype=np.float32)
    var data = array.ctypes.data.unsafe_get_as_pointer[DType.float32]()
    for i in range(8):
        data[i] = Float32(i) * 0.5
    assert_equal(Float64(py=array.sum()), 14.0)
    array[3] = 100
    assert_equal(data[3], 100.0)


def main() raises:
    test_arrays()
    test_memory()
    print("all passed")
