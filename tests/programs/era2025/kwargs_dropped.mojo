# edition: 2025
# In 2025, too, the values of `**names` belong to the function, and are dropped after their last use.


struct Noisy(ImplicitlyCopyable, Movable):
    var id: Int

    @implicit
    fn __init__(out self, id: Int):
        self.id = id

    fn __del__(deinit self):
        print("drop", self.id)


fn unused(**names: Noisy):
    print("unused", len(names))


fn used(**names: Noisy):
    for entry in names.items():
        print(entry.key, entry.value.id)


fn main():
    used(only=7)
    print("between")
    unused(only=Noisy(8))
    print("end")
