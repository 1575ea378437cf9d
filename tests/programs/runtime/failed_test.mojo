# expect-exit: 1 AssertionError
# A failing assertion escapes from main.
from std.testing import assert_equal


def main() raises:
    print("checking")
    assert_equal(1 + 1, 3)
