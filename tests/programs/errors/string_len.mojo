# len of a String is ambiguous in edition 1.
def main():
    var s = String("abc")
    print(len(s))  # expect-error: byte_length
