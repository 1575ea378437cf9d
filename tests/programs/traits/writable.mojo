# Writable by write_to, String() of it, repr with write_repr_to.
struct Temp(Writable):
    var deg: Float64

    def __init__(out self, deg: Float64):
        self.deg = deg

    def write_to(self, mut writer: Some[Writer]):
        writer.write(self.deg, "C")

    def write_repr_to(self, mut writer: Some[Writer]):
        writer.write("Temp(", self.deg, ")")


def main():
    var t = Temp(21.5)
    print(t)
    var s = String(t)
    print(s, s.byte_length())
    print(repr(t))
    var buf = String()
    t.write_to(buf)
    buf.write(" and ", t)
    print(buf)
    print(t"t={t}")
