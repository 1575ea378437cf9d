def main():
    var x = 3
    if x is None:
        print("nothing")
