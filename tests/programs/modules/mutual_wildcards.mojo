# Modules that import everything of each other.
from mutual_wildcards_lib.first import *


def main():
    print(one(), two(), three())
