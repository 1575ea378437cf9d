from python import Python, PythonObject

fn use_array() raises:
    var np = Python.import_module("numpy")
    var arr = np.array([1.0, 2.0, 3.0])
    var s: PythonObject = arr.sum()
    print(s)
    print(s.to_float64())
    print(Float64(s), Int(s), int(s), float(s), str(s))
    var image = np.zeros((2, 3), np.uint32)
    for row in range(2):
        for col in range(3):
            image[row, col] = row * 3 + col
    print(image)
    print(image.shape[0], len(image), image.dtype)

def main():
    use_array()
    var py = Python.import_module("builtins")
    py.print("hello", "there", sep="-")
    var d = Python.dict()
    d["a"] = 1
    d["b"] = "x"
    print(d)
    for k in d:
        print(k, d[k])
    var names = Python.list()
    names.append("Ada")
    print(names[0].upper(), names)
    if "Ada" in names:
        print("yes")
    var t = Python.tuple(1, 2)
    print(t, Python.none(), Python.is_type(py.int, py.int))
    try:
        _ = Python.import_module("nope")
    except e:
        print("caught", e)
    var a: PythonObject = 3
    let_it(a)

fn let_it(x: PythonObject) raises:
    if x > 2 and x < 5:
        print("in range", x ** 2, x % 2 == 1)
