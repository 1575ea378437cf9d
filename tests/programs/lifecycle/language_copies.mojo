# Constructions, copies and destructions, as the counting type sees them: never more copies than Mojo 1.2 (tuples, closures, results and the rest).
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

def t_swap_tuple(led: Ledger) raises:
    var a = C(led, 1)
    var b = C(led, 2)
    a, b = b, a
    show(a)
    show(b)

def t_swap(led: Ledger) raises:
    var a = C(led, 1)
    var b = C(led, 2)
    swap(a, b)
    show(a)
    show(b)

def t_variant_make(led: Ledger) raises:
    var v = Variant[C, Int](C(led, 1))
    show(v[C])

def t_variant_set(led: Ledger) raises:
    var v = Variant[C, Int](C(led, 1))
    v.set(C(led, 2))
    show(v[C])

def t_variant_assign(led: Ledger) raises:
    var v = Variant[C, Int](C(led, 1))
    v = 3
    _ = (v.isa[Int]())

def t_variant_copy(led: Ledger) raises:
    var v = Variant[C, Int](C(led, 1))
    var w = v
    show(v[C])
    show(w[C])

def t_variant_get(led: Ledger) raises:
    var v = Variant[C, Int](C(led, 1))
    var x = v[C]
    show(x)

def t_arc(led: Ledger) raises:
    var a = ArcPointer(C(led, 1))
    var b = a
    show(a[])
    show(b[])

def t_owned(led: Ledger) raises:
    var a = OwnedPointer(C(led, 1))
    show(a[])

def t_owned_take(led: Ledger) raises:
    var a = OwnedPointer(C(led, 1))
    var x = a^.into_inner()
    show(x)

def t_array(led: Ledger) raises:
    var a: Array[C, 3] = [C(led, 1), C(led, 2), C(led, 3)]
    show(a[0])

def t_array_fill(led: Ledger) raises:
    var a = Array[C, 3](fill=C(led, 1))
    show(a[0])

def t_array_copy(led: Ledger) raises:
    var a: Array[C, 3] = [C(led, 1), C(led, 2), C(led, 3)]
    var b = a.copy()
    show(a[0])
    show(b[0])

def t_array_iter(led: Ledger) raises:
    var a: Array[C, 3] = [C(led, 1), C(led, 2), C(led, 3)]
    for x in a:
        show(x)

def t_deque(led: Ledger) raises:
    var d = Deque[C]()
    d.append(C(led, 1))
    d.appendleft(C(led, 2))
    show(d.pop())

def t_deque_popleft(led: Ledger) raises:
    var d = Deque[C]()
    for i in range(20):
        d.append(C(led, i))
    show(d.popleft())

def t_deque_iter(led: Ledger) raises:
    var d = Deque[C]()
    d.append(C(led, 1))
    for x in d:
        show(x)

def t_deque_extend(led: Ledger) raises:
    var d = Deque[C]()
    d.extend(mk3(led))
    _ = (len(d))

def t_linked(led: Ledger) raises:
    var d = LinkedList[C]()
    d.append(C(led, 1))
    d.prepend(C(led, 2))
    show(d.pop())

def t_linked_iter(led: Ledger) raises:
    var d = LinkedList[C]()
    d.append(C(led, 1))
    for x in d:
        show(x)

def t_cl_var(led: Ledger) raises:
    var a = C(led, 1)
    def k() {var a}:
        show(a)
    k()

def t_cl_var_used(led: Ledger) raises:
    var a = C(led, 1)
    def k() {var a}:
        show(a)
    k()
    show(a)

def t_cl_move(led: Ledger) raises:
    var a = C(led, 1)
    def k() {var a^}:
        show(a)
    k()

def t_cl_imm(led: Ledger) raises:
    var a = C(led, 1)
    def k() {imm a}:
        show(a)
    k()
    show(a)

def t_cl_mut(led: Ledger) raises:
    var a = C(led, 1)
    def k() {mut a}:
        a = a.plus(1)
    k()
    show(a)

def t_cl_copy(led: Ledger) raises:
    var a = C(led, 1)
    def k() {var a}:
        show(a)
    var m = k
    k()
    m()

