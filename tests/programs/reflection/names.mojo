# reflect: type names and fields.
from std.reflection import reflect


@fieldwise_init
struct Person:
    var name: String
    var age: Int
    var height: Float64


def show_fields[T: AnyType]():
    comptime r = reflect[T]
    print(r.base_name(), r.field_count())
    comptime names = r.field_names()
    comptime for i in range(r.field_count()):
        comptime name = names[i]
        print(" ", name)


def main():
    show_fields[Person]()
    print(reflect[Int].name(), reflect[List[Int]].name(), reflect[Float32].name())
    print(reflect[Person].base_name())
