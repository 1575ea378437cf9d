# What every generated program starts with: types that keep a book of their values, and calls in every convention.
from std.collections import Deque, Set
from std.memory import ArcPointer, OwnedPointer
from std.runtime._asyncrt import create_raising_task, create_task
from std.utils import Variant

comptime Cell = Pointer[Int, MutUntrackedOrigin]
comptime ALIVE = 7_770_000
comptime DEAD = 6_660_000


struct Book(Movable):
    """How many values were made, copied and destroyed; their memory is given back when the book is closed."""

    var made: Int
    var copied: Int
    var gone: Int
    var cells: List[Cell]

    def __init__(out self):
        self.made = 0
        self.copied = 0
        self.gone = 0
        self.cells = List[Cell]()

    def close(mut self, name: String):
        if self.made + self.copied != self.gone:
            print("! made", self.made, "copied", self.copied, "but destroyed", self.gone)
        print("#", name, "made", self.made, "copied", self.copied)
        for cell in self.cells:
            cell.unsafe_free()
        self.cells = List[Cell]()
        self.made = 0
        self.copied = 0
        self.gone = 0


comptime Ledger = Pointer[Book, MutUntrackedOrigin]


def open_book() -> Ledger:
    var led = alloc[Book](1)
    led.unsafe_write(Book())
    return led


def burn_book(led: Ledger):
    led.unsafe_deinit_pointee()
    led.unsafe_free()


def new_cell(led: Ledger, tag: Int) -> Cell:
    var cell = alloc[Int](2)
    cell[unsafe_offset=0] = ALIVE
    cell[unsafe_offset=1] = tag
    led[].cells.append(cell)
    return cell


def tag_of(cell: Cell) -> Int:
    if cell[unsafe_offset=0] != ALIVE:
        print("! used after its end", cell[unsafe_offset=1])
    return cell[unsafe_offset=1]


def end_cell(led: Ledger, cell: Cell):
    led[].gone += 1
    if cell[unsafe_offset=0] != ALIVE:
        print("! destroyed twice", cell[unsafe_offset=1])
    cell[unsafe_offset=0] = DEAD


trait Tagged:
    """Something with a number; the rest follows from it."""

    def tag(self) -> Int:
        ...

    def double(self) -> Int:
        return self.tag() * 2

    def shown(self) -> String:
        return String("<", self.tag(), ">")


trait Worn(Movable, Deinitable):
    """Something that changes; what takes, gives and exchanges it follows from that."""

    def bump(mut self, by: Int):
        ...

    def worn(var self) -> Self:
        self.bump(5)
        return self^

    def trade_in(mut self, var other: Self) -> Self:
        swap(self, other)
        self.bump(1)
        return other^

    def settle(mut self, mut other: Self):
        other.bump(2)
        swap(self, other)


struct Token(ImplicitlyCopyable, Tagged, Worn):
    """Copied when need be; own copy and move constructors."""

    var led: Ledger
    var cell: Cell

    def __init__(out self, led: Ledger, tag: Int):
        self.led = led
        self.cell = new_cell(led, tag)
        led[].made += 1

    def __init__(out self, *, copy: Self):
        self.led = copy.led
        self.cell = new_cell(copy.led, tag_of(copy.cell))
        self.led[].copied += 1

    def __init__(out self, *, deinit move: Self):
        self.led = move.led
        self.cell = move.cell
        _ = tag_of(self.cell)

    def __deinit__(deinit self):
        end_cell(self.led, self.cell)

    def tag(self) -> Int:
        return tag_of(self.cell)

    def bump(mut self, by: Int):
        self.cell[unsafe_offset=1] = (tag_of(self.cell) + by) % 1000

    def plus(self, by: Int) -> Self:
        return Token(self.led, (self.tag() + by) % 1000)

    def kept(var self) -> Self:
        self.bump(1)
        return self^

    def ended(deinit self) -> Int:
        var tag = self.tag()
        end_cell(self.led, self.cell)
        return tag


