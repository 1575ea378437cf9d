# expect-exit: crash out of bounds
# Array indices are checked too.
def main():
    var a: Array[Int, 2] = [1, 2]
    var i = 2
    print("before")
    a[i] = 5
    print(a)
