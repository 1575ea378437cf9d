# Deprecated functions still work.
@deprecated("use new_name")
def old_name() -> Int:
    return 1


def new_name() -> Int:
    return 2


def main():
    print(old_name() + new_name())
