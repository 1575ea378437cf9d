# Keyword arguments are owned.
def total(**counts: Int) -> Int:  # expect-error: write 'var **counts'
    return len(counts)


def main():
    print(total(a=1))
