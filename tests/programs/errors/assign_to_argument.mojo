# Arguments are immutable by default.
def bump(x: Int):
    x += 1  # expect-error: mut


def main():
    bump(1)
