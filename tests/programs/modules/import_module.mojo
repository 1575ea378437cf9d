# Importing a sibling module in several ways.
import shapes_mod
from shapes_mod import Rect, area_of, LIMIT
from shapes_mod import area_of as compute_area
import shapes_mod as sm


def main():
    var r = Rect(3, 4)
    print(area_of(r), compute_area(r), shapes_mod.area_of(r), sm.area_of(r))
    print(LIMIT, sm.LIMIT, shapes_mod.describe(r))
