"""Which line of which file an address in the code belongs to, read from the program's line table (DWARF 4, `-g`)."""

from std.sys._elf import ElfFile, Function
from std.sys._memory_words import are_alike, byte_at, place_in_text, short_at, text_length, wide_at, word_at

comptime LIBRARY = StaticString("/ember/lib/")
"""What the paths of our library's files have in them."""


@fieldwise_init
struct Line(ImplicitlyCopyable):
    """A line of a file: the addresses of the texts of its folder (0: none) and name; the number is 0 if it is not known."""

    var folder: Int
    var name: Int
    var number: Int


@fieldwise_init
struct _Header(ImplicitlyCopyable):
    """The head of one table: what its opcodes mean, and where its folders, files and program are."""

    var step: Int
    var line_base: Int
    var line_range: Int
    var first_special: Int
    var lengths: Int
    var folders: Int
    var files: Int
    var program: Int
    var end: Int


struct _Reader:
    """A place that moves on as it is read."""

    var at: Int

    def __init__(out self, at: Int):
        self.at = at

    def byte(mut self) -> Int:
        self.at += 1
        return byte_at(self.at - 1)

    def text(mut self) -> Int:
        var start = self.at
        self.at += text_length(start) + 1
        return start

    def unsigned(mut self) -> Int:
        var value = 0
        var shift = 0
        while True:
            var byte = self.byte()
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    def signed(mut self) -> Int:
        var value = 0
        var shift = 0
        while True:
            var byte = self.byte()
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value - (1 << shift) if byte & 64 else value


struct LineSearch:
    """Looks for the line of one place. `inner` is the line whose code is there, `outer` the nearest one before it in
    the same function that is not of the library: what the library does there was written into the user's function.
    """

    var file: ElfFile
    var place: Int
    var start: Int
    var inner: Line
    var outer: Line
    var _section: Int
    var _relocations: Int
    var _relocations_end: Int

    def __init__(out self, function: Function, place: Int):
        self.file = function.file
        self.place = place
        self.start = function.start
        self.inner = Line(0, 0, 0)
        self.outer = Line(0, 0, 0)
        self._section = self.file.named(".debug_line")
        self._relocations = 0
        self._relocations_end = 0

    def run(mut self):
        if not self._section:
            return
        var relocations = self.file.relocations_of(self._section) if self.file.places else 0
        if relocations:
            self._relocations = self.file.content(relocations)
            self._relocations_end = self._relocations + self.file.size(relocations)
        var at = self.file.content(self._section)
        var end = at + self.file.size(self._section)
        while at + 15 < end:
            var next = at + 4 + word_at(at)
            if short_at(at + 4) == 4 and self._read(_header(at, next)):
                return
            at = next

    def _read(mut self, header: _Header) -> Bool:
        # Runs one table's program; True when the place was found.
        var reader = _Reader(header.program)
        var address = 0
        var file = 1
        var line = 1
        var seen = False  # a row of this sequence that is not behind the place
        while reader.at < header.end:
            var code = reader.byte()
            var is_row = False
            var is_end = False
            if code >= header.first_special:
                code -= header.first_special
                address += code // header.line_range * header.step
                line += header.line_base + code % header.line_range
                is_row = True
            elif code == 0:
                var size = reader.unsigned()
                var next = reader.at + size
                var kind = reader.byte()
                if kind == 1:
                    is_end = True
                elif kind == 2:
                    address = self._address(reader.at)
                reader.at = next
            elif code == 1:
                is_row = True
            elif code == 2:
                address += reader.unsigned() * header.step
            elif code == 3:
                line += reader.signed()
            elif code == 4:
                file = reader.unsigned()
            elif code == 8:
                address += (255 - header.first_special) // header.line_range * header.step
            elif code == 9:
                address += short_at(reader.at)
                reader.at += 2
            else:
                for _ in range(byte_at(header.lengths + code - 1)):
                    _ = reader.unsigned()
            if (is_row or is_end) and seen and address > self.place:
                return True
            if is_end:
                self.inner = Line(0, 0, 0)
                self.outer = Line(0, 0, 0)
                address = 0
                file = 1
                line = 1
                seen = False
            elif is_row and address and address <= self.place:
                seen = True
                if address >= self.start and line:
                    self.inner = _line(header, file, line)
                    if not _is_library(self.inner):
                        self.outer = self.inner
        return False

    def _address(mut self, place: Int) -> Int:
        # An address in the table. In objects it is what the relocation of its place says.
        if not self.file.places:
            return wide_at(place) + self.file.bias
        var offset = place - self.file.content(self._section)
        while self._relocations < self._relocations_end and wide_at(self._relocations) < offset:
            self._relocations += 24
        if self._relocations >= self._relocations_end or wide_at(self._relocations) != offset:
            return 0
        var symbol = self.file.symbol_place(wide_at(self._relocations + 8) >> 32)
        return symbol + wide_at(self._relocations + 16) if symbol else 0


def _header(at: Int, end: Int) -> _Header:
    var program = at + 10 + word_at(at + 6)
    var line_base = byte_at(at + 13)
    var first_special = byte_at(at + 15)
    var folders = at + 16 + first_special - 1
    var reader = _Reader(folders)
    while byte_at(reader.at):
        _ = reader.text()
    var files = reader.at + 1
    var base = line_base - 256 if line_base > 127 else line_base
    return _Header(byte_at(at + 10), base, byte_at(at + 14), first_special, at + 16, folders, files, program, end)


def _line(header: _Header, file: Int, number: Int) -> Line:
    var reader = _Reader(header.files)
    for _ in range(file - 1):
        _ = reader.text()
        for _ in range(3):
            _ = reader.unsigned()
    var name = reader.text()
    var folder = reader.unsigned()
    if not folder:
        return Line(0, name, number)
    reader.at = header.folders
    for _ in range(folder - 1):
        _ = reader.text()
    return Line(reader.at, name, number)


def _is_library(line: Line) -> Bool:
    return line.folder != 0 and place_in_text(line.folder, LIBRARY) != 0


def function_with(line: Line, file: ElfFile, name: Int) -> Int:
    """The name of the function that a line was written in, if a file says so: of those around the line the one that begins last.
    `name` is preferred to other instances of the same function.
    """
    var section = file.named(".ember_lines")
    if not section:
        return 0
    var reader = _Reader(file.content(section))
    var end = reader.at + file.size(section)
    var found = 0
    var start = 0
    while reader.at + 8 < end:
        var folder = reader.text()
        var source = reader.text()
        var function = reader.text()
        var first = word_at(reader.at)
        var last = word_at(reader.at + 4)
        reader.at += 8
        if first < start or line.number < first or line.number > last or not are_alike(source, line.name):
            continue
        if are_alike(folder, line.folder) if line.folder else byte_at(folder) == 0:
            if first > start or is_instance(name, function):
                found = function
            start = first
    return found


def is_instance(symbol: Int, function: Int) -> Bool:
    """Whether a symbol is a function's, or that of a part of it."""
    var size = text_length(function)
    for i in range(size):
        if byte_at(symbol + i) != byte_at(function + i):
            return False
    var next = byte_at(symbol + size)
    return next == 0 or next == ord(".") or next == ord("[")
