"""Logger: prints messages at or above a level."""

from std.io.file_descriptor import FileDescriptor, stdout
from std.os.os import abort
from std.reflection.location import SourceLocation
from std.sys.defines import get_defined_string


struct Level(Comparable, Equatable, TrivialRegisterPassable, Writable):
    """How important a message is.

    Example:

    ```mojo
    from std.logger import Level

    print(Level.INFO < Level.ERROR, Level.INFO)  # True INFO
    ```
    """

    var _value: Int

    comptime NOTSET = Level(0)
    """No level: nothing is logged."""
    comptime TRACE = Level(10)
    """Every step."""
    comptime DEBUG = Level(20)
    """For finding mistakes."""
    comptime INFO = Level(30)
    """What happens."""
    comptime WARNING = Level(40)
    """What may be wrong."""
    comptime ERROR = Level(50)
    """What is wrong."""
    comptime CRITICAL = Level(60)
    """What ends the program."""

    @always_inline
    def __init__(out self, value: Int):
        """Wraps a number."""
        self._value = value

    def __eq__(self, other: Self) -> Bool:
        """True for the same level."""
        return self._value == other._value

    def __lt__(self, other: Self) -> Bool:
        """True for a less important level."""
        return self._value < other._value

    @staticmethod
    def _from_str(name: StringSlice[ImmAnyOrigin]) -> Self:
        var lower = name.lower()
        if lower == "trace":
            return Self.TRACE
        if lower == "debug":
            return Self.DEBUG
        if lower == "info":
            return Self.INFO
        if lower == "warning":
            return Self.WARNING
        if lower == "error":
            return Self.ERROR
        if lower == "critical":
            return Self.CRITICAL
        return Self.NOTSET

    def write_to(self, mut writer: Some[Writer]):
        """Writes the name of the level."""
        if self == Self.TRACE:
            writer.write_string("TRACE")
        elif self == Self.DEBUG:
            writer.write_string("DEBUG")
        elif self == Self.INFO:
            writer.write_string("INFO")
        elif self == Self.WARNING:
            writer.write_string("WARNING")
        elif self == Self.ERROR:
            writer.write_string("ERROR")
        elif self == Self.CRITICAL:
            writer.write_string("CRITICAL")
        else:
            writer.write_string("NOTSET")


comptime DEFAULT_LEVEL = Level._from_str(get_defined_string["LOGGING_LEVEL", "notset"]())
"""The level given with `-D LOGGING_LEVEL=...`; without one, nothing is logged.

Example:

```mojo
from std.logger.logger import DEFAULT_LEVEL

print(DEFAULT_LEVEL)  # NOTSET
```
"""


struct Logger[level: Level = DEFAULT_LEVEL](Copyable, ImplicitlyCopyable, Movable):
    """Prints the messages that are important enough.

    Example:

    ```mojo
    from std.logger import Level, Logger

    var log = Logger[Level.WARNING]()
    log.info("not shown")
    log.error("no disk")
    # prints: ERROR::: no disk
    ```

    ```mojo
    from std.logger import Level, Logger

    var log = Logger[Level.DEBUG](prefix="> ")
    log.trace("not shown")
    log.debug("a")
    log.warning("b", 1, sep="-")
    # prints: > a
    # prints: > b-1
    ```

    ```mojo
    from std.logger import Level, Logger

    comptime SILENT = Level(1000)
    Logger[SILENT]().critical("not shown")
    ```
    """

    var _fd: FileDescriptor
    var _prefix: String
    var _source_location: Bool

    def __init__(out self, fd: FileDescriptor = stdout, *, prefix: String = "", source_location: Bool = False):
        """Prints to a file, on request with the place of each call."""
        self._fd = fd
        self._prefix = prefix
        self._source_location = source_location

    def _log[
        wanted: Level, *Ts: Writable
    ](self, *values: *Ts, sep: StringSlice[ImmAnyOrigin], end: StringSlice[ImmAnyOrigin], location: SourceLocation):
        comptime if Self.level != Level.NOTSET and wanted >= Self.level:
            var text = String()
            if self._prefix:
                text += self._prefix
            else:
                text.write(wanted, "::: ")
            if self._source_location:
                text.write("[", location, "] ")
            comptime for i in range(Ts.__len__()):
                comptime if i > 0:
                    text.write_string(sep)
                text.write(values[i])
            print(text, end=end, file=self._fd)

    def trace[
        *Ts: Writable
    ](
        self,
        *values: *Ts,
        sep: StringSlice[ImmAnyOrigin] = " ",
        end: StringSlice[ImmAnyOrigin] = "\n",
        location: SourceLocation = __call_site_text(),
    ):
        """A message about every step."""
        self._log[Level.TRACE](*values, sep=sep, end=end, location=location)

    def debug[
        *Ts: Writable
    ](
        self,
        *values: *Ts,
        sep: StringSlice[ImmAnyOrigin] = " ",
        end: StringSlice[ImmAnyOrigin] = "\n",
        location: SourceLocation = __call_site_text(),
    ):
        """A message for finding mistakes."""
        self._log[Level.DEBUG](*values, sep=sep, end=end, location=location)

    def info[
        *Ts: Writable
    ](
        self,
        *values: *Ts,
        sep: StringSlice[ImmAnyOrigin] = " ",
        end: StringSlice[ImmAnyOrigin] = "\n",
        location: SourceLocation = __call_site_text(),
    ):
        """A message about what happens."""
        self._log[Level.INFO](*values, sep=sep, end=end, location=location)

    def warning[
        *Ts: Writable
    ](
        self,
        *values: *Ts,
        sep: StringSlice[ImmAnyOrigin] = " ",
        end: StringSlice[ImmAnyOrigin] = "\n",
        location: SourceLocation = __call_site_text(),
    ):
        """A message about what may be wrong."""
        self._log[Level.WARNING](*values, sep=sep, end=end, location=location)

    def error[
        *Ts: Writable
    ](
        self,
        *values: *Ts,
        sep: StringSlice[ImmAnyOrigin] = " ",
        end: StringSlice[ImmAnyOrigin] = "\n",
        location: SourceLocation = __call_site_text(),
    ):
        """A message about what is wrong."""
        self._log[Level.ERROR](*values, sep=sep, end=end, location=location)

    def critical[
        *Ts: Writable
    ](
        self,
        *values: *Ts,
        sep: StringSlice[ImmAnyOrigin] = " ",
        end: StringSlice[ImmAnyOrigin] = "\n",
        location: SourceLocation = __call_site_text(),
    ):
        """A message about what ends the program, and its end."""
        self._log[Level.CRITICAL](*values, sep=sep, end=end, location=location)
        comptime if Self.level != Level.NOTSET and Level.CRITICAL >= Self.level:
            abort()
