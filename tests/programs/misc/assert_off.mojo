# assert is silent without -D ASSERT=all.
def main():
    var x = 3
    assert x == 3, "fine"
    assert x == 4, "not checked by default"
    print("reached")
