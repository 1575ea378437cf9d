"""Dict: values found by key, in the order they were put in."""

from std.format import write_value
from std.hashlib.ahash import _Mixer
from std.hashlib.hasher import Hasher
from std.memory.memory import _free, _malloc, memset

comptime _EMPTY = -1
comptime _DELETED = -2
comptime _POSITION = 0xFFFF_FFFF


struct DictEntry[K: Equatable & Hashable & Movable, V: Movable, H: Hasher = _Mixer](Copyable, ImplicitlyCopyable, Movable):
    """A key with its value.

    Example:

    ```mojo
    var ages: Dict[String, Int] = {"Ada": 36}
    for entry in ages.items():
        print(entry.key, entry.value)  # Ada 36
    ```

    ```mojo
    from std.collections.dict import DictEntry

    var entry = DictEntry[Int, Int](1, 2)
    print(entry^.reap_value())  # 2
    ```
    """

    var hash: UInt64
    """The hash of the key."""
    var key: Self.K
    """The key."""
    var value: Self.V
    """The value."""

    def __init__(out self, hash: UInt64, var key: Self.K, var value: Self.V):
        """Puts a key and its value together."""
        self.hash = hash
        self.key = key^
        self.value = value^

    def __init__(out self, var key: Self.K, var value: Self.V):
        """Puts a key and its value together."""
        self.hash = _hash_of[Self.H](key)
        self.key = key^
        self.value = value^

    def reap_value(deinit self) -> Self.V:
        """Moves the value out."""
        return self.value^


@always_inline
def _hash_of[H: Hasher, K: Hashable](key: K) -> UInt64:
    var hasher = H()
    key.__hash__(hasher)
    return hasher^.finish()


