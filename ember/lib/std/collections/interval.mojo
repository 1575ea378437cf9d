"""Interval and IntervalTree: ranges of values, and finding those that overlap."""

comptime IntervalElement = Comparable & Copyable & Intable & Writable
"""What may be the ends of an interval.

Example:

```mojo
from std.collections.interval import Interval, IntervalElement

def width[T: IntervalElement](interval: Interval[T]) -> Int:
    return Int(interval.end) - Int(interval.start)

print(width(Interval(3, 8)))  # 5
```
"""


@fieldwise_init
struct Interval[T: Copyable & Comparable](Boolable, Comparable, Copyable, ImplicitlyCopyable, Movable, Sized, Writable):
    """From `start` up to but not including `end`.

    Example:

    ```mojo
    from std.collections.interval import Interval

    var day = Interval(9, 17)
    print(12 in day, 17 in day, len(day))  # True False 8
    ```

    ```mojo
    from std.collections.interval import Interval

    var a = Interval(1, 5)
    var b = Interval(3, 9)
    print(a.overlaps(b), a.union(b), a.intersection(b))  # True (1, 9) (3, 5)
    ```
    """

    var start: Self.T
    """The first position."""
    var end: Self.T
    """The position after the last."""

    @implicit
    def __init__(out self, bounds: Tuple[Self.T, Self.T], /):
        """The two bounds."""
        self.start = bounds[0].copy()
        self.end = bounds[1].copy()

    def overlaps(self, other: Self) -> Bool:
        """True when the two have values in common."""
        return other.start < self.end and self.start < other.end

    def union(self, other: Self) -> Self:
        """The smallest interval that has both."""
        var start = self.start.copy() if self.start < other.start else other.start.copy()
        var end = other.end.copy() if self.end < other.end else self.end.copy()
        return Self(start^, end^)

    def intersection(self, other: Self) -> Self:
        """What both have in common."""
        var start = other.start.copy() if self.start < other.start else self.start.copy()
        var end = self.end.copy() if self.end < other.end else other.end.copy()
        return Self(start^, end^)

    def __contains__(self, value: Self.T) -> Bool:
        """True when `value` is inside."""
        return not (value < self.start) and value < self.end

    def __contains__(self, other: Self) -> Bool:
        """True when `other` is inside."""
        return not (other.start < self.start) and not (self.end < other.end)

    def __eq__(self, other: Self) -> Bool:
        """True for the same bounds."""
        return self.start == other.start and self.end == other.end

    def __lt__(self, other: Self) -> Bool:
        """Ordered by start, then end."""
        return self.start < other.start or (self.start == other.start and self.end < other.end)

    def __len__(self) -> Int:
        """The distance between the bounds."""
        return Int(self.end - self.start)

    def __bool__(self) -> Bool:
        """True when there is something inside."""
        return self.start < self.end

    def write_to(self, mut writer: Some[Writer]) where conforms_to(Self.T, Writable) or conforms_to(Self.T, Stringable):
        """Writes `(1, 5)`."""
        writer.write("(", self.start, ", ", self.end, ")")


struct IntervalTree[T: Copyable & Comparable, U: Copyable](Movable, Sized):
    """Intervals with data, found by overlap.

    Example:

    ```mojo
    from std.collections.interval import Interval, IntervalTree

    var meetings = IntervalTree[Int, Int]()
    meetings.insert(Interval(9, 10), 1)
    meetings.insert(Interval(9, 12), 2)
    print(len(meetings.search(Interval(11, 12))), meetings.depth())  # 1 2
    ```
    """

    var _intervals: List[Interval[Self.T]]
    var _data: List[Self.U]

    def __init__(out self):
        """No intervals."""
        self._intervals = List[Interval[Self.T]]()
        self._data = List[Self.U]()

    def insert(mut self, interval: Interval[Self.T], data: Self.U):
        """Adds an interval, kept in order of the start."""
        var place = len(self._intervals)
        while place > 0 and interval.start < self._intervals[place - 1].start:
            place -= 1
        self._intervals.insert(place, interval.copy())
        self._data.insert(place, data.copy())

    def search(self, interval: Interval[Self.T]) -> List[Self.U]:
        """The data of all intervals that overlap."""
        var result = List[Self.U]()
        for i in range(len(self._intervals)):
            if not (self._intervals[i].start < interval.end):
                break
            if self._intervals[i].overlaps(interval):
                result.append(self._data[i].copy())
        return result^

    def depth(self) -> Int:
        """How many levels a tree of the intervals has."""
        var levels = 0
        while (1 << levels) <= len(self._intervals):
            levels += 1
        return levels

    def __len__(self) -> Int:
        """How many intervals there are."""
        return len(self._intervals)
