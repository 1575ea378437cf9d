# A reference to what an ArcPointer shares ends when the pointer is given another value, or is moved.
from std.memory import ArcPointer


def main():
    var a = ArcPointer(String("a long text that lives on the heap, surely"))
    var b = ArcPointer(String("another long text that lives on the heap"))
    ref r = a[]
    a = b
    print(r)  # expect-error: this uses a reference into 'a', which was changed after the reference was taken
    var l = ArcPointer(List[String](["x"]))
    ref first = l[][0]
    l[].append("y")
    print(first)  # expect-error: this uses a reference into 'l', which was changed after the reference was taken
