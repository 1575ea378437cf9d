# Statements at module level are not allowed.
print("top level")  # expect-error:


def main():
    pass
