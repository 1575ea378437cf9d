# What a pointer or a view refers to is changed only through a mutable origin.
def by_view(s: Span[Int, ImmutAnyOrigin]):
    s[0] = 3  # expect-error: cannot be changed here


def by_pointer(p: Pointer[Int, ImmutAnyOrigin]):
    p[] = 3  # expect-error: cannot be changed here


def by_parameter[o: ImmOrigin](p: Pointer[Int, o]):
    p[] = 3  # expect-error: cannot be changed here


def may(s: Span[Int, MutAnyOrigin], p: Pointer[Int, MutAnyOrigin]):
    s[0] = 3
    p[] = 3


def main():
    pass
