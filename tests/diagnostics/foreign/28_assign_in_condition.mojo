def main():
    var x = 3
    if x = 4:
        print("four")
