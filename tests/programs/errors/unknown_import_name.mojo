# Importing a name that the module does not have.
from std.math import squareroot  # expect-error: squareroot


def main():
    print(squareroot(4.0))
