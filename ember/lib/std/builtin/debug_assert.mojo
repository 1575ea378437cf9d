"""Checks that only debug builds make, and the way a failed check ends the program."""

from std.ffi import external_call
from std.reflection.location import SourceLocation
from std.sys.defines import get_defined_string
from std.sys.info import _is_away_from_host

comptime ASSERT_MODE = get_defined_string["ASSERT", "safe"]()
"""Which checks are made, as `-D ASSERT=MODE` says: `none`, those that are cheap (`safe`), or `all`; with `warn` all are
made, and the program goes on after those that fail.

Example:

```mojo
from std.builtin.debug_assert import ASSERT_MODE

print(ASSERT_MODE)  # safe
```
"""


def _is_checked(mode: StaticString) -> Bool:
    # Whether a check of this mode is made.
    return ASSERT_MODE == "all" or ASSERT_MODE == "warn" or (mode == "safe" and ASSERT_MODE != "none")


@always_inline
def _check_failed[*Ts: Writable](location: StaticString, *messages: *Ts):
    comptime if ASSERT_MODE == "warn":
        _write_failure(location, *messages)
    else:
        _assert_failed(location, *messages)


@always_inline
def debug_assert[
    cond: def() capturing -> Bool,
    write_mode: Int = 0,
    assert_mode: StaticString = "none",
    cpu_only: Bool = False,
    *Ts: Writable,
](*messages: *Ts, location: Optional[SourceLocation] = None, _at: StaticString = __call_site_text()):
    """Ends the program with a message when `cond()` is false, in debug builds.

    Example:

    ```mojo
    def root(x: Int) -> Int:
        debug_assert(x >= 0, "no root of ", x)
        return x // 2

    print(root(4))  # 2
    ```
    """
    comptime if _is_checked(assert_mode) and not (cpu_only and _is_away_from_host()):
        if not cond():
            _check_failed_there(location, _at, *messages)


@always_inline
def debug_assert[
    F: def() -> Bool,
    //,
    write_mode: Int = 0,
    assert_mode: StaticString = "none",
    cpu_only: Bool = False,
    *Ts: Writable,
](cond: F, *messages: *Ts, location: Optional[SourceLocation] = None, _at: StaticString = __call_site_text()):
    """Ends the program with a message when `cond()` is false, in debug builds; others do not call it."""
    comptime if _is_checked(assert_mode) and not (cpu_only and _is_away_from_host()):
        if not cond():
            _check_failed_there(location, _at, *messages)


@always_inline
def debug_assert[
    write_mode: Int = 0, assert_mode: StaticString = "none", cpu_only: Bool = False, *Ts: Writable
](cond: Bool, *messages: *Ts, location: Optional[SourceLocation] = None, _at: StaticString = __call_site_text()):
    """Ends the program with a message when `cond` is false, in debug builds."""
    comptime if _is_checked(assert_mode) and not (cpu_only and _is_away_from_host()):
        if not cond:
            _check_failed_there(location, _at, *messages)


@no_inline
def _check_failed_there[*Ts: Writable](location: Optional[SourceLocation], here: StaticString, *messages: *Ts):
    if location:
        var text = String(location.value())
        _check_failed(StaticString(ptr=text.unsafe_ptr().address, length=text.byte_length()), *messages)
    else:
        _check_failed(here, *messages)


@no_inline
def _assert_failed[*Ts: Writable](location: StaticString, *messages: *Ts) -> Never:
    # Writes the message of a failed check and ends the program; a kernel can only stop.
    comptime if not _is_away_from_host():
        _write_failure(location, *messages)
    _end_program()


@no_inline
def _value_missing(location: StaticString, message: StaticString) -> Never:
    # The same for a value that is not there.
    comptime if not _is_away_from_host():
        print("ABORT: ", location, ": ", message, sep="", flush=True)
    _end_program()


@no_inline
def _end_program() -> Never:
    comptime if _is_away_from_host():
        __mlir_op.`pop.call_llvm_intrinsic`[name="llvm.trap", has_side_effects=True, _type=NoneType]()
        __mlir_op.`kgen.unreachable`()
    comptime if __target_info["simulated"]() == 1:
        __mlir_op.`pop.call_llvm_intrinsic`[name="llvm.trap", has_side_effects=True, _type=NoneType]()
    else:
        external_call["exit", NoneType](Int32(1))
    __mlir_op.`kgen.unreachable`()


def _write_failure[*Ts: Writable](location: StaticString, *messages: *Ts):
    var text = String()
    text._write_apart(StaticString("At: "))
    text._write_apart(location)
    text._write_apart(StaticString(": Assert Error: "))
    comptime if Ts.__len__() == 0:
        text._write_apart(StaticString("assertion failed"))
    comptime for i in range(Ts.__len__()):
        text._write_apart(messages[i])
    text._write_apart(StaticString("\n"))
    print(text, end="", flush=True)


@always_inline
def _position(index: Int, length: Int, location: StaticString, from_end: Bool) -> Int:
    # The position an index means; `from_end`: counted from the end when negative. An index in range costs one comparison.
    # The sum is not in range for an index that is too big, since it is at least the length, nor for one that is too small.
    if UInt(index) < UInt(length):
        return index
    var position = index + length
    if not from_end or UInt(position) >= UInt(length):
        _index_failed(index, length, location)
    return position


@no_inline
def _index_failed(index: Int, length: Int, location: StaticString) -> Never:
    # Ends the program because of an index outside of 0 … length - 1.
    _assert_failed(location, "index ", index, " is out of bounds, valid range is 0 to ", length - 1)
