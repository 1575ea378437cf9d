"""Logger: prints messages at or above a level."""

from std.io.file_descriptor import FileDescriptor, stdout
from std.sys.exit import exit
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
    """Everything."""
    comptime TRACE = Level(5)
    """Every step."""
    comptime DEBUG = Level(10)
    """For finding mistakes."""
    comptime INFO = Level(20)
    """What happens."""
    comptime WARNING = Level(30)
    """What may be wrong."""
    comptime ERROR = Level(40)
    """What is wrong."""
    comptime CRITICAL = Level(50)
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
"""The level given with `-D LOGGING_LEVEL=...`; without one, everything is logged.

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
    log.warning("b")
    log.critical("c")
    # prints: > a
    # prints: > b
    # prints: > c
    ```
    """

    var _fd: FileDescriptor
    var _prefix: String

    def __init__(out self, fd: FileDescriptor = stdout, *, prefix: String = ""):
        """Prints to a file."""
        self._fd = fd
        self._prefix = prefix

    def _log[wanted: Level, *Ts: AnyType](self, *values: *Ts):
        comptime if wanted >= Self.level:
            var text = String()
            if self._prefix:
                text += self._prefix
            else:
                text.write(wanted, "::: ")
            comptime for i in range(Ts.__len__()):
                comptime if i > 0:
                    text.write_string(" ")
                text.write(values[i])
            print(text, file=self._fd)

    def trace[*Ts: AnyType](self, *values: *Ts):
        """A message about every step."""
        self._log[Level.TRACE](*values)

    def debug[*Ts: AnyType](self, *values: *Ts):
        """A message for finding mistakes."""
        self._log[Level.DEBUG](*values)

    def info[*Ts: AnyType](self, *values: *Ts):
        """A message about what happens."""
        self._log[Level.INFO](*values)

    def warning[*Ts: AnyType](self, *values: *Ts):
        """A message about what may be wrong."""
        self._log[Level.WARNING](*values)

    def error[*Ts: AnyType](self, *values: *Ts):
        """A message about what is wrong."""
        self._log[Level.ERROR](*values)

    def critical[*Ts: AnyType](self, *values: *Ts):
        """A message about what ends the program."""
        self._log[Level.CRITICAL](*values)
