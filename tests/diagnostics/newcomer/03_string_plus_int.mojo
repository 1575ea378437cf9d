def main():
    var age = 42
    print("age: " + age)
