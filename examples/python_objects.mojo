# Python's modules and objects in a Mojo program.

from std.python import Python, PythonObject


def word_lengths(text: String) raises -> PythonObject:
    """A Python dict from each word to its length."""
    var lengths = Python.dict()
    for word in PythonObject(text).split():
        lengths[word] = len(word)
    return lengths


def main() raises:
    var lengths = word_lengths("the quick brown fox")
    print(lengths)

    var json = Python.import_module("json")
    var text = json.dumps(lengths, sort_keys=True)
    print(text)

    var total = 0
    for number in lengths.values():
        total += Int(py=number)
    print("letters:", total)

    var longest = Python.import_module("builtins").max(lengths, key=lengths.get)
    print("longest:", longest)

    try:
        print(Int(py=PythonObject("many")))
    except error:
        print("Python says:", error)
