# The package imported by import_package.mojo.
from .points import Point, distance2
