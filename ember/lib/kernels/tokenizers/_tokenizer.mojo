"""A tokenizer: special tokens, pieces, tokens of pieces."""

from tokenizers._classes import Classes, point_at
from tokenizers._merging import ByRank, ByScore, Merges, Symbols, merge
from tokenizers._specials import Specials
from tokenizers._splitting import cut
from tokenizers._unigram import UNKNOWN, BestPath, best_path
from tokenizers._vocabulary import NOT_FOUND, Vocabulary, append_token, read_size
from tokenizers._wordpiece import cut_word

comptime Text = UnsafePointer[UInt8, ImmAnyOrigin]
comptime _BLANK: UInt8 = 32
comptime _NORMAL: Int32 = 1
comptime _BYTE: Int32 = 6


@fieldwise_init
struct Model(Equatable, TrivialRegisterPassable):
    """How pieces become tokens; Python knows the numbers, too (`ember/pipelines/tokenizers/native.py`)."""

    var number: Int

    comptime BYTES = Model(0)
    """Merges of bytes."""
    comptime CHARACTERS = Model(1)
    """Merges of characters, in the order of a list."""
    comptime SCORES = Model(2)
    """Merges of characters, the highest score first."""
    comptime UNIGRAM = Model(3)
    """The best sum of scores."""
    comptime WORDS = Model(4)
    """The longest token first."""


struct Options(TrivialRegisterPassable):
    """What tokenizers do differently, as bits of a number."""

    var bits: Int

    comptime WHOLE_PIECES = 1
    """A piece that is a token is not taken apart."""
    comptime BYTES_FOR_UNKNOWN = 2
    """What is no token becomes tokens of its bytes."""
    comptime ONE_UNKNOWN = 4
    """Neighbours that are unknown become one."""
    comptime META_IS_BLANK = 8
    """`▁` in a token is a blank of the text."""
    comptime META_STARTS_WORDS = 16
    """Tokens at the start of words begin with `▁`, others with nothing; else those inside of words begin with `##`."""

    def __init__(out self, bits: Int):
        """The options of a number."""
        self.bits = bits

    def has(self, option: Int) -> Bool:
        """Whether an option is set."""
        return self.bits & option != 0


