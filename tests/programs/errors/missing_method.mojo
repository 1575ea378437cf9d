# No such method.
def main():
    var xs = List[Int]()
    xs.push(3)  # expect-error: push
