def main():
    var names = ["ann", "bob"]
    names.append(3)
    print(len(names))
