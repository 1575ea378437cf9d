# A trait that inherits from itself, around another one.
trait Left(Right):
    pass


trait Right(Left):  # expect-error: inherits from itself
    pass


@fieldwise_init
struct Both(Left):
    var x: Int


def main():
    print(Both(1).x)
