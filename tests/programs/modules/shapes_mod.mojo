# A module imported by import_module.mojo.
comptime LIMIT = 99


@fieldwise_init
struct Rect:
    var w: Int
    var h: Int


def area_of(r: Rect) -> Int:
    return r.w * r.h


def describe(r: Rect) -> String:
    return String(r.w, "x", r.h)
