def greet(name: str) -> int:
    return len(name)

def main():
    print(greet("ann"))