struct Tokenizer(Movable):
    """A vocabulary with all that is needed to cut text into its tokens. Several threads may use one."""

    var model: Model
    var options: Options
    var stages: List[Int]
    var vocabulary: Vocabulary
    var merges: Merges
    var scores: List[Float64]
    var order: List[UInt32]
    var usable: List[Bool]
    var lowest: Float64
    var byte_tokens: List[Int32]
    var unknown: Int
    var classes: Classes
    var specials: Specials
    var starting: List[UInt8]
    """What tokens at the start of words begin with."""
    var continuing: List[UInt8]
    """What tokens inside of words begin with."""
    var kinds: List[Int32]
    var whole: List[UInt8]
    """For each token whether its text, alone, becomes this token: 0 nobody asked, 1 yes, 2 no."""

    def __init__(
        out self, model: Int, options: Int, words: Span[UInt8, _], kinds: Span[Int32, _], unknown: Int
    ) raises:
        """The tokens as GGUF has them, and of each its kind: 1 normal, 3 control, 4 user's, 6 byte."""
        self.model = Model(model)
        self.options = Options(options)
        self.stages = []
        self.vocabulary = Vocabulary(words, len(kinds), self.model == Model.BYTES)
        self.merges = Merges(0)
        self.scores = []
        self.order = []
        self.usable = List[Bool](capacity=len(kinds))
        for kind in kinds:
            self.usable.append(kind == _NORMAL or kind == 4)
        self.lowest = 0
        self.unknown = unknown
        self.classes = Classes()
        self.specials = Specials()
        self.continuing = List("##".as_bytes())
        self.starting = []
        if self.options.has(Options.META_STARTS_WORDS):
            self.starting = List("▁".as_bytes())
            self.continuing = []
        self.kinds = List(kinds)
        self.whole = List[UInt8](length=len(kinds), fill=0)
        self.byte_tokens = List[Int32](length=256, fill=Int32(unknown))
        for byte in range(256):
            var token = self._token_of_byte(byte)
            if token != NOT_FOUND:
                self.byte_tokens[byte] = Int32(token)

    def _token_of_byte(self, byte: Int) -> Int:
        if self.model == Model.BYTES:
            var data: List[UInt8] = [UInt8(byte)]
            return self.vocabulary.find(rebind[Text](data.unsafe_ptr()), 1)
        var digits = "0123456789ABCDEF".as_bytes()
        var text = List("<0x00>".as_bytes())
        text[3] = digits[byte >> 4]
        text[4] = digits[byte & 15]
        return self.vocabulary.find(rebind[Text](text.unsafe_ptr()), len(text))

    def add_merges(mut self, packed: Span[UInt8, _], count: Int) raises:
        """Merges as GGUF has them: two tokens with a blank between them."""
        self.merges = Merges(count)
        var at = 0
        for rank in range(count):
            var size = read_size(packed, at)
            at += 8
            self._add_merge(packed[at : at + size], rank)
            at += size

    def _add_merge(mut self, text: Span[UInt8, _], rank: Int) raises:
        var blank = 1
        while blank < len(text) and text[blank] != _BLANK:
            blank += 1
        if blank >= len(text):
            raise Error("merge ", rank, " is not two tokens")
        var left = self._spelled(text[:blank])
        var right = self._spelled(text[blank + 1 :])
        var joined = List(Span(left))
        joined.extend(Span(right))
        var tokens = (self._find(left), self._find(right), self._find(joined))
        if tokens[0] == NOT_FOUND or tokens[1] == NOT_FOUND or tokens[2] == NOT_FOUND:
            return
        self.merges.insert(tokens[0], tokens[1], rank, tokens[2])

    def _spelled(self, text: Span[UInt8, _]) -> List[UInt8]:
        var bytes = List[UInt8](capacity=len(text))
        _ = append_token(bytes, text, self.model == Model.BYTES)
        return bytes^

    def _find(self, bytes: List[UInt8]) -> Int:
        return self.vocabulary.find(rebind[Text](bytes.unsafe_ptr()), len(bytes))

    def add_scores(mut self, scores: Span[Float64, _]) raises:
        """A score for each token."""
        if len(scores) != len(self.vocabulary):
            raise Error("there are ", len(scores), " scores for ", len(self.vocabulary), " tokens")
        self.scores = List(scores)
        self.lowest = 0
        for token in range(len(scores)):
            self.lowest = min(self.lowest, scores[token])
            self.order.append(_order(Float32(scores[token])) if self.usable[token] else UInt32.MAX)

    # -- text to tokens --------------------------------------------------------------------------

    def encode(self, text: Span[UInt8, _], takes_control: Bool) -> List[Int32]:
        """The tokens of a text in UTF-8."""
        var tokens = List[Int32](capacity=len(text) // 3 + 8)
        var work = Work()
        var address = rebind[Text](text.unsafe_ptr())
        var start = 0
        var at = 0
        while len(self.specials.texts) > 0 and at < len(text):
            var special = self.specials.find(address, at, len(text), takes_control)
            if special < 0:
                at += 1
                continue
            self._encode_part(address, start, at, work, tokens)
            tokens.append(Int32(self.specials.tokens[special]))
            at += len(self.specials.texts[special])
            start = at
        self._encode_part(address, start, len(text), work, tokens)
        return tokens^

    def _encode_part(self, text: Text, start: Int, end: Int, mut work: Work, mut tokens: List[Int32]):
        if start == end:
            return
        cut(self.stages, self.classes, text, start, end, work.ends)
        var at = start
        for i in range(len(work.ends)):
            var stop = work.ends[i]
            self._encode_piece(text + at, stop - at, work, tokens)
            at = stop

    def _encode_piece(self, text: Text, size: Int, mut work: Work, mut tokens: List[Int32]):
        if self.model == Model.WORDS:
            if not self.classes.is_space(point_at(text, 0).value):
                cut_word(self.vocabulary, self.starting, self.continuing, text, size, self.unknown, tokens)
            return
        if self.model == Model.UNIGRAM:
            best_path(self.vocabulary, self.scores, self.usable, self.lowest, text, size, work.path)
            self._append_path(text, size, work, tokens)
            return
        var known = self.vocabulary.find(text, size) if size <= self.vocabulary.longest else NOT_FOUND
        if known != NOT_FOUND and self.usable[known]:
            if self.options.has(Options.WHOLE_PIECES) or self.whole[known] == 1:
                tokens.append(Int32(known))
                return
        var first = len(tokens)
        self._merge_piece(text, size, work, tokens)
        if known != NOT_FOUND:
            var is_whole = len(tokens) == first + 1 and Int(tokens[first]) == known
            self.whole.unsafe_ptr().unsafe_mut_cast[True]()[known] = 1 if is_whole else 2

    def _merge_piece(self, text: Text, size: Int, mut work: Work, mut tokens: List[Int32]):
        work.symbols.clear()
        if self.model == Model.BYTES:
            for i in range(size):
                work.symbols.append(Int(self.byte_tokens[Int(text[i])]), i)
            merge(work.symbols, ByRank(Pointer(to=self.merges)))
        elif self.model == Model.CHARACTERS:
            self._append_characters(text, size, work.symbols)
            merge(work.symbols, ByRank(Pointer(to=self.merges)))
        else:
            self._append_characters(text, size, work.symbols)
            merge(work.symbols, ByScore(Pointer(to=self.vocabulary), Pointer(to=self.order), text, size))
        var first = len(tokens)
        var place = 0
        while place >= 0:
            var token = Int(work.symbols.tokens[place])
            if token >= 0:
                tokens.append(Int32(token))
            else:
                var start = Int(work.symbols.starts[place])
                self._append_unknown(text, start, work.symbols.end_of(Int32(place), size), first, tokens)
            place = Int(work.symbols.next[place])

    def _append_characters(self, text: Text, size: Int, mut symbols: Symbols):
        var at = 0
        while at < size:
            var width = point_at(text, at).size
            var token = self.vocabulary.find(text + at, width)
            symbols.append(token, at)
            at += width

    def _append_unknown(self, text: Text, start: Int, end: Int, first: Int, mut tokens: List[Int32]):
        """What is no token: its bytes, or the unknown token, or nothing where there is neither. The piece's tokens begin at `first`."""
        if self.options.has(Options.BYTES_FOR_UNKNOWN):
            for i in range(start, end):
                tokens.append(self.byte_tokens[Int(text[i])])
            return
        var again = len(tokens) > first and Int(tokens[len(tokens) - 1]) == self.unknown
        if self.unknown >= 0 and not (again and self.options.has(Options.ONE_UNKNOWN)):
            tokens.append(Int32(self.unknown))

    def _append_path(self, text: Text, size: Int, mut work: Work, mut tokens: List[Int32]):
        var first = len(tokens)
        var stops = List[Int]()
        var at = size
        while at > 0:
            stops.append(at)
            at = Int(work.path.starts[at])
        for stop in reversed(stops):
            var token = Int(work.path.tokens[stop])
            if token == UNKNOWN:
                self._append_unknown(text, Int(work.path.starts[stop]), stop, first, tokens)
            else:
                tokens.append(Int32(token))

    # -- tokens to text --------------------------------------------------------------------------

    def decode(self, tokens: Span[Int32, _]) raises -> List[UInt8]:
        """The bytes of tokens, one after the other."""
        var text = List[UInt8](capacity=len(tokens) * 4)
        for number in tokens:
            var token = Int(number)
            if token < 0 or token >= len(self.vocabulary):
                raise Error("there is no token ", token)
            if self.kinds[token] == _BYTE:
                text.append(self._byte_of(token))
            else:
                self._append_text(token, text)
        return text^

    def _byte_of(self, token: Int) -> UInt8:
        """The byte of a token `<0x41>`."""
        var text = self.vocabulary.address_of(token)
        return UInt8(_hexadecimal(text[3]) << 4 | _hexadecimal(text[4]))

    def _append_text(self, token: Int, mut text: List[UInt8]):
        var bytes = self.vocabulary.address_of(token)
        var size = self.vocabulary.size_of(token)
        var at = 0
        var has_meta = self.options.has(Options.META_IS_BLANK)
        while at < size:
            var is_meta = has_meta and at + 2 < size and bytes[at] == 0xE2 and bytes[at + 1] == 0x96
            if is_meta and bytes[at + 2] == 0x81:
                text.append(_BLANK)
                at += 3
            else:
                text.append(bytes[at])
                at += 1


def _hexadecimal(digit: UInt8) -> Int:
    return Int(digit) - ord("0") if digit <= UInt8(ord("9")) else Int(digit) - ord("A") + 10


struct Work(Movable):
    """Memory for one text."""

    var symbols: Symbols
    var path: BestPath
    var ends: List[Int]

    def __init__(out self):
        """Nothing yet."""
        self.symbols = Symbols()
        self.path = BestPath()
        self.ends = []


def _order(score: Float32) -> UInt32:
    """A number that is smaller the higher the score."""
    var bits = score.to_bits()
    return bits if bits >> 31 != 0 else 0x7FFFFFFF - bits