def t_cl_passed(led: Ledger) raises:
    var a = C(led, 1)
    def k() {var a}:
        show(a)
    callit(k)

def t_cl_ret(led: Ledger) raises:
    var a = C(led, 1)
    def k() {imm a} -> C:
        return a
    show(k())

def t_default_arg(led: Ledger) raises:
    show(dflt(led))

def t_ret_var(led: Ledger) raises:
    show(mk(led))

def t_ret_arg(led: Ledger) raises:
    var a = C(led, 1)
    show(give(a))

def t_ret_arg_used(led: Ledger) raises:
    var a = C(led, 1)
    show(give(a))
    show(a)

def t_ret_read(led: Ledger) raises:
    var a = C(led, 1)
    show(again(a))

def t_ret_named(led: Ledger) raises:
    show(named(led))

def t_ret_cond(led: Ledger) raises:
    show(cond(led, True))

def t_ret_field(led: Ledger) raises:
    show(W(C(led, 1)).f)

def t_field_get(led: Ledger) raises:
    var w = W(C(led, 1))
    var x = w.f
    show(x)

def t_field_take(led: Ledger) raises:
    var w = W(C(led, 1))
    show(w^.into())

def t_field_set(led: Ledger) raises:
    var w = W(C(led, 1))
    w.f = C(led, 2)
    show(w.f)

def t_field_set_var(led: Ledger) raises:
    var w = W(C(led, 1))
    var a = C(led, 2)
    w.f = a
    show(w.f)

def t_struct_copy(led: Ledger) raises:
    var w = W(C(led, 1))
    var v = w
    show(v.f)
    show(w.f)

def t_struct_lastcopy(led: Ledger) raises:
    var w = W(C(led, 1))
    var v = w
    show(v.f)

def t_ifexp(led: Ledger) raises:
    var a = C(led, 1)
    var b = C(led, 2)
    var x = a if led[].made > 1 else b
    show(x)

def t_ifexp_temp(led: Ledger) raises:
    var x = C(led, 1) if led[].made > 1 else C(led, 2)
    show(x)

def t_assign(led: Ledger) raises:
    var a = C(led, 1)
    var b = C(led, 2)
    b = a
    show(b)

def t_assign_used(led: Ledger) raises:
    var a = C(led, 1)
    var b = C(led, 2)
    b = a
    show(b)
    show(a)

def t_var_arg(led: Ledger) raises:
    vars(C(led, 1), C(led, 2))

def t_var_arg_var(led: Ledger) raises:
    var a = C(led, 1)
    vars(a, a)

def t_own_args(led: Ledger) raises:
    ownvars(C(led, 1), C(led, 2))

def t_own_args_var(led: Ledger) raises:
    var a = C(led, 1)
    ownvars(a, C(led, 2))
    show(a)

def t_raise_catch(led: Ledger) raises:
    try:
        show(maybe(led, True))
    except e:
        pass

def t_with_tok(led: Ledger) raises:
    with Ctx(led) as x:
        show(x)

def t_set_like(led: Ledger) raises:
    var l = mk3(led)
    sort_it(l)
    show(l[0])

def t_span_iter(led: Ledger) raises:
    var l = mk3(led)
    for x in Span(l):
        show(x)

def t_span_get(led: Ledger) raises:
    var l = mk3(led)
    var s = Span(l)
    var x = s[0]
    show(x)

def t_span_fill(led: Ledger) raises:
    var l = mk3(led)
    Span(l).fill(C(led, 8))
    show(l[0])

def t_max_(led: Ledger) raises:
    show(max(C(led, 1), C(led, 2)))

def t_min_var(led: Ledger) raises:
    var a = C(led, 1)
    var b = C(led, 2)
    show(min(a, b))
    show(a)

def t_list_index(led: Ledger) raises:
    var l = mk3(led)
    _ = (l.index(C(led, 2)))

def t_list_count(led: Ledger) raises:
    var l = mk3(led)
    _ = (l.count(C(led, 2)))

