# A required argument is missing.
def add(a: Int, b: Int) -> Int:
    return a + b


def main():
    print(add(1))  # expect-error: 'b'
