def main():
    var n = 3
    if n = 3:
        print("three")
