"""What most programs do with text, numbers and containers: its functions of the library come elaborated."""

from math import sqrt
from sys import argv


def describe(words: List[String]) raises -> String:
    if len(words) == 0:
        raise Error("no words")
    var text = String("words: ")
    for word in words:
        text += word
        text += " "
    return text


def main() raises:
    var words = List[String]()
    words.append("one")
    words.append(String(2))
    words.append(String(2.5))
    for argument in argv():
        words.append(String(argument))
    print(describe(words), len(words), "|", words[0] == "one", sep=" ")

    var counts = Dict[String, Int]()
    for word in words:
        counts[word] = counts.get(word, 0) + 1
    for entry in counts.items():
        print(entry.key, entry.value)

    var numbers = List[Int]()
    for i in range(10):
        numbers.append(i * i)
    print(numbers)
    var values = List[Float64]()
    for i in range(len(numbers)):
        values.append(sqrt(Float64(numbers[i])))
    print(values[3], Float32(1.5), SIMD[DType.float32, 4](1), True)

    var found = Optional[Int](3)
    if found:
        print(found.value())
    try:
        print(describe(List[String]()))
    except e:
        print("error:", e)
