# Variadic arguments and keyword arguments.
fn total(*xs: Int) -> Int:
    var t = 0
    for x in xs:
        t += x
    return t


fn show_kwargs(**kwargs: Int) raises:
    print(len(kwargs), kwargs["a"], kwargs["b"])


fn print_all[*Ts: Writable](*args: *Ts):
    @parameter
    for i in range(args.__len__()):
        print(args[i], end=";")
    print()


fn main() raises:
    print(total(), total(1, 2, 3))
    show_kwargs(a=1, b=2)
    print_all(1, "two", 3.5)
