def main():
    var ages = {"ann": 3, "bob": 4}
    for name, age in ages:
        print(name, age)
