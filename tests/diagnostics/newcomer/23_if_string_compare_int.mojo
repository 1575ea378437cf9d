def main():
    var answer = "42"
    if answer == 42:
        print("yes")
