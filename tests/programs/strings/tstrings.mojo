# t-strings: expressions, nesting, escapes of braces, as values.
def main():
    var name = "Mojo"
    var n = 3
    print(t"hello {name}, {n} + 1 = {n + 1}")
    print(t"{{literal}} {n}")
    var s = String(t"{name}-{n}")
    print(s, s.byte_length())
    print(t"list: {[1, 2, 3]} call: {max(n, 10)}")
    print(t"nested: {t"inner {n}"}")
    var f = 2.5
    print(t"{f} {True} {name.upper()}")
    print(t"""multi
{n}
line""")
