# Struct values as parameters and constants.
@fieldwise_init
struct Shape(Equatable, ImplicitlyCopyable):
    var w: Int
    var h: Int

    def area(self) -> Int:
        return self.w * self.h


def describe[s: Shape]() -> String:
    comptime if s.area() > 10:
        return String("large ", s.w, "x", s.h)
    else:
        return String("small ", s.w, "x", s.h)


comptime BIG = Shape(4, 5)


def main():
    print(describe[BIG](), describe[Shape(1, 2)]())
    comptime doubled = Shape(BIG.w * 2, BIG.h)
    print(doubled.area(), doubled == BIG)