def t_list_in(led: Ledger) raises:
    var l = mk3(led)
    _ = (C(led, 2) in l)

def t_list_eq(led: Ledger) raises:
    var l = mk3(led)
    var k = mk3(led)
    _ = (l == k)

def t_sort_list(led: Ledger) raises:
    var l = mk3(led)
    sort(l)
    show(l[0])

def t_list_of_list(led: Ledger) raises:
    var l = List[List[C]]()
    l.append(mk3(led))
    l[0].append(C(led, 2))
    show(l[0][0])

def t_for_nested(led: Ledger) raises:
    var l = List[List[C]]()
    l.append(mk3(led))
    for x in l:
        for y in x:
            show(y)

def t_while_assign(led: Ledger) raises:
    var a = C(led, 1)
    var i = 0
    while i < 3:
        a = a.plus(1)
        i += 1
    show(a)

def t_loop_next(led: Ledger) raises:
    var a = C(led, 1)
    for i in range(3):
        var n = a.plus(1)
        a = n
    show(a)

def t_set_add(led: Ledger) raises:
    var s = Set[C]()
    s.add(C(led, 1))
    s.add(C(led, 1))
    _ = (len(s))

def t_set_iter(led: Ledger) raises:
    var s = Set[C]()
    s.add(C(led, 1))
    for x in s:
        show(x)

def t_set_pop(led: Ledger) raises:
    var s = Set[C]()
    s.add(C(led, 1))
    show(s.pop())

def t_set_union(led: Ledger) raises:
    var s = Set[C]()
    s.add(C(led, 1))
    var u = s.union(s)
    _ = (len(u))

def t_dict_key(led: Ledger) raises:
    var d = Dict[C, Int]()
    d[C(led, 1)] = 2
    _ = (d[C(led, 1)])

def t_dict_key_in(led: Ledger) raises:
    var d = Dict[C, Int]()
    d[C(led, 1)] = 2
    _ = (C(led, 1) in d)

def t_dict_keys_iter(led: Ledger) raises:
    var d = Dict[C, Int]()
    d[C(led, 1)] = 2
    for k in d:
        show(k)

def t_map_it(led: Ledger) raises:
    var l = mk3(led)
    for x in map[dbl](l):
        show(x)

def t_rebind(led: Ledger) raises:
    var a = C(led, 1)
    var b = rebind_var[C](a^)
    show(b)

def t_unused_copy(led: Ledger) raises:
    var a = C(led, 1)
    var b = a
    show(a)

def t_unused_field(led: Ledger) raises:
    var w = W(C(led, 1))
    var b = w.f
    show(w.f)

def t_unused_elem(led: Ledger) raises:
    var l = mk3(led)
    var b = l[0]
    show(l[0])

def t_unused_under(led: Ledger) raises:
    var l = mk3(led)
    _ = l[0]
    show(l[0])

def t_unused_for(led: Ledger) raises:
    var l = mk3(led)
    for var x in l:
        pass

def t_overwritten(led: Ledger) raises:
    var l = mk3(led)
    var b = l[0]
    b = l[1]
    show(b)

