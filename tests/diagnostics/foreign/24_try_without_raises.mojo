def parse(text: String) -> Int:
    return Int(text)


def main():
    print(parse("12"))
