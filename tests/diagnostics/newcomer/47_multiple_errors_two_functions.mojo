def first() -> Int:
    return missing_one

def second(x: Int) -> String:
    return x

def main():
    print(first() + second(1))
    print(mian)
