"""Reads numbers from a file: prints the text of each line's bits (`f64`, `f32`), or the bits of its text (`parse`)."""

from std.memory import bitcast
from std.sys import argv


def main() raises:
    var kind = String(argv()[1])
    var path = String(argv()[2])
    var lines: List[String] = []
    with open(path, "r") as file:
        for line in file.read().splitlines():
            lines.append(String(line))
    var shown = String()
    for line in lines:
        if kind == "f64":
            shown += String(bitcast[DType.float64](UInt64(Int(line))))
        elif kind == "f32":
            shown += String(bitcast[DType.float32](UInt32(Int(line))))
        else:
            shown += String(bitcast[DType.uint64](atof(line)))
        shown += "\n"
    print(shown, end="")