struct Unique(Movable, Tagged, Worn):
    """Moved, never copied; a destructor of its own beside the one of its field."""

    var token: Token
    var cell: Cell

    def __init__(out self, led: Ledger, tag: Int):
        self.token = Token(led, tag)
        self.cell = new_cell(led, tag)
        led[].made += 1

    def __deinit__(deinit self):
        end_cell(self.token.led, self.cell)

    def tag(self) -> Int:
        return self.token.tag()

    def bump(mut self, by: Int):
        self.token.bump(by)

    def into_token(deinit self) -> Token:
        end_cell(self.token.led, self.cell)
        return self.token^


@fieldwise_init
struct Plain(Copyable, Tagged):
    """Copied on request; everything synthesised."""

    var token: Token
    var name: String

    def tag(self) -> Int:
        return self.token.tag() + self.name.byte_length()

    def shown(self) -> String:
        return self.name + self.token.shown()

    def rename(mut self, var name: String) -> String:
        swap(self.name, name)
        return name^

    def into_parts(deinit self) -> Tuple[Token, String]:
        return (self.token^, self.name^)


@fieldwise_init
struct Pair(ImplicitlyCopyable, Tagged):
    """Two fields that are moved, assigned and read on their own."""

    var left: Token
    var right: Token

    def tag(self) -> Int:
        return self.left.tag() * 3 + self.right.tag()

    def turn(mut self):
        swap(self.left, self.right)

    def turned(self) -> Self:
        return Pair(self.right, self.left)

    def into_left(deinit self) -> Token:
        return self.left^

    def larger(ref self) -> ref[self.left, self.right] Token:
        if self.left.tag() < self.right.tag():
            return self.right
        return self.left


@fieldwise_init
struct House(Copyable):
    """Fields with fields and containers of their own."""

    var pair: Pair
    var tokens: List[Token]
    var maybe: Optional[Token]

    def into_tokens(deinit self) -> List[Token]:
        return self.tokens^


@fieldwise_init
struct Card(Copyable):
    """Known when compiling; a copy of it is made for each place that wants one."""

    var name: String
    var words: List[String]


struct Crate[T: Copyable & Deinitable](Copyable):
    """A generic owner."""

    var item: Self.T

    def __init__(out self, var item: Self.T):
        self.item = item^

    def replace(mut self, var item: Self.T) -> Self.T:
        swap(self.item, item)
        return item^

    def opened(deinit self) -> Self.T:
        return self.item^

    def look(ref self) -> ref[self.item] Self.T:
        return self.item


struct Trouble(Copyable, Writable):
    """An error with a value of its own."""

    var text: String
    var token: Token

    def __init__(out self, var text: String, var token: Token):
        self.text = text^
        self.token = token^

    def write_to(self, mut writer: Some[Writer]):
        writer.write("trouble ", self.text, self.token.shown())


struct Scope:
    """Says when it is left."""

    var token: Token
    var name: String

    def __init__(out self, led: Ledger, tag: Int):
        self.token = Token(led, tag)
        self.name = String("scope ", tag)

    def __enter__(ref self) -> ref[self.name] String:
        return self.name

    def __exit__(mut self):
        print("left", self.token.tag())


struct Guard:
    """Says when it is left, and lets no error through."""

    var token: Token

    def __init__(out self, led: Ledger, tag: Int):
        self.token = Token(led, tag)

    def __enter__(self):
        _ = self.token.tag()

    def __exit__(self):
        print("left", self.token.tag())

    def __exit__(self, err: Error) -> Bool:
        print("kept", self.token.tag(), err)
        return True


struct Linear(Deinitable where False, Movable, Tagged):
    """Ends only where the program says so."""

    var token: Token
    var cell: Cell

    def __init__(out self, var token: Token):
        self.cell = new_cell(token.led, token.tag())
        self.token = token^
        self.token.led[].made += 1

    def tag(self) -> Int:
        return self.token.tag()

    def bump(mut self, by: Int):
        self.token.bump(by)

    def close(deinit self) -> Int:
        end_cell(self.token.led, self.cell)
        return self.token.tag()

    def give(deinit self) -> Token:
        end_cell(self.token.led, self.cell)
        return self.token^


@fieldwise_init
struct Keeper[F: def(Int) -> Token](Movable):
    """Owns a closure."""

    var f: Self.F

    def run(self, n: Int) -> Token:
        return self.f(n)


