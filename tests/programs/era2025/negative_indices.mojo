# In code of 2025 negative positions count from the end, and slices end where the container does.
from collections import Deque


fn main() raises:
    var below = -1
    var five = 5
    var list = List[Int](1, 2, 3)
    print(list[below], list[-3])
    print(len(list[1:five]), len(list[below:]), len(list[:below]), len(list[2:1]))
    list.insert(below, 9)
    list.insert(77, 8)
    print(list.pop(below), list.__str__())
    var array = InlineArray[Int, 3](1, 2, 3)
    print(array[below])
    var span = Span(list)
    print(span[below], len(span[1:99]))
    var deque = Deque[Int](1, 2)
    print(deque[below])
    var text = String("hello")
    print(text[below], text[1:99], text[below:])
