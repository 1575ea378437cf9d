# A literal cannot be passed as mut.
def bump(mut x: Int):
    x += 1


def main():
    bump(5)  # expect-error: mut
