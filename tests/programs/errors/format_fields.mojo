def numbered() -> String:
    return "{} {}".format(1)  # expect-error: Automatic indexing require more args


def main():
    print(numbered())
    print("{} {!r}".format(1, "two"))
