"""Special tokens: texts that stand for themselves, wherever they are."""

comptime Text = UnsafePointer[UInt8, ImmAnyOrigin]


struct Specials(Movable):
    """Special tokens by their first byte, the longest first."""

    var texts: List[List[UInt8]]
    var tokens: List[Int]
    var is_control: List[Bool]
    """Whether one is a command, and text unless commands are asked for."""
    var by_byte: List[List[Int]]

    def __init__(out self):
        """None."""
        self.texts = []
        self.tokens = []
        self.is_control = []
        self.by_byte = List[List[Int]](length=256, fill=List[Int]())

    def add(mut self, text: Span[UInt8, _], token: Int, is_control: Bool):
        """One more; empty ones are never found."""
        if len(text) == 0:
            return
        var place = len(self.texts)
        self.texts.append(List(text))
        self.tokens.append(token)
        self.is_control.append(is_control)
        var first = Int(text[0])
        var at = 0
        while at < len(self.by_byte[first]) and len(self.texts[self.by_byte[first][at]]) >= len(text):
            at += 1
        self.by_byte[first].insert(at, place)

    def find(self, text: Text, at: Int, end: Int, takes_control: Bool) -> Int:
        """Which of them, the longest, is at this place; -1: none."""
        ref candidates = self.by_byte[Int(text[at])]
        for place in candidates:
            if self.is_control[place] and not takes_control:
                continue
            ref special = self.texts[place]
            if at + len(special) <= end and _starts_with(text + at, special):
                return place
        return -1


def _starts_with(text: Text, start: List[UInt8]) -> Bool:
    for i in range(len(start)):
        if text[i] != start[i]:
            return False
    return True
