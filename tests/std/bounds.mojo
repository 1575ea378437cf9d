# Every numbered line ends the program, with the words behind it in the message. Nothing counts from the end in edition 1.
from std.collections import Deque, LinkedList
from std.sys import argv


def main() raises:
    var k = Int(argv()[1])
    var below = -1
    var two = 2
    var five = 5
    var list: List[Int] = [1, 2, 3]
    var nothing = List[Int]()
    var array: Array[Int, 3] = [1, 2, 3]
    var others: List[Int] = [1, 2, 3]
    var span = Span(others)
    var deque = Deque[Int]()
    deque.append(1)
    var linked = LinkedList[Int]()
    linked.append(1)
    linked.append(2)
    var text = String("hello")
    var accents = String("héllo")
    var view = StringSlice(text)
    if k == 1: print(list[below])  # index -1 is out of bounds, valid range is 0 to 2
    if k == 2: print(list[five])  # index 5 is out of bounds, valid range is 0 to 2
    if k == 3: print(len(list[1:five]))  # slice end index 5 is out of bounds, valid range is 0 to 3
    if k == 4: print(len(list[below:]))  # slice start index -1 is out of bounds, valid range is 0 to 3
    if k == 5: print(len(list[:below]))  # slice end index -1 is out of bounds
    if k == 6: print(len(list[two:1]))  # slice start index 2 is greater than slice end index 1
    if k == 7: print(len(list[five:9]))  # slice start index 5 is out of bounds
    if k == 8: print(array[below])  # index -1 is out of bounds
    if k == 9: print(len(array[1:five]))  # slice end index 5 is out of bounds
    if k == 10: print(span[below])  # index -1 is out of bounds
    if k == 11: print(len(span[1:five]))  # slice end index 5 is out of bounds
    if k == 12: print(len(span[below:]))  # slice start index -1 is out of bounds
    if k == 13: print(text[byte=below])  # index -1 is out of bounds, valid range is 0 to 4
    if k == 14: print(text[byte=five])  # index 5 is out of bounds
    if k == 15: print(text[byte=1:7])  # slice end index 7 is out of bounds, valid range is 0 to 5
    if k == 16: print(text[byte=below:])  # slice start index -1 is out of bounds
    if k == 17: print(text[byte=two:1])  # slice start index 2 is greater than slice end index 1
    if k == 18: print(accents[byte=2])  # String span index, 2 does not lie on a codepoint boundary
    if k == 19: print(accents[byte=0:two])  # String span index, 2 does not lie on a codepoint boundary
    if k == 20: print(accents[byte=two:])  # String span index, 2 does not lie on a codepoint boundary
    if k == 21: print(view[byte=below])  # index -1 is out of bounds
    if k == 22: print(view[byte=1:7])  # slice end index 7 is out of bounds
    if k == 23: print(view[codepoint=below])  # index -1 is out of bounds
    if k == 24: print(view[codepoint=7])  # index 7 is out of bounds
    if k == 25: print(view[codepoint=1:7])  # slice end index 7 is out of bounds
    if k == 26: print(accents[codepoint=below:])  # slice start index -1 is out of bounds
    if k == 27: print(view[grapheme=below])  # index -1 is out of bounds
    if k == 28: print(view[grapheme=1:7])  # slice end index 7 is out of bounds
    if k == 29: list.insert(below, 9)  # index -1 is out of bounds, valid range is 0 to 3
    if k == 30: list.insert(7, 9)  # index 7 is out of bounds, valid range is 0 to 3
    if k == 31: print(list.pop(below))  # index -1 is out of bounds, valid range is 0 to 2
    if k == 32: list.swap_elements(0, five)  # index 5 is out of bounds
    if k == 33: list.shrink(five)  # a list of 3 elements cannot shrink to 5
    if k == 34: print(nothing.pop())  # valid range is 0 to -1
    if k == 35: accents.resize(2)  # String span index, 2 does not lie on a codepoint boundary
    if k == 36: print(deque[below])  # index -1 is out of bounds
    if k == 37: linked.insert(below, 4)  # index -1 is out of bounds, valid range is 0 to 2
    if k == 38: print(linked.pop(below))  # index -1 is out of bounds, valid range is 0 to 1
    if k == 39: print(linked[below])  # index -1 is out of bounds
    if k == 40: span.swap_elements(0, five)  # index 5 is out of bounds
    print("not stopped", len(deque), len(linked), len(span))
