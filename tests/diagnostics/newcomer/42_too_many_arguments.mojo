def greet(name: String):
    print("hello", name)

def main():
    greet("ann", "bob")
