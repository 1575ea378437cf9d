"""The vocabulary: types, the places inside them, and everything that can be called, with its meaning in the model."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from .model import Place, Raised, Record, copy_of, record, show, tag_of, token
from .tree import Form, Parameter, Part, Type

INT = Type("Int")
BOOL = Type("Bool")
STRING = Type("String")
TOKEN = Type("Token")
UNIQUE = Type("Unique", "never")
PLAIN = Type("Plain", "explicit")
PAIR = Type("Pair")
CRATE = Type("Crate[Token]", "explicit")
CRATE_OF_TEXT = Type("Crate[String]", "explicit")
TOKENS = Type("List[Token]", "explicit")
PLAINS = Type("List[Plain]", "explicit")
STRINGS = Type("List[String]", "explicit")
LISTS = Type("List[List[Token]]", "explicit")
HOUSE = Type("House", "explicit")
MAYBE_TOKEN = Type("Optional[Token]")
MAYBE_TEXT = Type("Optional[String]")
TABLE = Type("Dict[String, Token]", "explicit")
TUPLE = Type("Tuple[Token, String]")
EITHER = Type("Variant[Token, String]")
SHARED = Type("ArcPointer[Token]")
OWNED = Type("OwnedPointer[Token]", "never")
TWO = Type("Tuple[Token, Token]")
VIEW = Type("StringSlice", "never")
SPAN = Type("Span[Token]", "never")
CAUGHT = Type("Trouble", "explicit")
ARRAY = Type("Array[Token, 2]", "explicit")
DEQUE = Type("Deque[Token]", "explicit")
SET = Type("Set[String]", "explicit")
CARD = Type("Card", "explicit")
LINEAR = Type("Linear", "never")
"""Whoever makes one ends it; variables of it are never moved but by that."""
GENERIC = Type("T", "explicit")
"""The parameter of a generic function."""
BOUND = "Tagged & Copyable & Deinitable"
STANDS_FOR = (TOKEN, PLAIN, PAIR)
"""What it can be."""

TYPES = (
    *(TOKEN, TOKEN, TOKEN, STRING, STRING, UNIQUE, PLAIN, PAIR, CRATE, CRATE_OF_TEXT, TOKENS),
    *(STRINGS, PLAINS, LISTS, HOUSE, MAYBE_TOKEN, MAYBE_TEXT, TABLE, TUPLE, EITHER, SHARED, OWNED),
    *(ARRAY, DEQUE, SET, CARD),
)
"""What variables are made of; the plain ones more often."""

FORMS: list[Form] = []
PARTS: list[Part] = []

_CODES = {
    "i": INT,
    "b": BOOL,
    "s": STRING,
    "t": TOKEN,
    "u": UNIQUE,
    "p": PLAIN,
    "P": PAIR,
    "c": CRATE,
    "C": CRATE_OF_TEXT,
    "l": TOKENS,
    "L": STRINGS,
    "m": PLAINS,
    "n": LISTS,
    "h": HOUSE,
    "o": MAYBE_TOKEN,
    "O": MAYBE_TEXT,
    "d": TABLE,
    "T": TUPLE,
    "v": EITHER,
    "a": SHARED,
    "w": OWNED,
    "2": TWO,
    "V": VIEW,
    "A": ARRAY,
    "D": DEQUE,
    "S": SET,
    "k": CARD,
    "x": LINEAR,
    "G": GENERIC,
}
_MODES = {"": "read", "~": "ref", "^": "own", "&": "mut", "@": "place"}
"""`place` is a place to be read, never a temporary."""


def _form(signature: str, text: str, meaning: Callable[..., Any], raises: str = "") -> None:
    """`signature` is `arguments>result`, a letter for a type, `^` after it for owned and `&` for `mut`."""
    arguments, _, result = signature.partition(">")
    parameters = []
    for part in arguments.split():
        parameters.append(Parameter(_MODES[part[1:]], _CODES[part[0]]))
    FORMS.append(Form(_CODES.get(result), text, tuple(parameters), meaning, raises))


def _part(
    owner: Type, type: Type, text: str, place: Callable[[Any, int], Place], raises: str = ""
) -> None:
    PARTS.append(Part(owner, type, text, place, raises))


def _field(owner: Type, type: Type, name: str) -> None:
    _part(owner, type, "{0}." + name, lambda value, _: Place(value.fields, name))


# -- places -----------------------------------------------------------------------------------------------

_field(UNIQUE, TOKEN, "token")
_field(PLAIN, TOKEN, "token")
_field(PLAIN, STRING, "name")
_field(PAIR, TOKEN, "left")
_field(PAIR, TOKEN, "right")
_field(HOUSE, PAIR, "pair")
_field(HOUSE, TOKENS, "tokens")
_field(HOUSE, MAYBE_TOKEN, "maybe")
_field(CRATE, TOKEN, "item")
_field(CRATE_OF_TEXT, STRING, "item")
for _list, _element in ((TOKENS, TOKEN), (STRINGS, STRING), (PLAINS, PLAIN), (LISTS, TOKENS)):
    _part(_list, _element, "{0}[{1} % len({0})]", lambda value, at: Place(value, at % len(value)))
_part(SPAN, TOKEN, "{0}[{1} % len({0})]", lambda value, at: Place(value, at % len(value)))
_field(CAUGHT, TOKEN, "token")
_field(CARD, STRING, "name")
_field(CARD, STRINGS, "words")
_part(ARRAY, TOKEN, "{0}[{1} % 2]", lambda value, at: Place(value, at % 2))
_part(DEQUE, TOKEN, "{0}[{1} % len({0})]", lambda value, at: Place(value, at % len(value)))
_part(TABLE, TOKEN, '{0}["a"]', lambda value, _: Place(value, "a"), raises="Error")
_part(TUPLE, TOKEN, "{0}[0]", lambda value, _: Place(value.fields, "0"))
_part(TUPLE, STRING, "{0}[1]", lambda value, _: Place(value.fields, "1"))
_part(SHARED, TOKEN, "{0}[]", lambda value, _: Place(value.fields, "item"))
_part(OWNED, TOKEN, "{0}[]", lambda value, _: Place(value.fields, "item"))
_part(CRATE, TOKEN, "{0}.look()", lambda value, _: Place(value.fields, "item"))
_part(
    PAIR,
    TOKEN,
    "{0}.larger()",
    lambda value, _: Place(
        value.fields,
        "right" if tag_of(value.fields["left"]) < tag_of(value.fields["right"]) else "left",
    ),
)

# -- numbers and conditions ----------------------------------------------------------------------------------

_form("t>i", "{0}.tag()", tag_of)
_form("t>i", "{0}.double()", lambda x: tag_of(x) * 2)
_form("P>i", "{0}.tag()", tag_of)
_form("p>i", "{0}.tag()", tag_of)
_form("u>i", "{0}.tag()", tag_of)
_form("s>i", "{0}.byte_length()", len)
_form("l>i", "len({0})", len)
_form("t^>i", "{0}.ended()", tag_of)
_form("i>b", "({0} % 2 == 0)", lambda x: x % 2 == 0)
_form("i i>b", "({0} < {1})", lambda x, y: x < y)
_form("s s>b", "({0} == {1})", lambda x, y: x == y)
_form("s s>b", "({0} < {1})", lambda x, y: x < y)
_form("b b>b", "({0} and {1})", lambda x, y: x and y)
_form("b b>b", "({0} or {1})", lambda x, y: x or y)
_form("b>b", "(not {0})", lambda x: not x)
_form("o>b", "Bool({0})", lambda x: x.kind == "Some")
_form("v>b", "{0}.isa[Token]()", lambda x: x.fields["is"] == "Token")

# -- tokens ---------------------------------------------------------------------------------------------------


def _bump(place: Place, by: int) -> None:
    value = place.get()
    value.fields["tag"] = (tag_of(value) + by) % 1000


def _bumped(value: Record, by: int) -> Record:
    value.fields["tag"] = (tag_of(value) + by) % 1000
    return value


def _exchange(place: Place, value: Any) -> Any:
    old = place.get()
    place.set(value)
    return old


def _trade(a: Place, b: Place) -> None:
    first, second = a.get(), b.get()
    a.set(second)
    b.set(first)


_form("t i>t", "{0}.plus({1})", lambda x, by: token((tag_of(x) + by) % 1000))
_form("t^>t", "{0}.kept()", lambda x: _bumped(x, 1))
_form("t^>t", "keep_token({0})", lambda x: x)
_form("t>t", "same_token({0})", copy_of)
_form("t^>t", "named_token({0})", lambda x: x)
_form("t t^>t", "sum_tokens({0}, {1})", lambda x, y: _bumped(y, tag_of(x)))
_form(
    "t>2",
    "two({0})",
    lambda x: record("Tuple", "0", "1")(copy_of(x), token((tag_of(x) + 1) % 1000)),
)
_form("t& i>", "{0}.bump({1})", _bump)


def _risky(x: Record, limit: int) -> Record:
    if tag_of(x) % 5 < limit % 5:
        raise Raised(f"risky {tag_of(x)}")
    return copy_of(x)  # type: ignore[no-any-return]


_form("t i>t", "risky({0}, {1} % 5)", _risky, raises="Error")


def _troubled(x: Record, limit: int) -> Record:
    if tag_of(x) % 5 < limit % 5:
        raise Raised(record("Trouble", "text", "token")("in a call ", copy_of(x)))
    return copy_of(x)  # type: ignore[no-any-return]


_form("t i>t", "troubled({0}, {1} % 5)", _troubled, raises="Trouble")


def _late(x: Record, limit: int) -> Record:
    if tag_of(x) % 5 < limit % 5:
        raise Raised(f"later {tag_of(x)}")
    return copy_of(x)  # type: ignore[no-any-return]


_form("t@ i>t", "create_raising_task(later_risky({0}, {1} % 5)).wait()", _late, raises="Error")
_form("t~ t~>i", "total({0}, {1})", lambda x, y: (tag_of(x) + tag_of(y)) % 1000)
_form("t^ t^>t", "last_owned({0}, {1})", lambda x, y: y)
_form("t@>t", "create_task(later({0})).wait()", copy_of)
_form("t^>t", "create_task(later_owned({0})).wait()", lambda x: _bumped(x, 3))
_form("t@>t", "create_task(much_later({0})).wait()", lambda x: _bumped(copy_of(x), 2))


def _put(x: Record, values: list[Any]) -> list[Any]:
    return [*values, x] if len(values) < 12 else values


def _put_first(x: Record, values: list[Any]) -> list[Any]:
    return [copy_of(x), *_put(x, values)[1:]]


def _handed_on(x: Record) -> Record:
    made = _bumped(copy_of(x), 3)
    return _bumped(made, (tag_of(x) + 1) % 1000)


_form("t^>t", "create_task(handed_on({0})).wait()", _handed_on)
_form("t^ l^>l", "create_task(put_later({0}, {1})).wait().copy()", _put)
_form("t@ l^>l", "create_task(put_much_later({0}, {1})).wait().copy()", _put_first)

# -- values that end where the program says so --------------------------------------------------------------


def _risky_linear(x: Record, limit: int) -> Record:
    if tag_of(x) % 5 < limit % 5:
        raise Raised(f"linear {tag_of(x)}")
    return x


def _worn(x: Record, rounds: int) -> Record:
    return _bumped(x, sum(range(rounds % 4)))


_form("t^>x", "Linear({0})", lambda x: x)
_form("x^>x", "pass_linear({0})", lambda x: x)
_form("x^>x", "bumped_linear({0}, 7)", lambda x: _bumped(x, 7))
_form("x^>x", "renewed({0}, True)", lambda x: x)
_form("x^>x", "renewed({0}, False)", lambda x: x)
_form("x^>x", "risky_linear({0}, 2)", lambda x: _risky_linear(x, 2), raises="Error")
_form("x^>t", "{0}.give()", lambda x: x)
_form("x^>i", "{0}.close()", tag_of)
_form("x@>i", "{0}.tag()", tag_of)
_form("x@>s", "{0}.shown()", lambda x: f"<{tag_of(x)}>")
_form("x& i>", "{0}.bump({1})", _bump)
_form("t^ i>t", "worn_linear({0}, {1} % 4)", _worn)

# -- every type that moves, every type that copies ----------------------------------------------------------

for _code in "stupPcClLmnhoOdTvawADSkG":
    _copies = _CODES[_code].copies
    _form(f"{_code}^>{_code}", "keep({0})", lambda x: x)
    _form(f"{_code}^>{_code}", "named({0})", lambda x: x)
    _form(f"b {_code}^ {_code}^>{_code}", "choose({0}, {1}, {2})", lambda c, x, y: x if c else y)
    _form(f"{_code}& {_code}^>{_code}", "exchange({0}, {1})", _exchange)
    _form(f"{_code}& {_code}^>", "overwrite_owned({0}, {1})", lambda a, x: a.set(x))
    _form(f"{_code}& {_code}&>", "swap({0}, {1})", _trade)
    _form(f"{_code}& {_code}&>", "trade({0}, {1})", _trade)
    if _copies == "never":
        continue
    _form(f"{_code}>{_code}", "again({0})", copy_of)
    _form(f"{_code}~>{_code}", "again_ref({0})", copy_of)
    _form(f"{_code}>{_code}", "named_copy({0})", copy_of)
    _form(
        f"b {_code} {_code}>{_code}", "pick({0}, {1}, {2})", lambda c, x, y: copy_of(x if c else y)
    )
    _form(f"{_code}& {_code}>", "overwrite({0}, {1})", lambda a, x: a.set(copy_of(x)))

_form("G>i", "{0}.tag()", tag_of)
_form("G>i", "{0}.double()", lambda x: tag_of(x) * 2)
_form("G>s", "{0}.shown()", lambda x: show(x))


def _bump_any(value: Record, by: int) -> Record:
    _bumped(value if value.kind == "Token" else value.fields["token"], by)
    return value


def _trade_in(place: Place, value: Record) -> Any:
    old = _exchange(place, value)
    _bump_any(value, 1)
    return old


def _settle(a: Place, b: Place) -> None:
    _bump_any(b.get(), 2)
    _trade(a, b)


for _code in "tu":
    _form(f"{_code}^>{_code}", "{0}.worn()", lambda x: _bump_any(x, 5))
    _form(f"{_code}& {_code}^>{_code}", "{0}.trade_in({1})", _trade_in)
    _form(f"{_code}& {_code}&>", "{0}.settle({1})", _settle)

# -- strings --------------------------------------------------------------------------------------------------


def _join(a: str, b: str) -> str:
    return b + a if len(b + a) < 60 else "long"


def _widen(s: str) -> str:
    return s + " and a rest that is on the heap" if len(s) < 40 else s


_form("s s^>s", "join({0}, {1})", _join)
_form("s^>s", "widen({0})", _widen)
_form("i>s", "String({0})", str)
_form("t>s", "{0}.shown()", lambda x: f"<{tag_of(x)}>")
_form("s>s", "{0}.upper()", lambda s: s.upper())
_form("s>s", '{0}.replace("a", "bb")', lambda s: s.replace("a", "bb") if len(s) < 99 else s)
_form("s s>s", "join({0} + {1}, String())", lambda a, b: _join(a + b, ""))
_form("V@>s", "String({0})", lambda s: s)
_form("V@>i", "{0}.byte_length()", len)
_form("s& s>", "{0} += {1}", lambda a, s: a.set(a.get() + s))

# -- records --------------------------------------------------------------------------------------------------

_form("i>u", "Unique(led, {0} % 1000)", lambda tag: Record("Unique", token=token(tag % 1000)))
_form("u^>t", "{0}.into_token()", lambda x: x.fields["token"])
_form("u& i>", "{0}.bump({1})", lambda u, by: _bump(Place(u.get().fields, "token"), by))
_form("t^ s^>p", "Plain({0}, {1})", record("Plain", "token", "name"))
_form("p& s^>s", "{0}.rename({1})", lambda p, s: _exchange(Place(p.get().fields, "name"), s))
_form(
    "p^>T",
    "{0}.into_parts()",
    lambda p: record("Tuple", "0", "1")(p.fields["token"], p.fields["name"]),
)
_form("t^ t^>P", "Pair({0}, {1})", record("Pair", "left", "right"))
_form(
    "P&>",
    "{0}.turn()",
    lambda p: _trade(Place(p.get().fields, "left"), Place(p.get().fields, "right")),
)
_form(
    "P>P",
    "{0}.turned()",
    lambda p: record("Pair", "left", "right")(
        copy_of(p.fields["right"]), copy_of(p.fields["left"])
    ),
)
_form("P^ l^ o^>h", "House({0}, {1}, {2})", record("House", "pair", "tokens", "maybe"))
_form("h^>l", "{0}.into_tokens()", lambda h: h.fields["tokens"])
_form("P^>t", "{0}.into_left()", lambda p: p.fields["left"])
for _code, _item in (("c", "t"), ("C", "s")):
    _form(f"{_item}^>{_code}", "Crate({0})", record("Crate", "item"))
    _form(f"{_code}^>{_item}", "{0}.opened()", lambda c: c.fields["item"])
    _form(
        f"{_code}& {_item}^>{_item}",
        "{0}.replace({1})",
        lambda c, x: _exchange(Place(c.get().fields, "item"), x),
    )

# -- containers -------------------------------------------------------------------------------------------------


def _pop_some(place: Place) -> Any:
    values = place.get()
    return values.pop() if len(values) > 1 else copy_of(values[0])


for _code, _item in (("l", "t"), ("L", "s"), ("m", "p"), ("n", "l")):
    _form(f"{_item}^ {_item}^>{_code}", "list_of({0}, {1})", lambda x, y: [x, y])
    _form(f"{_code}& {_item}^>", "{0}.append({1})", lambda p, x: p.get().append(x))
    _form(f"{_code}&>{_item}", "pop_some({0})", _pop_some)
    _form(f"{_code}&>", "{0}.reverse()", lambda p: p.get().reverse())
    _form(f"{_code}& {_item}^>", "{0}.insert(0, {1})", lambda p, x: p.get().insert(0, x))


def _pop_first(place: Place) -> Any:
    values = place.get()
    return values.pop(0) if len(values) > 1 else copy_of(values[0])


def _extend(place: Place, more: list[Any]) -> None:
    if len(place.get()) < 12:
        place.get().extend(more)


for _code, _item in (("l", "t"), ("L", "s"), ("m", "p")):
    _form(f"{_code}&>{_item}", "pop_first({0})", _pop_first)
    _form(f"{_code}& {_code}^>", "extend_some({0}, {1})", _extend)

_form("t^ t^>A", "array_of({0}, {1})", lambda x, y: [x, y])
_form("t^ t^>D", "deque_of({0}, {1})", lambda x, y: [x, y])
_form("D& t^>", "{0}.append({1})", lambda p, x: p.get().append(x))
_form("D& t^>", "{0}.appendleft({1})", lambda p, x: p.get().insert(0, x))
_form("D&>t", "pop_deque({0})", _pop_some, raises="Error")
_form("D&>t", "pop_left({0})", _pop_first, raises="Error")
_form("D>i", "len({0})", len)


def _set(*items: str) -> Record:
    return Record("Set", items=list(dict.fromkeys(items)))


def _add(place: Place, item: str) -> None:
    items = place.get().fields["items"]
    if item not in items and len(items) < 6:
        items.append(item)


_form("s^ s^>S", "set_of({0}, {1})", _set)
_form("S& s^>", "add_some({0}, {1})", _add)
_form("S s>b", "({1} in {0})", lambda x, item: item in x.fields["items"])
_form("S>i", "len({0})", lambda x: len(x.fields["items"]))
_form("s^ L^>k", "Card({0}, {1})", record("Card", "name", "words"))
_form(
    ">k",
    "materialize[CARD]()",
    lambda: Record(
        "Card",
        name="card",
        words=["of", "words, one of which is longer than a string keeps"],
    ),
)
_form(
    "l>l",
    "[item.plus(3) for item in {0}]",
    lambda xs: [token((tag_of(x) + 3) % 1000) for x in xs],
)
_form("l>L", "[item.shown() for item in {0}]", lambda xs: [f"<{tag_of(x)}>" for x in xs])
_form("L>L", "[item.upper() for item in {0}]", lambda xs: [x.upper() for x in xs])
_form(
    ">L",
    "materialize[WORDS]()",
    lambda: ["w", "a word that is longer than a string keeps in itself"],
)

for _code, _item, _name in (("o", "t", "Token"), ("O", "s", "String")):
    _form(f"{_item}^>{_code}", f"Optional[{_name}]({{0}})", record("Some", "item"))
    _form(f">{_code}", f"Optional[{_name}](None)", record("None"))
    _form(
        f"{_code} {_item}>{_item}",
        "{0}.or_else({1})",
        lambda o, x: copy_of(o.fields["item"] if o.kind == "Some" else x),
    )

_form("t^ t^>d", "table_of({0}, {1})", lambda x, y: {"a": x, "b": y})


def _take_or(place: Place, other: Any) -> Any:
    held = place.get()
    if held.kind == "None":
        return other
    place.set(Record("None"))
    return held.fields["item"]


for _code, _item in (("o", "t"), ("O", "s")):
    _form(f"{_code}& {_item}^>{_item}", "take_or({0}, {1})", _take_or)
_form("d& t^>t", "pop_or({0}, {1})", lambda d, x: d.get().pop("b", x))
_form(
    "d>l",
    "[e.value.plus(3) for e in {0}.items()]",
    lambda d: [_bumped(copy_of(x), 3) for x in d.values()],
)
_form("v& t^>", "{0}.set({1})", lambda v, x: v.set(Record("Variant", **{"is": "Token", "item": x})))
_form(
    "v& s^>", "{0}.set({1})", lambda v, x: v.set(Record("Variant", **{"is": "String", "item": x}))
)
_form("d& t^>", '{0}["b"] = {1}', lambda d, x: Place(d.get(), "b").set(x))
_form("d& t^>", '{0}["a"] = {1}', lambda d, x: Place(d.get(), "a").set(x))
_form("t^ s^>T", "Tuple({0}, {1})", record("Tuple", "0", "1"))
_form(
    "t^>v", "Variant[Token, String]({0})", lambda x: Record("Variant", **{"is": "Token", "item": x})
)
_form(
    "s^>v",
    "Variant[Token, String]({0})",
    lambda x: Record("Variant", **{"is": "String", "item": x}),
)
_form("t^>a", "ArcPointer({0})", record("Arc", "item"))
_form("t^>w", "OwnedPointer({0})", record("Owned", "item"))
_form("w^>t", "{0}.into_inner()", lambda w: w.fields["item"])


# -- what stands by itself --------------------------------------------------------------------------------------


class Held(NamedTuple):
    """What an optional or variant holds, and how to ask whether it does."""

    form: Form
    part: Part


def _held(
    owner: Type, type: Type, question: str, text: str, meaning: Callable[[Any], bool]
) -> Held:
    form = Form(BOOL, question, (Parameter("read", owner),), meaning)
    return Held(form, Part(owner, type, text, lambda value, _: Place(value.fields, "item")))


HELD = (
    _held(MAYBE_TOKEN, TOKEN, "{0}", "{0}.value()", lambda x: x.kind == "Some"),
    _held(MAYBE_TEXT, STRING, "{0}", "{0}.value()", lambda x: x.kind == "Some"),
    _held(EITHER, TOKEN, "{0}.isa[Token]()", "{0}[Token]", lambda x: x.fields["is"] == "Token"),
    _held(EITHER, STRING, "{0}.isa[String]()", "{0}[String]", lambda x: x.fields["is"] == "String"),
)
ERROR = Form(STRING, "Error({0})", (Parameter("read", STRING),), lambda text: text)
TROUBLE = Form(
    STRING,
    "Trouble({0}, {1})",
    (Parameter("own", STRING), Parameter("own", TOKEN)),
    record("Trouble", "text", "token"),
)


def _of(text: str) -> Form:
    return next(form for form in FORMS if form.text == text)


LINEAR_OF, GIVE, CLOSE = _of("Linear({0})"), _of("{0}.give()"), _of("{0}.close()")
HANDED_ON, RISKY_LINEAR = _of("bumped_linear({0}, 7)"), _of("risky_linear({0}, 2)")
"""What makes, ends and hands on a linear value."""
