# Building a table with write and padding.
def pad(x: Int, width: Int) -> String:
    var s = String(x)
    while s.byte_length() < width:
        s = " " + s
    return s


def main():
    var out = String()
    for i in range(1, 5):
        for j in range(1, 5):
            out.write(pad(i * j, 4))
        out.write("\n")
    print(out, end="")
    print(out.byte_length())