# -- calls in every convention ------------------------------------------------------------------------


def keep[T: Movable & Deinitable](var x: T) -> T:
    return x^


def again[T: Copyable & Deinitable](x: T) -> T:
    return x.copy()


def again_ref[T: Copyable & Deinitable](ref x: T) -> T:
    return x.copy()


def named[T: Movable & Deinitable](var x: T, out r: T):
    r = x^


def named_copy[T: Copyable & Deinitable](x: T, out r: T):
    r = x.copy()


def pick[T: Copyable & Deinitable](c: Bool, a: T, b: T) -> T:
    if c:
        return a.copy()
    return b.copy()


def choose[T: Movable & Deinitable](c: Bool, var a: T, var b: T) -> T:
    if c:
        return a^
    return b^


def exchange[T: Movable & Deinitable](mut a: T, var b: T) -> T:
    swap(a, b)
    return b^


def overwrite[T: Copyable & Deinitable](mut a: T, b: T):
    a = b.copy()


def overwrite_owned[T: Movable & Deinitable](mut a: T, var b: T):
    a = b^


def trade[T: Movable & Deinitable](mut a: T, mut b: T):
    swap(a, b)


def first_of[T: Movable & Deinitable](ref a: T, ref b: T) -> ref[a] T:
    return a


def keep_token(var x: Token) -> Token:
    return x


def same_token(x: Token) -> Token:
    return x


def named_token(var x: Token, out r: Token):
    r = x


def sum_tokens(a: Token, var b: Token) -> Token:
    b.bump(a.tag())
    return b^


def two(a: Token) -> Tuple[Token, Token]:
    return (a, a.plus(1))


def join(a: String, var b: String) -> String:
    b += a
    return b if b.byte_length() < 60 else String("long")


def widen(var s: String, out r: String):
    r = s^
    if r.byte_length() < 40:
        r += " and a rest that is on the heap"


def list_of[T: Movable & Deinitable](var a: T, var b: T) -> List[T]:
    return [a^, b^]


def table_of(var a: Token, var b: Token) -> Dict[String, Token]:
    return {"a": a^, "b": b^}


def pop_some[T: Copyable & Deinitable](mut l: List[T]) -> T:
    if len(l) > 1:
        return l.pop()
    return l[0].copy()


def pop_first[T: Copyable & Deinitable](mut l: List[T]) -> T:
    if len(l) > 1:
        return l.pop(0)
    return l[0].copy()


def extend_some[T: Copyable & Deinitable](mut l: List[T], var other: List[T]):
    if len(l) < 12:
        l.extend(other^)


def array_of(var a: Token, var b: Token) -> Array[Token, 2]:
    return [a^, b^]


def deque_of(var a: Token, var b: Token) -> Deque[Token]:
    var made = Deque[Token]()
    made.append(b^)
    made.appendleft(a^)
    return made^


def pop_deque(mut d: Deque[Token]) raises -> Token:
    return d.pop() if len(d) > 1 else d[0]


def pop_left(mut d: Deque[Token]) raises -> Token:
    if len(d) > 1:
        return d.popleft()
    return d[0]


def set_of(var a: String, var b: String) -> Set[String]:
    return {a^, b^}


def add_some(mut s: Set[String], var a: String):
    if len(s) < 6:
        s.add(a^)


def pop_or(mut d: Dict[String, Token], var other: Token) -> Token:
    return d.pop("b", other^)


def take_or[T: Copyable & Deinitable](mut o: Optional[T], var other: T) -> T:
    if o:
        return o.take()
    return other^


def risky(x: Token, limit: Int) raises -> Token:
    if x.tag() % 5 < limit:
        raise Error(String("risky ", x.tag()))
    return x


def troubled(x: Token, limit: Int) raises Trouble -> Token:
    if x.tag() % 5 < limit:
        raise Trouble("in a call ", x)
    return x


def apply[F: def(Int) -> Token](f: F, n: Int) -> Token:
    return f(n)


def apply_twice[F: def(Int) -> Token](f: F, n: Int) -> Token:
    return f(f(n).tag() % 10)


def apply_raising[F: def(Int) raises -> Token](f: F, n: Int) raises -> Token:
    return f(n)


