def double(x: Int):
    return x * 2

def main():
    print(double(4) + 1)
