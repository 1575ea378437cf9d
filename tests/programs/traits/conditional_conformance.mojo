# A struct conforms to a trait only when its parameter does.
@fieldwise_init
struct Box[T: Copyable & Deinitable](Copyable, Writable where conforms_to(T, Writable)):
    var value: Self.T

    def write_to(self, mut writer: Some[Writer]) where conforms_to(Self.T, Writable):
        writer.write("Box<", self.value, ">")


@fieldwise_init
struct Opaque(Copyable):
    var x: Int


def main():
    print(Box(5))
    print(Box(String("hi")))
    var o = Box(Opaque(3))
    print(o.value.x)
