# A main function that prints.
def main():
    print("Hello, world!")
