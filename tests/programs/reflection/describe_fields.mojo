def describe[T: AnyType]() -> String:
    comptime if reflect[T].is_struct():
        var s = String(reflect[T].base_name(), "(")
        comptime for i in range(reflect[T].field_count()):
            comptime if i > 0:
                s += ", "
            s += String(comptime(reflect[T].field_names()[i]), ": ", reflect[reflect[T].field_types()[i]].name())
        return s + ")"
    return "?"

@fieldwise_init
struct Cfg(Copyable, Writable, Equatable):
    var host: String
    var port: Int
    var on: Bool

def total_ints[T: AnyType](x: T) -> Int:
    var t = 0
    comptime for i in range(reflect[T].field_count()):
        comptime if reflect[T].field_types()[i] == Int:
            t += rebind[Int](reflect[T].field_ref[i](x))
    return t

def main():
    print(describe[Cfg]())
    print(total_ints(Cfg("h", 80, True)))
    print(reflect[Cfg].name(), reflect[List[Int]].name())
    print(reflect[Int].name(), reflect[Float32].name(), reflect[Bool].name(), reflect[String].name())
    print(Cfg("h", 80, True) == Cfg("h", 80, True), Cfg("h", 1, False))
