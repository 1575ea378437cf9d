# base64 of bytes and texts.
from std.base64 import b64encode, b64decode, b16encode, b16decode
def main() raises:
    var b: List[UInt8] = [1, 2, 3, 255]
    print(b64encode(b))
    print(b64encode(Span(b)))
    var r = String("x")
    b64encode(b, r)
    print(r)
    print(b64encode(input_string="hi"))
    print(b64decode("aGVsbG8=").__len__())
    print(b16encode("hi"), b16decode("6869"))
