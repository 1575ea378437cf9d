def area(width: Int, height: Int) -> Int:
    return width * heigth


def perimeter(width: Int, height: Int) -> Int:
    var sum = 2 * (width + height
    return sum
