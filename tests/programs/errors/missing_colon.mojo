# A def header without a colon.
def main()  # expect-error: ':'
    print("x")
