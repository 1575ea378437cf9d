# A struct has a trait's methods and names in the form the trait asks for.
trait Shape:
    comptime SIDES: Int

    def area(self, scale: Int) -> Int:
        ...


struct TakesText(Shape):  # expect-error: another form of 'area'
    comptime SIDES = 4

    def area(self, scale: String) -> Int:
        return 1


struct GivesText(Shape):  # expect-error: another form of 'area'
    comptime SIDES = 4

    def area(self, scale: Int) -> String:
        return "1"


struct GivesNarrow(Shape):  # expect-error: another form of 'area'
    comptime SIDES = 4

    def area(self, scale: Int) -> Int32:
        return 1


struct Changes(Shape):  # expect-error: another form of 'area'
    comptime SIDES = 4

    def area(mut self, scale: Int) -> Int:
        return 1


struct Raises(Shape):  # expect-error: another form of 'area'
    comptime SIDES = 4

    def area(self, scale: Int) raises -> Int:
        return 1


struct TakesMore(Shape):  # expect-error: another form of 'area'
    comptime SIDES = 4

    def area(self, scale: Int, more: Int = 0) -> Int:
        return 1


struct IsStatic(Shape):  # expect-error: another form of 'area'
    comptime SIDES = 4

    @staticmethod
    def area(scale: Int) -> Int:
        return 1


struct NamesText(Shape):  # expect-error: another form of 'sides'
    comptime SIDES = "four"

    def area(self, scale: Int) -> Int:
        return 1


struct Fits(Shape):
    comptime SIDES = 4

    def area(self, factor: Int) -> Int:
        return factor


struct Empty(Sized):  # expect-error: does not define '__len__'
    pass


struct Heavy:
    var weight: Int


struct Copies(Copyable):
    var load: Heavy  # expect-error: its field 'load' of type 'heavy' cannot


struct CopiesFreely(ImplicitlyCopyable):
    var items: List[Int]  # expect-error: its field 'items' of type 'list[int]' cannot


def main():
    pass
