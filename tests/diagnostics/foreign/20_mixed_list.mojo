def main():
    var things = [1, "two", 3.0]
    print(len(things))
