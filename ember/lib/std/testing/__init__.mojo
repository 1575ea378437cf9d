"""Checks and test suites."""

from std.testing.suite import TestSuite
from std.testing.testing import (
    assert_almost_equal,
    assert_equal,
    assert_false,
    assert_is,
    assert_is_not,
    assert_not_equal,
    assert_raises,
    assert_true,
)
