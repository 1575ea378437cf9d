# A run-time Int does not convert to Float64 implicitly.
def half(x: Float64) -> Float64:
    return x / 2


def main():
    var n = 3
    print(half(n))  # expect-error: Float64
