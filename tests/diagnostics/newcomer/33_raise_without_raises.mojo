def check(n: Int):
    if n < 0:
        raise Error("negative")

def main():
    check(3)
