# argv and environment variables.
from std.os import getenv, setenv, unsetenv
from std.sys import argv


def main() raises:
    print(len(argv()) >= 1)
    print(getenv("EMBER_SURELY_UNSET", "fallback"))
    _ = setenv("EMBER_TEST_VAR", "value")
    print(getenv("EMBER_TEST_VAR"))
    _ = unsetenv("EMBER_TEST_VAR")
    print(getenv("EMBER_TEST_VAR", "gone"))
