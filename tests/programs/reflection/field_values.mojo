# Reading the fields of any struct by reflection.
from std.reflection import reflect


@fieldwise_init
struct Config:
    var depth: Int
    var rate: Float64
    var label: String


def dump[T: AnyType](x: T):
    comptime r = reflect[T]
    comptime names = r.field_names()
    comptime for i in range(r.field_count()):
        comptime name = names[i]
        comptime FieldType = r.field_types()[i]
        comptime if conforms_to(FieldType, Writable):
            print(name, "=", r.field_ref[i](x))


def main():
    dump(Config(3, 0.5, "fast"))
