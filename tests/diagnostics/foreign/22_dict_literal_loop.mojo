def main():
    var ages = {"Ann": 3, "Bob": 4}
    for name, age in ages:
        print(name, age)
