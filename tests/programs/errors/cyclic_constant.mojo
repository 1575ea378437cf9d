comptime Address = UnsafePointer[Int, MutAnyOrigin]


def cyclic() -> List[Address]:
    var addresses = List[Address]()
    addresses.append(Address())
    addresses[0] = addresses.unsafe_ptr().bitcast[Int]()
    return addresses^


def main():
    comptime value = cyclic()  # expect-error: a compile-time value must not point back to itself
    print(len(materialize[value]()))
