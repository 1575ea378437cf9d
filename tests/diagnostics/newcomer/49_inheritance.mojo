struct Animal:
    var name: String

struct Dog(Animal):
    var age: Int

def main():
    pass
