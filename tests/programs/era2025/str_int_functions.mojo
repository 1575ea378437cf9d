# The str() and int() functions of early 2025.
def main():
    print(str(42) + "!", int("17") + 1, int(3.9))
    print(int(True), float(3) / 2)
    print(atol("123") * 2, atof("1.5"))
    alias n = 3
    print(str(n))
