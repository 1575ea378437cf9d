# Wildcard import.
from shapes_mod import *


def main():
    print(area_of(Rect(5, 6)), LIMIT)
