# Constructions, copies and destructions, as the counting type sees them: never more copies than Mojo 1.2 (containers).
from std.collections import Deque, Set, LinkedList
from std.memory import ArcPointer, OwnedPointer
from std.utils import Variant
from std.hash import Hasher

struct Book(Movable):
    var made: Int
    var copied: Int
    var gone: Int
    def __init__(out self):
        self.made = 0
        self.copied = 0
        self.gone = 0

comptime Ledger = Pointer[Book, MutUntrackedOrigin]

struct C(ImplicitlyCopyable, Equatable, Comparable, Hashable):
    var led: Ledger
    var t: Int
    def __init__(out self, led: Ledger, t: Int):
        self.led = led
        self.t = t
        led[].made += 1
    def __init__(out self, *, copy: Self):
        self.led = copy.led
        self.t = copy.t
        self.led[].copied += 1
    def __init__(out self, *, deinit move: Self):
        self.led = move.led
        self.t = move.t
    def __deinit__(deinit self):
        self.led[].gone += 1
    def plus(self, n: Int) -> Self:
        return C(self.led, self.t + n)
    def __eq__(self, o: Self) -> Bool:
        return self.t == o.t
    def __lt__(self, o: Self) -> Bool:
        return self.t < o.t
    def __hash__[H: Hasher](self, mut h: H):
        self.t.__hash__(h)

@fieldwise_init
struct W(ImplicitlyCopyable):
    var f: C
    def into(deinit self) -> C:
        return self.f^

@fieldwise_init
struct Ctx:
    var led: Ledger
    def __enter__(self) -> C:
        return C(self.led, 1)
    def __exit__(self):
        pass

def show(x: C):
    """A use."""
    _ = x.t
def tell(led: Ledger, name: String):
    print(name, led[].made, led[].copied, led[].gone)
    led[] = Book()


def mk(led: Ledger) -> C:
    var a = C(led, 1)
    return a
def mk3(led: Ledger) -> List[C]:
    return [C(led, 1), C(led, 2), C(led, 3)]
def mkd(led: Ledger) -> Dict[String, C]:
    return {"a": C(led, 1), "b": C(led, 2)}
def pair(led: Ledger) -> Tuple[C, C]:
    return (C(led, 1), C(led, 2))
def give(var a: C) -> C:
    return a
def again(a: C) -> C:
    return a
def named(led: Ledger, out r: C):
    r = C(led, 1)
def cond(led: Ledger, b: Bool) -> C:
    var x = C(led, 1)
    var y = C(led, 2)
    if b:
        return x
    return y
def dflt(led: Ledger, o: Optional[C] = None) -> C:
    return o.value() if o else C(led, 3)
def vars(*xs: C):
    for x in xs:
        _ = x.t
def ownvars(var *xs: C):
    for x in xs:
        _ = x.t
def maybe(led: Ledger, b: Bool) raises -> C:
    var a = C(led, 1)
    if b:
        raise Error("no")
    return a
def sort_it(mut l: List[C]):
    for i in range(len(l)):
        for j in range(i):
            if l[j].t < l[i].t:
                l.swap_elements(i, j)
def callit[F: def() -> None](f: F):
    f()
def dbl(x: C) -> C:
    return x.plus(x.t)

def t_or_else_some(led: Ledger) raises:
    var o = Optional(C(led, 1))
    var x = o.or_else(C(led, 2))
    show(x)

def t_or_else_none(led: Ledger) raises:
    var o = Optional[C](None)
    var x = o.or_else(C(led, 2))
    show(x)

def t_or_else_temp(led: Ledger) raises:
    var x = Optional(C(led, 1)).or_else(C(led, 2))
    show(x)

def t_or_else_var(led: Ledger) raises:
    var o = Optional(C(led, 1))
    var d = C(led, 2)
    show(o.or_else(d))
    show(d)

def t_opt_value(led: Ledger) raises:
    var o = Optional(C(led, 1))
    show(o.value())

