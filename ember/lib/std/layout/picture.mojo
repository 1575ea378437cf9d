"""Layouts as pictures in text."""

from std.layout.int_tuple import IntTuple
from std.layout.layout import Layout


def print_layout(layout: Layout):
    """Prints a layout and its offsets as a grid; more than two modes give a grid for each place of the others.

    ```mojo
    from layout import Layout, print_layout

    def main():
        print_layout(Layout.col_major(2, 2))
    ```
    """
    print(layout)
    var text = String()
    format_layout(layout, text)
    print(text, end="")


def format_layout[W: Writer](layout: Layout, mut writer: W):
    """Writes the offsets of a layout as a grid: rows are the first mode, columns the second.

    ```mojo
    from layout import Layout
    from layout.layout import format_layout

    def main():
        var text = String()
        format_layout(Layout.row_major(2, 3), text)
        print(text)
    ```
    """
    var rows = layout[0] if layout.rank() > 1 else Layout(1, 0)
    var columns = layout[1] if layout.rank() > 1 else layout
    var others = Layout(1, 0)
    if layout.rank() > 2:
        others = Layout()
        for i in range(2, layout.rank()):
            others.append(layout[i])
    var width = _digits(layout.cosize()) + 2
    for page in range(others.size()):
        if layout.rank() > 2:
            _write_page_heading(page, others.shape, writer)
        _write_grid(rows, columns, others(page), width, writer)


def _write_page_heading[W: Writer](page: Int, shape: IntTuple, mut writer: W):
    var rest = page
    writer.write("[:, :")
    for i in range(len(shape)):
        writer.write(", ", rest % shape[i].size())
        rest //= shape[i].size()
    writer.write("]\n")


def _write_grid[W: Writer](rows: Layout, columns: Layout, base: Int, width: Int, mut writer: W):
    var margin = max(_digits(rows.size() - 1), 2)
    var rule = _spaces(margin + 2) + "+"
    for _ in range(columns.size()):
        rule += _repeated("-", width) + "+"
    writer.write(_spaces(margin + 2))
    for n in range(columns.size()):
        if n > 0:
            writer.write(" ")
        writer.write(" ", _right(String(n), width - 1))
    writer.write("\n", rule, "\n")
    for m in range(rows.size()):
        writer.write(_right(String(m), margin), "  ")
        for n in range(columns.size()):
            writer.write("|", _right(String(base + rows(m) + columns(n)), width - 1), " ")
        writer.write("|\n", rule, "\n")


def print_thread_values(layout: Layout, rows: Int, columns: Int, name: String = "a"):
    """Prints which thread holds which element of a matrix: see `format_thread_values`.

    ```mojo
    from layout import Layout
    from layout.layout import print_thread_values

    def main():
        print_thread_values(Layout(((4, 8), (2, 2)), ((16, 1), (8, 64))), 16, 8)
    ```
    """
    var text = String()
    format_thread_values(layout, rows, columns, name, text)
    print(text, end="")


def format_thread_values[
    W: Writer
](layout: Layout, rows: Int, columns: Int, name: String, mut writer: W):
    """Writes a table of a matrix: `T3:a1` is value 1 of thread 3.

    The layout takes a thread and one of its values to a place of the matrix, counted down the columns. A place that no
    thread holds shows a dot.

    Example:

    ```mojo
    from layout.layout import Layout
    from layout.picture import format_thread_values

    var text = String()
    format_thread_values(Layout.row_major(2, 2), 2, 2, "a", text)
    print("T1:a1" in text)  # True
    ```
    """
    var owners = List[Int](length=rows * columns, fill=-1)
    var threads = layout[0].size()
    for value in range(layout[1].size()):
        for thread in range(threads):
            var place = layout(thread, value)
            if place < len(owners) and owners[place] < 0:
                owners[place] = value * threads + thread
    var width = 2 + name.byte_length() + _digits(threads - 1) + _digits(layout[1].size() - 1)
    writer.write("Row\\Col")
    for n in range(columns):
        writer.write("  ", _right(String(n), width))
    writer.write("\n")
    for m in range(rows):
        writer.write(_right(String(m), 7))
        for n in range(columns):
            var owner = owners[n * rows + m]
            var cell = String(".")
            if owner >= 0:
                cell = String("T", owner % threads, ":", name, owner // threads)
            writer.write("  ", _right(cell, width))
        writer.write("\n")


def _digits(number: Int) -> Int:
    return String(number).byte_length()


def _right(text: String, width: Int) -> String:
    return _spaces(width - text.byte_length()) + text


def _spaces(count: Int) -> String:
    return _repeated(" ", count)


def _repeated(piece: String, count: Int) -> String:
    var result = String()
    for _ in range(count):
        result += piece
    return result