def main() raises:
    var led = alloc[Book](1)
    led.unsafe_write(Book())
    t_swap_tuple(led)
    tell(led, "swap_tuple")
    t_swap(led)
    tell(led, "swap")
    t_variant_make(led)
    tell(led, "variant_make")
    t_variant_set(led)
    tell(led, "variant_set")
    t_variant_assign(led)
    tell(led, "variant_assign")
    t_variant_copy(led)
    tell(led, "variant_copy")
    t_variant_get(led)
    tell(led, "variant_get")
    t_arc(led)
    tell(led, "arc")
    t_owned(led)
    tell(led, "owned")
    t_owned_take(led)
    tell(led, "owned_take")
    t_array(led)
    tell(led, "array")
    t_array_fill(led)
    tell(led, "array_fill")
    t_array_copy(led)
    tell(led, "array_copy")
    t_array_iter(led)
    tell(led, "array_iter")
    t_deque(led)
    tell(led, "deque")
    t_deque_popleft(led)
    tell(led, "deque_popleft")
    t_deque_iter(led)
    tell(led, "deque_iter")
    t_deque_extend(led)
    tell(led, "deque_extend")
    t_linked(led)
    tell(led, "linked")
    t_linked_iter(led)
    tell(led, "linked_iter")
    t_cl_var(led)
    tell(led, "cl_var")
    t_cl_var_used(led)
    tell(led, "cl_var_used")
    t_cl_move(led)
    tell(led, "cl_move")
    t_cl_imm(led)
    tell(led, "cl_imm")
    t_cl_mut(led)
    tell(led, "cl_mut")
    t_cl_copy(led)
    tell(led, "cl_copy")
    t_cl_passed(led)
    tell(led, "cl_passed")
    t_cl_ret(led)
    tell(led, "cl_ret")
    t_default_arg(led)
    tell(led, "default_arg")
    t_ret_var(led)
    tell(led, "ret_var")
    t_ret_arg(led)
    tell(led, "ret_arg")
    t_ret_arg_used(led)
    tell(led, "ret_arg_used")
    t_ret_read(led)
    tell(led, "ret_read")
    t_ret_named(led)
    tell(led, "ret_named")
    t_ret_cond(led)
    tell(led, "ret_cond")
    t_ret_field(led)
    tell(led, "ret_field")
    t_field_get(led)
    tell(led, "field_get")
    t_field_take(led)
    tell(led, "field_take")
    t_field_set(led)
    tell(led, "field_set")
    t_field_set_var(led)
    tell(led, "field_set_var")
    t_struct_copy(led)
    tell(led, "struct_copy")
    t_struct_lastcopy(led)
    tell(led, "struct_lastcopy")
    t_ifexp(led)
    tell(led, "ifexp")
    t_ifexp_temp(led)
    tell(led, "ifexp_temp")
    t_assign(led)
    tell(led, "assign")
    t_assign_used(led)
    tell(led, "assign_used")
    t_var_arg(led)
    tell(led, "var_arg")
    t_var_arg_var(led)
    tell(led, "var_arg_var")
    t_own_args(led)
    tell(led, "own_args")
    t_own_args_var(led)
    tell(led, "own_args_var")
    t_raise_catch(led)
    tell(led, "raise_catch")
    t_with_tok(led)
    tell(led, "with_tok")
    t_set_like(led)
    tell(led, "set_like")
    t_span_iter(led)
    tell(led, "span_iter")
    t_span_get(led)
    tell(led, "span_get")
    t_span_fill(led)
    tell(led, "span_fill")
    t_max_(led)
    tell(led, "max_")
    t_min_var(led)
    tell(led, "min_var")
    t_list_index(led)
    tell(led, "list_index")
    t_list_count(led)
    tell(led, "list_count")
    t_list_in(led)
    tell(led, "list_in")
    t_list_eq(led)
    tell(led, "list_eq")
    t_sort_list(led)
    tell(led, "sort_list")
    t_list_of_list(led)
    tell(led, "list_of_list")
    t_for_nested(led)
    tell(led, "for_nested")
    t_while_assign(led)
    tell(led, "while_assign")
    t_loop_next(led)
    tell(led, "loop_next")
    t_set_add(led)
    tell(led, "set_add")
    t_set_iter(led)
    tell(led, "set_iter")
    t_set_pop(led)
    tell(led, "set_pop")
    t_set_union(led)
    tell(led, "set_union")
    t_dict_key(led)
    tell(led, "dict_key")
    t_dict_key_in(led)
    tell(led, "dict_key_in")
    t_dict_keys_iter(led)
    tell(led, "dict_keys_iter")
    t_map_it(led)
    tell(led, "map_it")
    t_rebind(led)
    tell(led, "rebind")
    t_unused_copy(led)
    tell(led, "unused_copy")
    t_unused_field(led)
    tell(led, "unused_field")
    t_unused_elem(led)
    tell(led, "unused_elem")
    t_unused_under(led)
    tell(led, "unused_under")
    t_unused_for(led)
    tell(led, "unused_for")
    t_overwritten(led)
    tell(led, "overwritten")
    led.unsafe_free()