def t_opt_value_copy(led: Ledger) raises:
    var o = Optional(C(led, 1))
    var x = o.value()
    show(x)

def t_opt_take(led: Ledger) raises:
    var o = Optional(C(led, 1))
    var x = o.take()
    show(x)

def t_opt_assign(led: Ledger) raises:
    var o = Optional(C(led, 1))
    o = C(led, 2)
    show(o.value())

def t_opt_none(led: Ledger) raises:
    var o = Optional(C(led, 1))
    o = None
    if not o:
        pass

def t_opt_copy(led: Ledger) raises:
    var o = Optional(C(led, 1))
    var p = o
    show(o.value())
    show(p.value())

def t_opt_eq_none(led: Ledger) raises:
    var o = Optional(C(led, 1))
    if o is not None:
        show(o.value())

def t_opt_deref(led: Ledger) raises:
    var o = Optional(C(led, 1))
    show(o[])

def t_opt_map_loop(led: Ledger) raises:
    for ref x in Optional(C(led, 1)):
        show(x)

def t_for_unused_var(led: Ledger) raises:
    var l = mk3(led)
    for var _x in l:
        pass

def t_for_var(led: Ledger) raises:
    var l = mk3(led)
    for var x in l:
        show(x)

def t_for_ref(led: Ledger) raises:
    var l = mk3(led)
    for ref x in l:
        show(x)

def t_for_plain(led: Ledger) raises:
    var l = mk3(led)
    for x in l:
        show(x)

def t_for_copyout(led: Ledger) raises:
    var l = mk3(led)
    var k = List[C]()
    for x in l:
        k.append(x)
    _ = (len(k))

def t_for_temp(led: Ledger) raises:
    for x in mk3(led):
        show(x)

def t_for_reversed(led: Ledger) raises:
    var l = mk3(led)
    for x in reversed(l):
        show(x)

def t_for_enumerate(led: Ledger) raises:
    var l = mk3(led)
    for i, x in enumerate(l):
        show(x)

def t_for_enumerate_unused(led: Ledger) raises:
    var l = mk3(led)
    for i, _x in enumerate(l):
        pass

def t_for_zip(led: Ledger) raises:
    var l = mk3(led)
    var k = mk3(led)
    for x, y in zip(l, k):
        show(x)
        show(y)

def t_list_append_temp(led: Ledger) raises:
    var l = List[C]()
    l.append(C(led, 1))
    _ = (len(l))

def t_list_append_var(led: Ledger) raises:
    var l = List[C]()
    var x = C(led, 1)
    l.append(x)
    _ = (len(l))

def t_list_append_var_used(led: Ledger) raises:
    var l = List[C]()
    var x = C(led, 1)
    l.append(x)
    show(x)
    _ = (len(l))

def t_list_append_move(led: Ledger) raises:
    var l = List[C]()
    var x = C(led, 1)
    l.append(x^)
    _ = (len(l))

def t_list_grow(led: Ledger) raises:
    var l = List[C]()
    for i in range(9):
        l.append(C(led, i))
    _ = (len(l))

def t_list_reserve(led: Ledger) raises:
    var l = List[C](capacity=9)
    for i in range(9):
        l.append(C(led, i))
    _ = (len(l))

def t_list_insert(led: Ledger) raises:
    var l = mk3(led)
    l.insert(1, C(led, 9))
    show(l[1])

def t_list_pop(led: Ledger) raises:
    var l = mk3(led)
    show(l.pop())

def t_list_pop0(led: Ledger) raises:
    var l = mk3(led)
    show(l.pop(0))

def t_list_pop_unused(led: Ledger) raises:
    var l = mk3(led)
    _ = l.pop()

def t_list_setitem(led: Ledger) raises:
    var l = mk3(led)
    l[0] = C(led, 7)
    show(l[0])

