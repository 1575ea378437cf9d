# A string without its closing quote.
def main():
    print("abc)  # expect-error: string
