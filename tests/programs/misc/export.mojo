# An exported function is also callable from Mojo.
@export("ember_test_add")
def add(a: Int, b: Int) abi("C") -> Int:
    return a + b


def main():
    print(add(2, 3))
