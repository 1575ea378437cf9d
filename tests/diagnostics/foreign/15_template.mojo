template<typename T>
def biggest(a: T, b: T) -> T:
    return a if a > b else b


def main():
    print(biggest(1, 2))
