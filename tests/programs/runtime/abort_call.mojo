# expect-exit: crash giving up
# abort() ends the program with a message.
from std.os import abort


def main():
    print("start")
    abort("giving up")
