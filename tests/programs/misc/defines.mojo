# Compile-time defines with defaults.
from std.sys import is_defined
from std.sys.defines import get_defined_bool, get_defined_int, get_defined_string


def main():
    print(is_defined["EMBER_SURELY_NOT"]())
    comptime n = get_defined_int["EMBER_N", 7]()
    print(n, get_defined_string["EMBER_S", "dflt"](), get_defined_bool["EMBER_B", True]())
