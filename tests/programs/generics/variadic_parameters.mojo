# Variadic type and value parameters.
def sum_params[*ns: Int]() -> Int:
    var total = 0
    comptime for i in range(len(ns)):
        total += ns[i]
    return total


def count_types[*Ts: AnyType]() -> Int:
    return Ts.__len__()


def main():
    print(sum_params[1, 2, 3](), sum_params[]())
    print(count_types[Int, String, Bool]())
