# A body that is not indented.
def main():
print("x")  # expect-error:
