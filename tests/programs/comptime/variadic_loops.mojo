def total[*numbers: Int]() -> Int:
    var result = 0
    for number in numbers:
        result += number
    else:
        result += 100
    comptime for number in numbers:
        result += 1000 * number
    return result


def find[wanted: Int, *numbers: Int]() -> String:
    comptime for number in numbers:
        comptime if number == wanted:
            break
    else:
        return "missing"
    return "found"


def main():
    print(total[1, 2, 3](), total[]())
    print(find[2, 1, 2, 3](), find[4, 1, 2, 3]())
    comptime for i in range(2):
        print(i)
    else:
        print("end")
    print(Array[Int, 3].length)
