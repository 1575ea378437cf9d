def double(x):
    return x * 2

def main():
    print(double(4))
