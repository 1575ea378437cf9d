# No such field.
@fieldwise_init
struct Point:
    var x: Int


def main():
    var p = Point(1)
    print(p.z)  # expect-error: 'z'
