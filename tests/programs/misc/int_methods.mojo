# Methods and conversions of Int and Bool.
def main():
    var n = 42
    print(n.__add__(1), n.is_power_of_two(), Int(64).is_power_of_two())
    print(Int(True) + Int(False), Bool(n), not Bool(0))
    print(n.cast[DType.uint8](), Float64(n))
    print(n & 1 == 0, n.__floordiv__(5), n.__mod__(5))
    print(hash(n) == hash(42))
