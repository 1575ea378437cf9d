"""assert_equal and its relatives: they raise when a check fails."""

from std.math import isclose
from std.reflection.location import SourceLocation


@no_inline
def _failure(location: SourceLocation, var text: String) -> Error:
    return Error("At ", location, ": AssertionError: ", text)


@no_inline
def _comparison(
    operator: StaticString, left: String, right: String, msg: String, location: SourceLocation
) -> Error:
    var text = String(
        "`left ", operator, " right` comparison failed:\n   left: ", left, "\n  right: ", right
    )
    if msg:
        text.write("\n  reason: ", msg)
    return _failure(location, text^)


@always_inline
def assert_true[
    T: Boolable
](val: T, msg: String = "condition was unexpectedly False", *, location: SourceLocation = __call_site_text()) raises:
    """Raises unless the value is true.

    Example:

    ```mojo
    from std.testing import assert_true

    assert_true(2 > 1)
    ```
    """
    if not val.__bool__():
        raise _failure(location, msg)


@always_inline
def assert_false[
    T: Boolable
](val: T, msg: String = "condition was unexpectedly True", *, location: SourceLocation = __call_site_text()) raises:
    """Raises unless the value is false.

    Example:

    ```mojo
    from std.testing import assert_false

    assert_false(1 > 2, "the order is wrong")
    ```
    """
    if val.__bool__():
        raise _failure(location, msg)


@always_inline
def assert_equal[
    T: AnyType
](lhs: T, rhs: T, msg: String = "", *, location: SourceLocation = __call_site_text()) raises where conforms_to(T, Equatable) and (conforms_to(T, Writable) or conforms_to(T, Stringable)):
    """Raises unless both are equal.

    Example:

    ```mojo
    from std.testing import assert_equal

    assert_equal(1 + 1, 2)
    assert_equal("a" + "b", "ab")
    ```
    """
    if lhs != rhs:
        raise _comparison("==", String(lhs), String(rhs), msg, location)


@always_inline
def assert_equal[
    dtype: DType, length: SIMDLength, //
](
    lhs: SIMD[dtype, length],
    rhs: SIMD[dtype, length],
    msg: String = "",
    *,
    location: SourceLocation = __call_site_text(),
) raises:
    """Raises unless all lanes are equal."""
    if lhs.ne(rhs).reduce_or():
        raise _comparison("==", String(lhs), String(rhs), msg, location)


@always_inline
def assert_equal[
    T: AnyType, //
](lhs: Span[T, _], rhs: Span[T, _], msg: String = "", *, location: SourceLocation = __call_site_text()) raises where conforms_to(T, Equatable) and conforms_to(T, Writable):
    """Raises unless two views have equal elements."""
    if lhs != rhs:
        raise _comparison("==", String(lhs), String(rhs), msg, location)


@always_inline
def assert_equal(lhs: StringSlice[_], rhs: StringSlice[_], msg: String = "", *, location: SourceLocation = __call_site_text()) raises:
    """Raises unless two texts are equal, whoever owns them."""
    if lhs != rhs:
        raise _comparison("==", String(lhs), String(rhs), msg, location)


@always_inline
def assert_equal[
    O1: Origin, O2: Origin, //
](
    lhs: List[StringSlice[O1]], rhs: List[StringSlice[O2]], msg: String = "", *, location: SourceLocation = __call_site_text()
) raises:
    """Raises unless two lists have equal texts."""
    var same = len(lhs) == len(rhs)
    for i in range(min(len(lhs), len(rhs))):
        same = same and lhs[i] == rhs[i]
    if not same:
        raise _comparison("==", String(lhs), String(rhs), msg, location)


@always_inline
def assert_not_equal[
    T: AnyType
](lhs: T, rhs: T, msg: String = "", *, location: SourceLocation = __call_site_text()) raises where conforms_to(T, Equatable) and (conforms_to(T, Writable) or conforms_to(T, Stringable)):
    """Raises when both are equal.

    Example:

    ```mojo
    from std.testing import assert_not_equal

    assert_not_equal(1, 2)
    ```
    """
    if lhs == rhs:
        raise _comparison("!=", String(lhs), String(rhs), msg, location)


