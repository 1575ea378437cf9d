"""Step 1: three loops, as the definition says it."""

from trials import Numbers, try_product


def multiply(c: Numbers, a: Numbers, b: Numbers, side: Int):
    for i in range(side):
        for j in range(side):
            var sum = Float32(0)
            for k in range(side):
                sum += a[i * side + k] * b[k * side + j]
            c[i * side + j] = sum


def main() raises:
    try_product[multiply]()