def total(*xs: Token) -> Int:
    var sum = 0
    for x in xs:
        sum += x.tag()
    return sum % 1000


def last_owned(var *xs: Token) -> Token:
    return xs[1]


async def later(x: Token) -> Token:
    return x


async def much_later(x: Token) -> Token:
    var y = await later(x)
    y.bump(2)
    return y


async def later_owned(var x: Token) -> Token:
    x.bump(3)
    return x


async def handed_on(var x: Token) -> Token:
    var y = await later_owned(x)
    x.bump(1)
    y.bump(x.tag())
    return y^


async def put_later(var x: Token, var l: List[Token]) -> List[Token]:
    if len(l) < 12:
        l.append(x)
    return l.copy()


async def put_much_later(x: Token, var l: List[Token]) -> List[Token]:
    var y = x
    var m = await put_later(x, l.copy())
    m[0] = y^
    return m^


def pass_linear(var x: Linear) -> Linear:
    return x^


def bumped_linear(var x: Linear, by: Int, out r: Linear):
    x.bump(by)
    r = x^


def renewed(var x: Linear, again: Bool) -> Linear:
    """Ends one on one way, hands it on on the other."""
    if again:
        return Linear(x^.give())
    var y = x^
    return y^


def risky_linear(var x: Linear, limit: Int) raises -> Linear:
    if x.tag() % 5 < limit:
        raise Error(String("linear ", x^.close()))
    return x^


def worn_linear(var x: Token, rounds: Int) -> Token:
    """A value for every round, each ended before the next; the last one stays."""
    var last = Linear(x^)
    for round in range(rounds):
        var next = Linear(last^.give())
        next.bump(round)
        last = next^
    return last^.give()


async def later_risky(x: Token, limit: Int) raises -> Token:
    if x.tag() % 5 < limit:
        raise Error(String("later ", x.tag()))
    return x


comptime CARD: Card = Card("card", ["of", "words, one of which is longer than a string keeps"])
comptime WORDS: List[String] = ["w", "a word that is longer than a string keeps in itself"]


# -- what is printed -----------------------------------------------------------------------------------


def show(x: Int) -> String:
    return String(x)


def show(x: String) -> String:
    return x


def show[T: Tagged](x: T) -> String:
    return x.shown()


def show(x: Crate[Token]) -> String:
    return String("crate ", x.item.shown())


def show(x: Crate[String]) -> String:
    return String("crate ", x.item)


def show[T: Tagged & Copyable & Deinitable](x: List[T]) -> String:
    var text = String("[")
    for item in x:
        text += item.shown()
    return text + "]"


def show(x: List[List[Token]]) -> String:
    var text = String("[")
    for item in x:
        text += show(item)
    return text + "]"


def show(x: Deque[Token]) -> String:
    var text = String("[")
    for item in x:
        text += item.shown()
    return text + "]"


def show(x: Array[Token, 2]) -> String:
    var text = String("[")
    for item in x:
        text += item.shown()
    return text + "]"


def show(x: Set[String]) -> String:
    var text = String("{")
    for item in x:
        text += item + ";"
    return text + "}"


def show(x: Card) -> String:
    return String("card ", x.name, show(x.words))


def show(x: House) -> String:
    return String("house ", show(x.pair), show(x.tokens), show(x.maybe))


def show(x: List[String]) -> String:
    var text = String("[")
    for item in x:
        text += item + ";"
    return text + "]"


def show[T: Tagged & Copyable & Deinitable](x: Optional[T]) -> String:
    return String("some ", x.value().shown()) if x else String("none")


def show(x: Optional[String]) -> String:
    return String("some ", x.value()) if x else String("none")


def show(x: Dict[String, Token]) -> String:
    var text = String("{")
    for item in x.items():
        text += item.key + item.value.shown()
    return text + "}"


def show(x: Tuple[Token, String]) -> String:
    return x[0].shown() + x[1]


def show(x: Variant[Token, String]) -> String:
    if x.isa[Token]():
        return x[Token].shown()
    return x[String]


def show(x: ArcPointer[Token]) -> String:
    return String("arc ", x[].shown())


def show(x: OwnedPointer[Token]) -> String:
    return String("owned ", x[].shown())
