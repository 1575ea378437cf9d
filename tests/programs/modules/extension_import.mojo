# An extension of another file is there as soon as its package is imported.
from extension_import_lib.doubling import *


def main():
    print(String.greeting())
    print(String("ab").doubled())
