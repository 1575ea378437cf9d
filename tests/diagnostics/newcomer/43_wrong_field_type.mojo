@fieldwise_init
struct Person:
    var name: String
    var age: Int

def main():
    var p = Person("ann", "42")
    p.age = "43"
    print(p.name)
