# A body that is not indented.
def main():  # expect-error: expected an indented block
print("x")
