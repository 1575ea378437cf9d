# Conditions speak of types and parameters: how many arguments there are is known only at run time.
def two(*a: Int) where len(a) == 2:  # expect-error: this needs the values of 'a', which are known only at run time
    print(a[0])


def also_two(*a: Int) where a.__len__() == 2:  # expect-error: this needs the values of 'a', which are known only at run time
    print(a[0])


def of_types[*Ts: Writable](*a: *Ts) where len(Ts) == 2:
    print(a[0])


def main():
    of_types(1, 2)
