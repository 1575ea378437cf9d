# Writable with write_to[W: Writer] and Stringable through String.write.
@value
struct Temp(Stringable, Writable):
    var deg: Float64

    fn write_to[W: Writer](self, mut writer: W):
        writer.write(self.deg, "C")

    fn __str__(self) -> String:
        return String.write(self)


fn main():
    var t = Temp(21.5)
    print(t)
    print(str(t) + "!", String(t))
