# Positional indexing of a String in edition 1.
def main():
    var s = String("abc")
    print(s[0])  # expect-error: byte=
