# Importing a module that does not exist.
from no_such_module import thing  # expect-error: no_such_module


def main():
    thing()