def t_list_getitem(led: Ledger) raises:
    var l = mk3(led)
    var x = l[1]
    show(x)

def t_list_swap(led: Ledger) raises:
    var l = mk3(led)
    l.swap_elements(0, 2)
    show(l[0])

def t_list_reverse(led: Ledger) raises:
    var l = mk3(led)
    l.reverse()
    show(l[0])

def t_list_extend(led: Ledger) raises:
    var l = mk3(led)
    l.extend(mk3(led))
    _ = (len(l))

def t_list_extend_copy(led: Ledger) raises:
    var l = mk3(led)
    var k = mk3(led)
    l.extend(k.copy())
    _ = (len(l), len(k))

def t_list_plus(led: Ledger) raises:
    var l = mk3(led)
    var k = mk3(led)
    var m = l + k^
    _ = (len(m))

def t_list_iadd(led: Ledger) raises:
    var l = mk3(led)
    l += mk3(led)
    _ = (len(l))

def t_list_mul(led: Ledger) raises:
    var l = mk3(led)
    var m = l * 2
    _ = (len(m))

def t_list_slice(led: Ledger) raises:
    var l = mk3(led)
    var m = List(l[0:2])
    _ = (len(m))

def t_list_copy(led: Ledger) raises:
    var l = mk3(led)
    var m = l.copy()
    _ = (len(l), len(m))

def t_list_clear(led: Ledger) raises:
    var l = mk3(led)
    l.clear()
    _ = (len(l))

def t_list_resize(led: Ledger) raises:
    var l = mk3(led)
    l.resize(5, C(led, 9))
    _ = (len(l))

def t_list_shrink(led: Ledger) raises:
    var l = mk3(led)
    l.shrink(1)
    _ = (len(l))

def t_list_fill(led: Ledger) raises:
    var l = List[C](length=4, fill=C(led, 1))
    _ = (len(l))

def t_list_literal(led: Ledger) raises:
    var l: List[C] = [C(led, 1), C(led, 2)]
    _ = (len(l))

def t_list_literal_var(led: Ledger) raises:
    var a = C(led, 1)
    var l: List[C] = [a, C(led, 2)]
    _ = (len(l))

def t_list_literal_used(led: Ledger) raises:
    var a = C(led, 1)
    var l: List[C] = [a, C(led, 2)]
    _ = (len(l))
    show(a)

def t_comp(led: Ledger) raises:
    var l = mk3(led)
    var m = [x for x in l]
    _ = (len(m))

def t_comp_var(led: Ledger) raises:
    var l = mk3(led)
    var m = [x.plus(1) for x in l]
    _ = (len(m))

def t_comp_range(led: Ledger) raises:
    var m = [C(led, i) for i in range(4)]
    _ = (len(m))

def t_dict_set(led: Ledger) raises:
    var d = Dict[String, C]()
    d["a"] = C(led, 1)
    _ = (len(d))

def t_dict_set_twice(led: Ledger) raises:
    var d = Dict[String, C]()
    d["a"] = C(led, 1)
    d["a"] = C(led, 2)
    _ = (len(d))

def t_dict_get(led: Ledger) raises:
    var d = mkd(led)
    show(d["a"])

def t_dict_get_copy(led: Ledger) raises:
    var d = mkd(led)
    var x = d["a"]
    show(x)

def t_dict_getm(led: Ledger) raises:
    var d = mkd(led)
    var x = d.get("a")
    show(x.value())

def t_dict_get_default(led: Ledger) raises:
    var d = mkd(led)
    show(d.get("z", C(led, 9)))

def t_dict_get_default2(led: Ledger) raises:
    var d = mkd(led)
    show(d.get("a", C(led, 9)))

def t_dict_pop(led: Ledger) raises:
    var d = mkd(led)
    show(d.pop("a"))

def t_dict_pop_default(led: Ledger) raises:
    var d = mkd(led)
    show(d.pop("z", C(led, 9)))

