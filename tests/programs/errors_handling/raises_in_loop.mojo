# Errors inside comprehension-like loops and conversion failures.
def main():
    var words: List[String] = ["1", "two", "3", "x9"]
    var total = 0
    for w in words:
        try:
            total += Int(w)
        except e:
            print("skip", w, "-", e)
    print(total)
    var d = Dict[String, Int]()
    try:
        print(d["missing"])
    except e:
        print("key error:", e)
    try:
        print(Float64("abc"))
    except e:
        print("float:", e)
