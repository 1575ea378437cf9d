"""Step 5: threads share the columns."""

from matmul_4_packed import COLUMNS, multiply_columns
from std.algorithm import parallelize
from trials import Numbers, try_product


def multiply(c: Numbers, a: Numbers, b: Numbers, side: Int):
    @parameter
    def columns(i: Int):
        multiply_columns(c + i * COLUMNS, a, b + i * COLUMNS, side)

    parallelize[columns](side // COLUMNS)


def main() raises:
    try_product[multiply]()
