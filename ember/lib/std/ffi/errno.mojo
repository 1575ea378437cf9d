"""The error numbers of the C library."""

from std.ffi import external_call


struct ErrNo(Equatable, TrivialRegisterPassable, Writable):
    """The number of an error; its text is the operating system's.

    Example:

    ```mojo
    from std.ffi import ErrNo

    print(ErrNo.ENOENT, ErrNo.ENOENT.value)  # No such file or directory 2
    ```
    """

    var value: Int32
    """The number."""

    comptime SUCCESS = ErrNo(0)
    """Success."""
    comptime EPERM = ErrNo(1)
    """Operation not permitted."""
    comptime ENOENT = ErrNo(2)
    """No such file or directory."""
    comptime ESRCH = ErrNo(3)
    """No such process."""
    comptime EINTR = ErrNo(4)
    """Interrupted system call."""
    comptime EIO = ErrNo(5)
    """Input/output error."""
    comptime ENXIO = ErrNo(6)
    """No such device or address."""
    comptime E2BIG = ErrNo(7)
    """Argument list too long."""
    comptime ENOEXEC = ErrNo(8)
    """Exec format error."""
    comptime EBADF = ErrNo(9)
    """Bad file descriptor."""
    comptime ECHILD = ErrNo(10)
    """No child processes."""
    comptime EAGAIN = ErrNo(11)
    """Resource temporarily unavailable."""
    comptime ENOMEM = ErrNo(12)
    """Cannot allocate memory."""
    comptime EACCES = ErrNo(13)
    """Permission denied."""
    comptime EFAULT = ErrNo(14)
    """Bad address."""
    comptime EBUSY = ErrNo(16)
    """Device or resource busy."""
    comptime EEXIST = ErrNo(17)
    """File exists."""
    comptime EXDEV = ErrNo(18)
    """Invalid cross-device link."""
    comptime ENODEV = ErrNo(19)
    """No such device."""
    comptime ENOTDIR = ErrNo(20)
    """Not a directory."""
    comptime EISDIR = ErrNo(21)
    """Is a directory."""
    comptime EINVAL = ErrNo(22)
    """Invalid argument."""
    comptime ENFILE = ErrNo(23)
    """Too many open files in system."""
    comptime EMFILE = ErrNo(24)
    """Too many open files."""
    comptime ENOTTY = ErrNo(25)
    """Inappropriate ioctl for device."""
    comptime EFBIG = ErrNo(27)
    """File too large."""
    comptime ENOSPC = ErrNo(28)
    """No space left on device."""
    comptime ESPIPE = ErrNo(29)
    """Illegal seek."""
    comptime EROFS = ErrNo(30)
    """Read-only file system."""
    comptime EMLINK = ErrNo(31)
    """Too many links."""
    comptime EPIPE = ErrNo(32)
    """Broken pipe."""
    comptime EDOM = ErrNo(33)
    """Numerical argument out of domain."""
    comptime ERANGE = ErrNo(34)
    """Numerical result out of range."""

    @always_inline
    @implicit
    def __init__(out self, value: Int32):
        """Wraps a number."""
        self.value = value

    @always_inline
    def __eq__(self, other: Self) -> Bool:
        """True for the same number."""
        return self.value == other.value

    @always_inline
    def __ne__(self, other: Self) -> Bool:
        """True for different numbers."""
        return self.value != other.value

    def write_to(self, mut writer: Some[Writer]):
        """Writes the operating system's text."""
        var text = external_call["strerror", UnsafePointer[Byte, MutAnyOrigin]](self.value)
        writer.write_string(String(unsafe_from_utf8_ptr=text))

    def write_repr_to(self, mut writer: Some[Writer]):
        """Writes `ErrNo(value=Int32(2))`."""
        writer.write("ErrNo(value=Int32(", self.value, "))")
