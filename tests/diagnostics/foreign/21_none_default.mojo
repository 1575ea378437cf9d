def greet(name: String = None):
    print("hello", name)


def main():
    greet()
