# The modules of a package are not among the names that a star stands for.
from star_import_lib import *
from star_import_lib.thing import *


def main():
    print(thing())
