# Heterogeneous packs and comptime for over them.
def show_all[*Ts: Writable](*args: *Ts):
    comptime for i in range(args.__len__()):
        print(i, args[i])


def count[*Ts: Writable](*args: *Ts) -> Int:
    return args.__len__()


def forward[*Ts: Writable](*args: *Ts):
    show_all(*args)


def main():
    show_all(1, "two", 3.5, True)
    print(count(), count(1, 2))
    forward("x", 9)
