# Imports inside functions.
def main():
    from std.math import sqrt
    import std.math as m

    print(sqrt(16.0), m.floor(2.7))
