# with statements over __enter__ and __exit__.
struct Timer:
    var name: String

    fn __init__(out self, name: String):
        self.name = name

    fn __enter__(self) -> String:
        print("enter", self.name)
        return self.name + "!"

    fn __exit__(self):
        print("exit", self.name)


fn main():
    with Timer("outer") as t:
        print("in", t)
        with Timer("inner"):
            print("deep")