struct Dict[K: Equatable & Hashable & Movable, V: Movable, H: Hasher = _Mixer](
    Boolable,
    Copyable where conforms_to(K, Copyable) and conforms_to(V, Copyable),
    Defaultable,
    Deinitable,
    Equatable where conforms_to(V, Equatable),
    Hashable where conforms_to(K, Hashable) and conforms_to(V, Hashable),
    Iterable,
    Movable,
    Representable where (conforms_to(K, Writable) or conforms_to(K, Stringable)) and (conforms_to(V, Writable) or conforms_to(V, Stringable)),
    Sized,
    Stringable where (conforms_to(K, Writable) or conforms_to(K, Stringable)) and (conforms_to(V, Writable) or conforms_to(V, Stringable)),
    Writable where (conforms_to(K, Writable) or conforms_to(K, Stringable)) and (conforms_to(V, Writable) or conforms_to(V, Stringable)),
):
    """Entries in a row, in order of insertion, and a table of their positions by hash.

    A removed entry leaves a hole (`_alive` 0) until the next growth. The table's size is a power of two. A slot holds a
    position in its lower half and a part of the hash in its upper half, so that most keys that differ are told apart
    without a look at the entries.

    Example:

    ```mojo
    var ages: Dict[String, Int] = {"Ada": 36}
    ages["Alan"] = 41
    print(ages["Ada"], "Alan" in ages, len(ages))  # 36 True 2
    print(ages.get("Grace", 0))  # 0
    ```

    ```mojo
    var ages: Dict[String, Int] = {"Ada": 36, "Alan": 41}
    for name in ages.keys():
        print(name, end=" ")
    for age in ages.values():
        print(age, end=" ")
    for entry in ages.items():
        print(entry.key, entry.value, end="; ")
    # prints: Ada Alan 36 41 Ada 36; Alan 41;
    ```

    ```mojo
    var ages: Dict[String, Int] = {"Ada": 36}
    print(ages.find("Ada").value(), ages.setdefault("Alan", 41))  # 36 41
    ages.update({"Grace": 85})
    print(ages.pop("Alan"), ages.popitem().key)  # 41 Grace
    ages.clear()
    print(len(ages), len(Dict[String, Int].fromkeys(["a", "b"], 0)))  # 0 2
    var letters: Dict[String, Int] = {"a": 1}
    for entry in letters.take_items():
        print(entry.key)  # a
    ```

    ```mojo
    var ages: Dict[String, Int] = {"Ada": 36}
    print(ages.insert("Ada", 37).value().value, Bool(ages.insert("Alan", 41)))  # 36 False
    ```

    ```mojo
    from std.collections import DictEntry

    def show(var entry: DictEntry[Int, Int]):
        print(entry.key, entry.value)

    var numbers: Dict[Int, Int] = {1: 2}
    numbers.clear_with(show)
    # prints: 1 2
    numbers[3] = 4
    numbers^.deinit_with(show)
    # prints: 3 4
    ```
    """

    comptime Entry = DictEntry[Self.K, Self.V, Self.H]
    """A key with its value."""
    comptime Element = Self.K
    """What a loop gives: the type of the keys."""

    var _entries: UnsafePointer[DictEntry[Self.K, Self.V, Self.H], MutAnyOrigin]
    var _alive: UnsafePointer[UInt8, MutAnyOrigin]
    var _used: Int
    var _count: Int
    var _table: UnsafePointer[Int, MutAnyOrigin]
    var _size: Int

    # -- making ---------------------------------------------------------------------------------

    @always_inline
    def __init__(out self):
        """No entries."""
        self._entries = UnsafePointer[Self.Entry, MutAnyOrigin]()
        self._alive = UnsafePointer[UInt8, MutAnyOrigin]()
        self._used = 0
        self._count = 0
        self._table = UnsafePointer[Int, MutAnyOrigin]()
        self._size = 0

    def __init__(out self, *, power_of_two_initial_capacity: Int):
        """No entries, but room for some."""
        self = Self()
        self._rebuild(max(8, power_of_two_initial_capacity))

    def __init__(out self, *, capacity: Int):
        """No entries, but room for some."""
        self = Self()
        var size = 8
        while _room(size) < capacity:
            size *= 2
        self._rebuild(size)

    def __init__(out self, var keys: List[Self.K], var values: List[Self.V], __dict_literal__: NoneType) where conforms_to(Self.K, Copyable) and conforms_to(Self.V, Copyable):
        """One entry for each key and value."""
        self = Self()
        for i in range(len(keys)):
            self._insert(keys._data[i].copy(), values._data[i].copy())

    def __init__(out self, *, copy: Self):
        """Copies of all entries."""
        self = Self()
        if copy._count > 0:
            self._rebuild(copy._size)
            for i in range(copy._used):
                if copy._alive[i] != 0:
                    self._append(copy._entries[i].copy())

    def __deinit__(deinit self):
        """Drops all entries."""
        self._drop_entries()
        if self._size > 0:
            _free(self._entries.address)
            _free(self._alive.address)
            _free(self._table.address)

    @staticmethod
    def fromkeys(keys: List[Self.K], value: Self.V) -> Self where conforms_to(Self.K, Copyable) and conforms_to(Self.V, Copyable):
        """The same value for every key."""
        return Self.fromkeys(Span(keys), value)

    @staticmethod
    def fromkeys[Keys: Iterable, //](ref keys: Keys, value: Self.V) -> Self where conforms_to(Self.K, Copyable) and conforms_to(Self.V, Copyable):
        """The same value for everything that an iterable gives."""
        var result = Self()
        for key in keys:
            result._insert(key.copy(), value.copy())
        return result^

    # -- the table ------------------------------------------------------------------------------------

    def _drop_entries(self):
        for i in range(self._used):
            if self._alive[i] != 0:
                (self._entries + i).destroy_pointee()

    def _find(self, hash: UInt64, key: Self.K) -> Int:
        # The position of the entry with this key, or -1.
        if self._size == 0:
            return -1
        var mask = self._size - 1
        var slot = Int(hash) & mask
        var tag = _tag(hash)
        var found = self._table[slot]
        while found != _EMPTY:
            if found & ~_POSITION == tag:
                var position = found & _POSITION
                if self._entries[position].hash == hash and self._entries[position].key == key:
                    return position
            slot = (slot + 1) & mask
            found = self._table[slot]
        return -1

    def _append(mut self, var entry: DictEntry[Self.K, Self.V, Self.H]):
        # Adds an entry whose key is not there, in a table with room.
        var mask = self._size - 1
        var slot = Int(entry.hash) & mask
        while self._table[slot] >= 0:
            slot = (slot + 1) & mask
        self._table[slot] = _tag(entry.hash) | self._used
        (self._entries + self._used).init_pointee_move(entry^)
        self._alive[self._used] = 1
        self._used += 1
        self._count += 1

    @no_inline
    def _rebuild(mut self, size: Int):
        # Moves the living entries to a table of another size.
        var room = _room(size)
        var entries = _malloc[Self.Entry](room)
        var alive = _malloc[UInt8](room)
        var table = _malloc[Int](size)
        memset(table, Byte(255), size)
        var used = 0
        for i in range(self._used):
            if self._alive[i] != 0:
                var hash = self._entries[i].hash
                var slot = Int(hash) & (size - 1)
                while table[slot] != _EMPTY:
                    slot = (slot + 1) & (size - 1)
                table[slot] = _tag(hash) | used
                (entries + used).init_pointee_move_from(self._entries + i)
                alive[used] = 1
                used += 1
        if self._size > 0:
            _free(self._entries.address)
            _free(self._alive.address)
            _free(self._table.address)
        self._entries = entries
        self._alive = alive
        self._table = table
        self._size = size
        self._used = used
        self._count = used

    def _insert(mut self, var key: Self.K, var value: Self.V):
        comptime assert conforms_to(Self.K, Deinitable), "a key that is there already is dropped"
        var hash = _hash_of[Self.H](key)
        var position = self._find(hash, key)
        if position >= 0:
            self._entries[position].value = value^
            return
        if self._size == 0 or self._used >= _room(self._size):
            self._rebuild(8 if self._size == 0 else (self._size * 2 if self._count * 2 >= self._used else self._size))
        self._append(DictEntry[Self.K, Self.V, Self.H](hash, key^, value^))

    def _remove(mut self, position: Int) -> DictEntry[Self.K, Self.V, Self.H]:
        # Takes an entry out and leaves a hole.
        var mask = self._size - 1
        var slot = Int(self._entries[position].hash) & mask
        while self._table[slot] & _POSITION != position:
            slot = (slot + 1) & mask
        self._table[slot] = _DELETED
        self._alive[position] = 0
        self._count -= 1
        return (self._entries + position).take_pointee()

    # -- reading and writing --------------------------------------------------------------------------

    @always_inline
    def __len__(self) -> Int:
        """How many entries there are."""
        return self._count

    @always_inline
    def __bool__(self) -> Bool:
        """True when there are entries."""
        return self._count > 0

    def __getitem__(ref self, key: Self.K) raises -> ref[origin_of(self)._get_owned_interior["value"]] Self.V:
        """The value of a key; raises when there is none."""
        var position = self._find(_hash_of[Self.H](key), key)
        if position < 0:
            raise Error("DictKeyError[", __type_name[Self.K](), "]()")
        return __get_address_as_lvalue[Self.V, origin_of(self)](__address_of(self._entries[position].value))

    @always_inline
    def __setitem__(mut self, var key: Self.K, var value: Self.V):
        """Sets the value of a key."""
        self._insert(key^, value^)

    def __contains__(self, key: Self.K) -> Bool:
        """True when there is an entry for the key."""
        return self._find(_hash_of[Self.H](key), key) >= 0

    def get(self, key: Self.K) -> Optional[Self.V] where conforms_to(Self.V, Copyable):
        """The value of a key, if there is one."""
        var position = self._find(_hash_of[Self.H](key), key)
        if position < 0:
            return None
        return Optional[Self.V](self._entries[position].value.copy())

    def get(self, key: Self.K, var default: Self.V) -> Self.V where conforms_to(Self.V, Copyable) and conforms_to(Self.V, Deinitable):
        """The value of a key, or `default`."""
        var position = self._find(_hash_of[Self.H](key), key)
        if position < 0:
            return default^
        return self._entries[position].value.copy()

    def find(self, key: Self.K) -> Optional[Self.V] where conforms_to(Self.V, Copyable):
        """The value of a key, if there is one."""
        return self.get(key)

    def setdefault(mut self, key: Self.K, var default: Self.V) -> ref[origin_of(self)._get_owned_interior["value"]] Self.V where conforms_to(Self.K, Copyable) and conforms_to(Self.V, Deinitable):
        """The value of a key, which becomes `default` if there is none."""
        var hash = _hash_of[Self.H](key)
        var position = self._find(hash, key)
        if position < 0:
            self._insert(key.copy(), default^)
            position = self._used - 1
        return __get_address_as_lvalue[Self.V, origin_of(self)](__address_of(self._entries[position].value))

    def pop(mut self, key: Self.K) raises -> Self.V:
        """Removes an entry and gives its value; raises when there is none."""
        var position = self._find(_hash_of[Self.H](key), key)
        if position < 0:
            raise Error("DictKeyError[", __type_name[Self.K](), "]()")
        return self._remove(position).reap_value()

    def pop(mut self, key: Self.K, var default: Self.V) -> Self.V where conforms_to(Self.V, Deinitable):
        """Removes an entry and gives its value, or `default`."""
        var position = self._find(_hash_of[Self.H](key), key)
        if position < 0:
            return default^
        return self._remove(position).reap_value()

    def popitem(mut self) raises -> DictEntry[Self.K, Self.V, Self.H]:
        """Removes and gives the newest entry; raises when there is none."""
        var position = self._used - 1
        while position >= 0 and self._alive[position] == 0:
            position -= 1
        if position < 0:
            raise Error("EmptyDictError()")
        self._used = position + 1
        return self._remove(position)

    def insert(mut self, var key: Self.K, var value: Self.V) -> Optional[DictEntry[Self.K, Self.V, Self.H]]:
        """Sets the value of a key, and gives the entry that was there before, if any."""
        var hash = _hash_of[Self.H](key)
        var position = self._find(hash, key)
        if position < 0:
            self._insert(key^, value^)
            return None
        var old = DictEntry[Self.K, Self.V, Self.H](
            hash, key^, UnsafePointer(to=self._entries[position].value).take_pointee()
        )
        UnsafePointer(to=self._entries[position].value).init_pointee_move(value^)
        return Optional[DictEntry[Self.K, Self.V, Self.H]](old^)

    def update(mut self, other: Self, /) where conforms_to(Self.K, Copyable) and conforms_to(Self.V, Copyable):
        """Adds all entries of another Dict."""
        for i in range(other._used):
            if other._alive[i] != 0:
                self._insert(other._entries[i].key.copy(), other._entries[i].value.copy())

    def clear(mut self):
        """Drops all entries."""
        self._drop_entries()
        self._used = 0
        self._count = 0
        if self._size > 0:
            memset(self._table, Byte(255), self._size)

    # -- walking --------------------------------------------------------------------------------------

    @always_inline
    def _walk(ref self, start: Int, end: Int, step: Int) -> _Walk[Self.K, Self.V, Self.H]:
        var dict = UnsafePointer[Self, MutAnyOrigin](mlir_value=__address_of(self))
        return _Walk[Self.K, Self.V, Self.H](dict, start, end, step)

    @always_inline
    def __iter__(ref self) -> _DictKeyIter[Self.K, Self.V, Self.H, origin_of(self)]:
        """Walks the keys."""
        return _DictKeyIter[Self.K, Self.V, Self.H, origin_of(self)](
            self._walk(0, self._used, 1)
        )

    @always_inline
    def __iter__(var self) -> _OwnedDictIter[Self.K, Self.V, Self.H]:
        """Gives the keys away, oldest first, and ends their values: `for var key in d^`."""
        return _OwnedDictIter[Self.K, Self.V, Self.H](self^)

    @always_inline
    def __reversed__(ref self) -> _DictKeyIter[Self.K, Self.V, Self.H, origin_of(self)]:
        """Walks the keys, newest first."""
        return _DictKeyIter[Self.K, Self.V, Self.H, origin_of(self)](
            self._walk(self._used - 1, -1, -1)
        )

    @always_inline
    def keys(ref self) -> _DictKeyIter[Self.K, Self.V, Self.H, origin_of(self)]:
        """Walks the keys."""
        return self.__iter__()

    @always_inline
    def values(ref self) -> _DictValueIter[Self.K, Self.V, Self.H, origin_of(self)]:
        """Walks the values."""
        return _DictValueIter[Self.K, Self.V, Self.H, origin_of(self)](
            self._walk(0, self._used, 1)
        )

    @always_inline
    def items(ref self) -> _DictEntryIter[Self.K, Self.V, Self.H, origin_of(self)]:
        """Walks the entries."""
        return _DictEntryIter[Self.K, Self.V, Self.H, origin_of(self)](
            self._walk(0, self._used, 1)
        )

    def take_items(mut self) -> List[DictEntry[Self.K, Self.V, Self.H]]:
        """Takes all entries out."""
        var result = List[DictEntry[Self.K, Self.V, Self.H]](capacity=self._count)
        for i in range(self._used):
            if self._alive[i] != 0:
                result.append((self._entries + i).take_pointee())
                self._alive[i] = 0
        self.clear()
        return result^

    # -- operators ------------------------------------------------------------------------------------

    def __hash__[H2: Hasher](self, mut hasher: H2) where conforms_to(Self.V, Hashable):
        """Feeds keys and values in a way that does not depend on their order."""
        var total = UInt64(0)
        for entry in self.items():
            total ^= hash(entry.key) + 3 * hash(entry.value)
        hasher._update_word(total)

    def __eq__(self, other: Self) -> Bool where conforms_to(Self.V, Equatable):
        """True when both have the same keys with equal values."""
        if self._count != other._count:
            return False
        for i in range(self._used):
            if self._alive[i] != 0:
                var position = other._find(self._entries[i].hash, self._entries[i].key)
                if position < 0 or self._entries[i].value != other._entries[position].value:
                    return False
        return True

    def __ne__(self, other: Self) -> Bool where conforms_to(Self.V, Equatable):
        """True when they differ."""
        return not (self == other)

    def __or__(self, other: Self) -> Self where conforms_to(Self.K, Copyable) and conforms_to(Self.V, Copyable):
        """The entries of both; `other` wins."""
        var result = self.copy()
        result.update(other)
        return result^

    def __ior__(mut self, other: Self) where conforms_to(Self.K, Copyable) and conforms_to(Self.V, Copyable):
        """Adds all entries of another Dict."""
        self.update(other)

    def write_to(self, mut writer: Some[Writer]) where (conforms_to(Self.K, Writable) or conforms_to(Self.K, Stringable)) and (conforms_to(Self.V, Writable) or conforms_to(Self.V, Stringable)):
        """Writes `{a: 1, b: 2}`."""
        writer.write_string("{")
        var first = True
        for i in range(self._used):
            if self._alive[i] != 0:
                if not first:
                    writer.write_string(", ")
                first = False
                write_value(self._entries[i].key, writer)
                writer.write_string(": ")
                write_value(self._entries[i].value, writer)
        writer.write_string("}")

    def write_repr_to(self, mut writer: Some[Writer]) where (conforms_to(Self.K, Writable) or conforms_to(Self.K, Stringable)) and (conforms_to(Self.V, Writable) or conforms_to(Self.V, Stringable)):
        """Writes `Dict[String, Int]({'a': Int(1)})`."""
        writer.write_string(__type_name[Self]())
        writer.write_string("({")
        var first = True
        for i in range(self._used):
            if self._alive[i] != 0:
                if not first:
                    writer.write_string(", ")
                first = False
                self._entries[i].key.write_repr_to(writer)
                writer.write_string(": ")
                self._entries[i].value.write_repr_to(writer)
        writer.write_string("})")

    def __str__(self) -> String where (conforms_to(Self.K, Writable) or conforms_to(Self.K, Stringable)) and (conforms_to(Self.V, Writable) or conforms_to(Self.V, Stringable)):
        """The text that `print` shows."""
        var text = String()
        self.write_to(text)
        return text^

    def __repr__(self) -> String where (conforms_to(Self.K, Writable) or conforms_to(Self.K, Stringable)) and (conforms_to(Self.V, Writable) or conforms_to(Self.V, Stringable)):
        """The source form."""
        var text = String()
        self.write_repr_to(text)
        return text^

    def clear_with[F: def(var DictEntry[Self.K, Self.V, Self.H]) -> None, //](mut self, destroy_func: F, /):
        """Takes all entries out; the function gets each one."""
        for i in range(self._used):
            if self._alive[i] != 0:
                self._alive[i] = 0
                destroy_func((self._entries + i).take_pointee())
        self._count = 0
        self.clear()

    def deinit_with[F: def(var DictEntry[Self.K, Self.V, Self.H]) -> None, //](deinit self, deinit_func: F, /):
        """Ends the dictionary; the function gets each entry."""
        for i in range(self._used):
            if self._alive[i] != 0:
                deinit_func((self._entries + i).take_pointee())
        if self._size > 0:
            _free(self._entries.address)
            _free(self._alive.address)
            _free(self._table.address)


@always_inline
def _tag(hash: UInt64) -> Int:
    # The part of a hash that a slot of the table holds; never negative.
    return Int(hash >> 1) & ~_POSITION


@always_inline
def _room(size: Int) -> Int:
    # How many entries a table of this size takes.
    return size * 3 // 4


@fieldwise_init
struct _Walk[K: Equatable & Hashable & Movable, V: Movable, H: Hasher](TrivialRegisterPassable):
    """Goes from living entry to living entry. It looks where they are each time: the dictionary may change meanwhile."""

    var dict: UnsafePointer[Dict[Self.K, Self.V, Self.H], MutAnyOrigin]
    var position: Int
    var end: Int
    var step: Int

    @always_inline
    def skip_holes(self) -> Int:
        # The next position with an entry, or the end.
        var position = self.position
        var used = self.dict[]._used
        var alive = self.dict[]._alive
        if self.step > 0:
            var end = min(self.end, used)
            while position < end and alive[position] == 0:
                position += 1
            return position if position < end else self.end
        while position != self.end and (position >= used or alive[position] == 0):
            position -= 1
        return position

    def left(self) -> Int:
        # How many entries are still to come.
        var rest = self
        var count = 0
        while True:
            var position = rest.skip_holes()
            if position == rest.end:
                return count
            rest.position = position + rest.step
            count += 1


@fieldwise_init
struct _DictKeyIter[K: Equatable & Hashable & Movable, V: Movable, H: Hasher, origin: Origin](Iterable, CheckedIterator, Sized, TrivialRegisterPassable):
    """Walks the keys of a Dict."""

    comptime Element = Self.K

    var walk: _Walk[Self.K, Self.V, Self.H]

    @always_inline
    def __iter__(self) -> Self:
        return self

    def __len__(self) -> Int:
        return self.walk.left()

    @always_inline
    def __has_next__(self) -> Bool:
        return self.walk.skip_holes() != self.walk.end

    @always_inline
    def __next__(mut self) -> ref[Self.origin._get_owned_interior["key"]] Self.K:
        var position = self.walk.skip_holes()
        self.walk.position = position + self.walk.step
        return __get_address_as_lvalue[Self.K, Self.origin](__address_of(self.walk.dict[]._entries[position].key))


@fieldwise_init
struct _DictValueIter[K: Equatable & Hashable & Movable, V: Movable, H: Hasher, origin: Origin](Iterable, CheckedIterator, Sized, TrivialRegisterPassable):
    """Walks the values of a Dict."""

    comptime Element = Self.V

    var walk: _Walk[Self.K, Self.V, Self.H]

    @always_inline
    def __iter__(self) -> Self:
        return self

    @always_inline
    def __reversed__(self) -> Self:
        var walk = self.walk
        walk.position = self.walk.end - 1
        walk.end = self.walk.position - 1
        walk.step = -1
        return Self(walk)

    def __len__(self) -> Int:
        return self.walk.left()

    @always_inline
    def __has_next__(self) -> Bool:
        return self.walk.skip_holes() != self.walk.end

    @always_inline
    def __next__(mut self) -> ref[Self.origin._get_owned_interior["value"]] Self.V:
        var position = self.walk.skip_holes()
        self.walk.position = position + self.walk.step
        return __get_address_as_lvalue[Self.V, Self.origin](__address_of(self.walk.dict[]._entries[position].value))


@fieldwise_init
struct _DictEntryIter[K: Equatable & Hashable & Movable, V: Movable, H: Hasher, origin: Origin](Iterable, CheckedIterator, Sized, TrivialRegisterPassable):
    """Walks the entries of a Dict."""

    comptime Element = DictEntry[Self.K, Self.V, Self.H]

    var walk: _Walk[Self.K, Self.V, Self.H]

    @always_inline
    def __iter__(self) -> Self:
        return self

    @always_inline
    def __reversed__(self) -> Self:
        var walk = self.walk
        walk.position = self.walk.end - 1
        walk.end = self.walk.position - 1
        walk.step = -1
        return Self(walk)

    def __len__(self) -> Int:
        return self.walk.left()

    @always_inline
    def __has_next__(self) -> Bool:
        return self.walk.skip_holes() != self.walk.end

    @always_inline
    def __next__(mut self) -> ref[Self.origin._get_owned_interior["entry"]] DictEntry[Self.K, Self.V, Self.H]:
        var position = self.walk.skip_holes()
        self.walk.position = position + self.walk.step
        return __get_address_as_lvalue[DictEntry[Self.K, Self.V, Self.H], Self.origin](
            (self.walk.dict[]._entries + position).address
        )


comptime StringDict[V: Movable] = Dict[String, V]
"""A dictionary whose keys are texts, as the arguments of `var **kwargs: V` are.

Example:

```mojo
from std.collections import StringDict

def count(var **options: Int) -> Int:
    return len(options)

var sides = StringDict[Int]()
sides["width"] = 3
print(count(a=1, b=2), sides["width"])  # 2 3
```
"""
comptime OwnedKwargsDict = StringDict
"""The name of `StringDict` in 2025."""


struct _OwnedDictIter[K: Equatable & Hashable & Movable, V: Movable, H: Hasher](CheckedIterator, Sized):
    """Gives the keys of a dictionary away; the entries that nobody asked for end with it."""

    comptime Element = Self.K

    var _dict: Dict[Self.K, Self.V, Self.H]
    var _next: Int

    @always_inline
    def __init__(out self, var dict: Dict[Self.K, Self.V, Self.H]):
        self._dict = dict^
        self._next = 0

    @always_inline
    def __iter__(var self) -> Self:
        return self^

    @always_inline
    def __has_next__(self) -> Bool:
        return self._dict._count > 0

    def __next__(mut self) -> Self.K:
        while self._dict._alive[self._next] == 0:
            self._next += 1
        self._dict._alive[self._next] = 0
        self._dict._count -= 1
        var entry = (self._dict._entries + self._next).take_pointee()
        return entry.key^

    @always_inline
    def __len__(self) -> Int:
        return self._dict._count
