count = 0

def main():
    print(count)
