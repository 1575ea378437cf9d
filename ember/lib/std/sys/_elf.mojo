"""The names and lines of a program's code, read where they lie in its own files. Nothing here allocates: faults ask.

A program in this process is described by the loader: for each object its bytes and where its sections went. An executable
is looked up in its own file.
"""

from std.sys._memory_words import byte_at, is_text, short_at, text_starts, word_at, wide_at

comptime _SYMBOLS = 2
comptime _RELOCATIONS = 4
comptime _FUNCTION = 2


@fieldwise_init
struct Function(ImplicitlyCopyable):
    """A function in memory: where it begins and ends, its name, and the file that describes it."""

    var start: Int
    var end: Int
    var name: Int
    var file: ElfFile

    def has(self, place: Int) -> Bool:
        return self.start <= place < self.end


@fieldwise_init
struct ElfFile(ImplicitlyCopyable):
    """A file in memory. `places`: a table of where its sections are, or 0 if they are `bias` behind the addresses they name."""

    var start: Int
    var places: Int
    var bias: Int

    def sections(self) -> Int:
        return short_at(self.start + 60)

    def section(self, number: Int) -> Int:
        # The address of a section's header.
        return self.start + wide_at(self.start + 40) + 64 * number

    def content(self, number: Int) -> Int:
        return self.start + wide_at(self.section(number) + 24)

    def size(self, number: Int) -> Int:
        return wide_at(self.section(number) + 32)

    def place(self, section: Int, value: Int) -> Int:
        # Where a symbol is; 0 for what is not in memory.
        if not self.places:
            return value + self.bias
        var place = wide_at(self.places + 8 * section) if section < self.sections() else 0
        return place + value if place else 0

    def find(self, kind: Int) -> Int:
        # The first section of a kind, or 0.
        for i in range(1, self.sections()):
            if word_at(self.section(i) + 4) == kind:
                return i
        return 0

    def named(self, name: StaticString) -> Int:
        # The section of a name, or 0.
        var names = self.content(short_at(self.start + 62))
        for i in range(1, self.sections()):
            if is_text(names + word_at(self.section(i)), name):
                return i
        return 0

    def relocations_of(self, target: Int) -> Int:
        # The section with what has to be added to another one, or 0.
        for i in range(1, self.sections()):
            var header = self.section(i)
            if word_at(header + 4) == _RELOCATIONS and word_at(header + 44) == target:
                return i
        return 0

    def symbol_place(self, number: Int) -> Int:
        var symbol = self.content(self.find(_SYMBOLS)) + 24 * number
        return self.place(short_at(symbol + 6), wide_at(symbol + 8))

    def function_at(self, place: Int) -> Function:
        """The function that a place in the code belongs to; one without a name if there is none."""
        var table = self.find(_SYMBOLS)
        if table:
            var names = self.content(word_at(self.section(table) + 40))
            var first = self.content(table)
            for symbol in range(first, first + self.size(table), 24):
                var size = wide_at(symbol + 16)
                if byte_at(symbol + 4) & 15 == _FUNCTION and size and short_at(symbol + 6):
                    var start = self.place(short_at(symbol + 6), wide_at(symbol + 8))
                    if start and start <= place < start + size:
                        return Function(start, start + size, names + word_at(symbol), self)
        return Function(0, 0, 0, self)

    def value_of(self, name: StaticString) -> Int:
        """The value of a symbol; 0 if there is none."""
        var table = self.find(_SYMBOLS)
        if table:
            var names = self.content(word_at(self.section(table) + 40))
            var first = self.content(table)
            for symbol in range(first, first + self.size(table), 24):
                if is_text(names + word_at(symbol), name):
                    return wide_at(symbol + 8)
        return 0


def own_file(symbol: StaticString, address: Int) -> ElfFile:
    """The file of the running program, mapped; `symbol` is known to be at `address`. It starts at 0 if it cannot be read."""
    comptime path = StaticString("/proc/self/exe")
    var file = __mlir_op.`pop.external_call`[name="open", fixed=-1, _type=Int32](path._data, Int32(0))
    if file < 0:
        return ElfFile(0, 0, 0)
    var size = __mlir_op.`pop.external_call`[name="lseek", fixed=-1, _type=Int](file, Int(0), Int32(2))
    var start = __mlir_op.`pop.external_call`[name="mmap", fixed=-1, _type=Int](Int(0), size, Int32(1), Int32(2), file, Int(0))
    if size < 64 or start == -1 or not text_starts(start, "\x7fELF\x02\x01"):
        return ElfFile(0, 0, 0)
    var value = ElfFile(start, 0, 0).value_of(symbol)
    return ElfFile(start if value else 0, 0, address - value)
