# source_location gives the line and column of the call.
from std.reflection import call_location, source_location


@always_inline
def where_am_i() -> Int:
    return Int(call_location().line())


def main():
    var loc = source_location()
    print(loc.line(), loc.column() > 0)
    print(where_am_i())