def t_dict_setdefault(led: Ledger) raises:
    var d = mkd(led)
    show(d.setdefault("z", C(led, 9)))

def t_dict_setdefault2(led: Ledger) raises:
    var d = mkd(led)
    show(d.setdefault("a", C(led, 9)))

def t_dict_items(led: Ledger) raises:
    var d = mkd(led)
    for e in d.items():
        show(e.value)

def t_dict_values(led: Ledger) raises:
    var d = mkd(led)
    for v in d.values():
        show(v)

def t_dict_update(led: Ledger) raises:
    var d = mkd(led)
    var e = mkd(led)
    d.update(e)
    _ = (len(d))

def t_dict_copy(led: Ledger) raises:
    var d = mkd(led)
    var e = d.copy()
    _ = (len(d), len(e))

def t_dict_literal(led: Ledger) raises:
    var d = {"a": C(led, 1), "b": C(led, 2)}
    _ = (len(d))

def t_dict_popitem(led: Ledger) raises:
    var d = mkd(led)
    var e = d.popitem()
    show(e.value)

def t_dict_comp(led: Ledger) raises:
    var d = {i: C(led, i) for i in range(3)}
    _ = (len(d))

def t_dict_grow(led: Ledger) raises:
    var d = Dict[Int, C]()
    for i in range(20):
        d[i] = C(led, i)
    _ = (len(d))

def t_dict_clear(led: Ledger) raises:
    var d = mkd(led)
    d.clear()
    _ = (len(d))

def t_tuple_make(led: Ledger) raises:
    var t = (C(led, 1), C(led, 2))
    show(t[0])

def t_tuple_var(led: Ledger) raises:
    var a = C(led, 1)
    var t = (a, C(led, 2))
    show(t[0])

def t_tuple_get(led: Ledger) raises:
    var t = (C(led, 1), C(led, 2))
    var x = t[0]
    show(x)

def t_tuple_unpack(led: Ledger) raises:
    var a, b = (C(led, 1), C(led, 2))
    show(a)
    show(b)

def t_tuple_unpack_call(led: Ledger) raises:
    var a, b = pair(led)
    show(a)
    show(b)

def t_tuple_ret(led: Ledger) raises:
    var t = pair(led)
    show(t[1])

def t_tuple_elem_temp(led: Ledger) raises:
    show(pair(led)[0])

