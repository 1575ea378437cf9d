# A result, a field and what is raised are of one type each: the bare name of a struct with parameters is none.


struct Wide[width: Int = 4](Copyable):
    def __init__(out self):
        pass


def bare() -> List:  # expect-error: 'List' lacks parameters, so it is not one type; bind them, as in 'List[…]'
    return [1]


def default() -> Wide:  # expect-error: 'Wide' lacks parameters, so it is not one type; write 'Wide[]' for its defaults
    return Wide()


def bound() -> Wide[]:
    return Wide()


def partly() -> Dict[Int, _]:  # expect-error: lacks parameters
    return {}


def nested[T: AnyType](x: List[Int]) -> Optional[List]:  # expect-error: 'List' lacks parameters
    return None


def given(values: List[Optional[_]]):  # expect-error: lacks parameters
    pass


def slot(out result: List):  # expect-error: lacks parameters
    result = [1]


def raised() raises SIMD:  # expect-error: lacks parameters
    pass


def called(f: def() -> List):  # expect-error: lacks parameters
    pass


def literal(n: IntLiteral) -> IntLiteral:  # expect-error: 'IntLiteral' is a type for each literal, not one
    return n


def text(s: StringLiteral) -> StringLiteral:  # expect-error: 'StringLiteral' is a type for each literal, not one
    return s


def same(n: IntLiteral) -> type_of(n):
    return n


def viewed(s: StringSlice) -> StringSlice[s.origin]:
    return s


trait Offers:
    def all(self) -> List:  # expect-error: lacks parameters
        ...


struct Holder:
    var wide: Wide  # expect-error: lacks parameters


def main():
    pass
