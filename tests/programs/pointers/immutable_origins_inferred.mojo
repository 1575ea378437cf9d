# A pointer to read gives its origin to a function or struct that takes any, or one to read.
@fieldwise_init
struct Look[o: ImmOrigin](ImplicitlyCopyable):
    var p: Pointer[String, Self.o]

    def length(self) -> Int:
        return self.p[].byte_length()


def any_origin[o: Origin](p: Pointer[String, o]) -> Int:
    return p[].byte_length()


def read_origin[o: ImmOrigin](p: Pointer[String, o]) -> Int:
    return p[].byte_length()


def through(s: String) -> Int:
    return any_origin(Pointer(to=s)) + read_origin(Pointer(to=s))


def main():
    var l: List[String] = ["abc"]
    var m = Pointer(to=l[0])
    var p = m.as_imm()
    print(Look(p).length(), any_origin(p), any_origin(m), read_origin(p), through("ab"))
