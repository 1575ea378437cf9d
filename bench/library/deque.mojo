"""A queue that grows and shrinks at both ends."""

from std.collections import Deque
from std.sys import argv


def main() raises:
    var args = argv()
    var size = Int(String(args[1])) if len(args) > 1 else 20_000_000
    var queue = Deque[Int]()
    var check = 0
    for i in range(size):
        queue.append(i)
        if i % 3 != 0:
            queue.appendleft(i + 1)
        if i % 2 == 0:
            check = check * 31 + queue.popleft()
        if len(queue) > 1000:
            while len(queue) > 10:
                check += queue.pop()
    print(check, len(queue))
