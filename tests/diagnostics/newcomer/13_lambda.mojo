def main():
    var twice = lambda x: x * 2
    print(twice(3))
