# expect-exit: 3
# std.sys.exit ends the program with a status.
from std.sys import exit


def main():
    print("leaving")
    exit(3)
