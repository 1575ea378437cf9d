"""The first program."""


def main():
    print("Hello from Ember!")
