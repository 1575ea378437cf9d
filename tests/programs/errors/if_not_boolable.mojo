# A struct without __bool__ as condition.
@fieldwise_init
struct P:
    var x: Int


def main():
    var p = P(1)
    if p:  # expect-error: Bool
        print("yes")
