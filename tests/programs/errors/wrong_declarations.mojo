# A wrong decorator, a misplaced member and a type that cannot be hide no other mistakes.
@no_such_decorator  # expect-error: no decorator
def decorated():
    pass


trait Named:
    var name: String  # expect-error: cannot stand in the body of a trait


def main():
    var lanes: SIMD[DType.float32, 3] = 1  # expect-error: cannot have 3 lanes
    print(lanes)
    print(nowhere)  # expect-error: 'nowhere' is not defined
