def area(width: Int, height: Int) -> Int:
    return width * height

def main():
    print(area(width=3, heigth=4))