def main() raises:
    var led = alloc[Book](1)
    led.unsafe_write(Book())
    t_or_else_some(led)
    tell(led, "or_else_some")
    t_or_else_none(led)
    tell(led, "or_else_none")
    t_or_else_temp(led)
    tell(led, "or_else_temp")
    t_or_else_var(led)
    tell(led, "or_else_var")
    t_opt_value(led)
    tell(led, "opt_value")
    t_opt_value_copy(led)
    tell(led, "opt_value_copy")
    t_opt_take(led)
    tell(led, "opt_take")
    t_opt_assign(led)
    tell(led, "opt_assign")
    t_opt_none(led)
    tell(led, "opt_none")
    t_opt_copy(led)
    tell(led, "opt_copy")
    t_opt_eq_none(led)
    tell(led, "opt_eq_none")
    t_opt_deref(led)
    tell(led, "opt_deref")
    t_opt_map_loop(led)
    tell(led, "opt_map_loop")
    t_for_unused_var(led)
    tell(led, "for_unused_var")
    t_for_var(led)
    tell(led, "for_var")
    t_for_ref(led)
    tell(led, "for_ref")
    t_for_plain(led)
    tell(led, "for_plain")
    t_for_copyout(led)
    tell(led, "for_copyout")
    t_for_temp(led)
    tell(led, "for_temp")
    t_for_reversed(led)
    tell(led, "for_reversed")
    t_for_enumerate(led)
    tell(led, "for_enumerate")
    t_for_enumerate_unused(led)
    tell(led, "for_enumerate_unused")
    t_for_zip(led)
    tell(led, "for_zip")
    t_list_append_temp(led)
    tell(led, "list_append_temp")
    t_list_append_var(led)
    tell(led, "list_append_var")
    t_list_append_var_used(led)
    tell(led, "list_append_var_used")
    t_list_append_move(led)
    tell(led, "list_append_move")
    t_list_grow(led)
    tell(led, "list_grow")
    t_list_reserve(led)
    tell(led, "list_reserve")
    t_list_insert(led)
    tell(led, "list_insert")
    t_list_pop(led)
    tell(led, "list_pop")
    t_list_pop0(led)
    tell(led, "list_pop0")
    t_list_pop_unused(led)
    tell(led, "list_pop_unused")
    t_list_setitem(led)
    tell(led, "list_setitem")
    t_list_getitem(led)
    tell(led, "list_getitem")
    t_list_swap(led)
    tell(led, "list_swap")
    t_list_reverse(led)
    tell(led, "list_reverse")
    t_list_extend(led)
    tell(led, "list_extend")
    t_list_extend_copy(led)
    tell(led, "list_extend_copy")
    t_list_plus(led)
    tell(led, "list_plus")
    t_list_iadd(led)
    tell(led, "list_iadd")
    t_list_mul(led)
    tell(led, "list_mul")
    t_list_slice(led)
    tell(led, "list_slice")
    t_list_copy(led)
    tell(led, "list_copy")
    t_list_clear(led)
    tell(led, "list_clear")
    t_list_resize(led)
    tell(led, "list_resize")
    t_list_shrink(led)
    tell(led, "list_shrink")
    t_list_fill(led)
    tell(led, "list_fill")
    t_list_literal(led)
    tell(led, "list_literal")
    t_list_literal_var(led)
    tell(led, "list_literal_var")
    t_list_literal_used(led)
    tell(led, "list_literal_used")
    t_comp(led)
    tell(led, "comp")
    t_comp_var(led)
    tell(led, "comp_var")
    t_comp_range(led)
    tell(led, "comp_range")
    t_dict_set(led)
    tell(led, "dict_set")
    t_dict_set_twice(led)
    tell(led, "dict_set_twice")
    t_dict_get(led)
    tell(led, "dict_get")
    t_dict_get_copy(led)
    tell(led, "dict_get_copy")
    t_dict_getm(led)
    tell(led, "dict_getm")
    t_dict_get_default(led)
    tell(led, "dict_get_default")
    t_dict_get_default2(led)
    tell(led, "dict_get_default2")
    t_dict_pop(led)
    tell(led, "dict_pop")
    t_dict_pop_default(led)
    tell(led, "dict_pop_default")
    t_dict_setdefault(led)
    tell(led, "dict_setdefault")
    t_dict_setdefault2(led)
    tell(led, "dict_setdefault2")
    t_dict_items(led)
    tell(led, "dict_items")
    t_dict_values(led)
    tell(led, "dict_values")
    t_dict_update(led)
    tell(led, "dict_update")
    t_dict_copy(led)
    tell(led, "dict_copy")
    t_dict_literal(led)
    tell(led, "dict_literal")
    t_dict_popitem(led)
    tell(led, "dict_popitem")
    t_dict_comp(led)
    tell(led, "dict_comp")
    t_dict_grow(led)
    tell(led, "dict_grow")
    t_dict_clear(led)
    tell(led, "dict_clear")
    t_tuple_make(led)
    tell(led, "tuple_make")
    t_tuple_var(led)
    tell(led, "tuple_var")
    t_tuple_get(led)
    tell(led, "tuple_get")
    t_tuple_unpack(led)
    tell(led, "tuple_unpack")
    t_tuple_unpack_call(led)
    tell(led, "tuple_unpack_call")
    t_tuple_ret(led)
    tell(led, "tuple_ret")
    t_tuple_elem_temp(led)
    tell(led, "tuple_elem_temp")
    led.unsafe_free()