@always_inline
def assert_not_equal(lhs: StringSlice[_], rhs: StringSlice[_], msg: String = "", *, location: SourceLocation = __call_site_text()) raises:
    """Raises when two texts are equal, whoever owns them."""
    if lhs == rhs:
        raise _comparison("!=", String(lhs), String(rhs), msg, location)


@always_inline
def assert_not_equal[
    dtype: DType, length: SIMDLength, //
](
    lhs: SIMD[dtype, length],
    rhs: SIMD[dtype, length],
    msg: String = "",
    *,
    location: SourceLocation = __call_site_text(),
) raises:
    """Raises when all lanes are equal."""
    if lhs.eq(rhs).reduce_and():
        raise _comparison("!=", String(lhs), String(rhs), msg, location)


@always_inline
def assert_almost_equal[
    dtype: DType, length: SIMDLength, //
](
    lhs: SIMD[dtype, length],
    rhs: SIMD[dtype, length],
    msg: String = "",
    *,
    atol: Float64 = 1e-08,
    rtol: Float64 = 1e-05,
    equal_nan: Bool = False,
    location: SourceLocation = __call_site_text(),
) raises:
    """Raises unless all lanes are close to each other.

    Example:

    ```mojo
    from std.testing import assert_almost_equal

    assert_almost_equal(0.1 + 0.2, 0.3)
    ```
    """
    if not isclose(lhs, rhs, atol=atol, rtol=rtol, equal_nan=equal_nan).reduce_and():
        var text = String(lhs, " is not close to ", rhs)
        comptime if dtype.is_floating_point() or dtype.is_integral():
            text.write(" with a diff of ", abs(lhs - rhs))
        if msg:
            text.write(" (", msg, ")")
        raise _failure(location, text^)


@always_inline
def assert_is[
    T: AnyType
](lhs: T, rhs: T, msg: String = "", *, location: SourceLocation = __call_site_text()) raises where (conforms_to(T, Writable) or conforms_to(T, Stringable)):
    """Raises unless both are the same.

    Example:

    ```mojo
    from std.testing import assert_is

    assert_is(None, None)
    ```
    """
    if not (lhs is rhs):
        raise _comparison("is", String(lhs), String(rhs), msg, location)


@always_inline
def assert_is_not[
    T: AnyType
](lhs: T, rhs: T, msg: String = "", *, location: SourceLocation = __call_site_text()) raises where (conforms_to(T, Writable) or conforms_to(T, Stringable)):
    """Raises when both are the same.

    Example:

    ```mojo
    from std.testing import assert_is_not

    assert_is_not(DType.int8, DType.int16)
    ```
    """
    if lhs is rhs:
        raise _comparison("is not", String(lhs), String(rhs), msg, location)


struct assert_raises:
    """A `with` block that must raise.

    Example:

    ```mojo
    from std.testing import assert_raises

    with assert_raises(contains="no luck"):
        raise Error("no luck today")
    ```
    """

    var message_contains: Optional[String]
    """What the error's text must contain, if given."""
    var call_location: SourceLocation
    """Where the block is."""

    @always_inline
    def __init__(out self, *, location: SourceLocation = __call_site_text()):
        """Any error will do."""
        self.message_contains = None
        self.call_location = location

    @always_inline
    def __init__(out self, *, contains: String, location: SourceLocation = __call_site_text()):
        """The error's text must contain a text."""
        self.message_contains = contains
        self.call_location = location

    def __enter__(self):
        """Starts the block."""
        pass

    def __exit__(self) raises:
        """The block did not raise."""
        raise Error("AssertionError: Didn't raise at ", self.call_location)

    def __exit__[E: AnyType, //](self, error: E) raises -> Bool where conforms_to(E, Writable) or conforms_to(E, Stringable):
        """The block raised: right if the text fits."""
        if self.message_contains:
            return self.message_contains.value() in String(error)
        return True
