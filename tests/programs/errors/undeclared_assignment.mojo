# Edition 1 needs var to declare a name.
def main():
    comptime n = 3
    total = n  # expect-error: var
