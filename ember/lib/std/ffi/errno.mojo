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
    comptime EWOULDBLOCK = Self.EAGAIN
    """Another name of `EAGAIN`."""
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
    comptime EDEADLOCK = ErrNo(35)
    """Resource deadlock avoided."""
    comptime ENAMETOOLONG = ErrNo(36)
    """File name too long."""
    comptime ENOLCK = ErrNo(37)
    """No locks available."""
    comptime ENOSYS = ErrNo(38)
    """Function not implemented."""
    comptime ENOTEMPTY = ErrNo(39)
    """Directory not empty."""
    comptime ELOOP = ErrNo(40)
    """Too many levels of symbolic links."""
    comptime ENOMSG = ErrNo(42)
    """No message of desired type."""
    comptime EIDRM = ErrNo(43)
    """Identifier removed."""
    comptime ECHRNG = ErrNo(44)
    """Channel number out of range."""
    comptime EL2NSYNC = ErrNo(45)
    """Level 2 not synchronized."""
    comptime EL3HLT = ErrNo(46)
    """Level 3 halted."""
    comptime EL3RST = ErrNo(47)
    """Level 3 reset."""
    comptime ELNRNG = ErrNo(48)
    """Link number out of range."""
    comptime EUNATCH = ErrNo(49)
    """Protocol driver not attached."""
    comptime ENOCSI = ErrNo(50)
    """No CSI structure available."""
    comptime EL2HLT = ErrNo(51)
    """Level 2 halted."""
    comptime EBADE = ErrNo(52)
    """Invalid exchange."""
    comptime EBADR = ErrNo(53)
    """Invalid request descriptor."""
    comptime EXFULL = ErrNo(54)
    """Exchange full."""
    comptime ENOANO = ErrNo(55)
    """No anode."""
    comptime EBADRQC = ErrNo(56)
    """Invalid request code."""
    comptime EBADSLT = ErrNo(57)
    """Invalid slot."""
    comptime EBFONT = ErrNo(59)
    """Bad font file format."""
    comptime ENOSTR = ErrNo(60)
    """Device not a stream."""
    comptime ENODATA = ErrNo(61)
    """No data available."""
    comptime ETIME = ErrNo(62)
    """Timer expired."""
    comptime ENOSR = ErrNo(63)
    """Out of streams resources."""
    comptime ENONET = ErrNo(64)
    """Machine is not on the network."""
    comptime ENOPKG = ErrNo(65)
    """Package not installed."""
    comptime EREMOTE = ErrNo(66)
    """Object is remote."""
    comptime ENOLINK = ErrNo(67)
    """Link has been severed."""
    comptime EADV = ErrNo(68)
    """Advertise error."""
    comptime ESRMNT = ErrNo(69)
    """Srmount error."""
    comptime ECOMM = ErrNo(70)
    """Communication error on send."""
    comptime EPROTO = ErrNo(71)
    """Protocol error."""
    comptime EMULTIHOP = ErrNo(72)
    """Multihop attempted."""
    comptime EDOTDOT = ErrNo(73)
    """RFS specific error."""
    comptime EBADMSG = ErrNo(74)
    """Bad message."""
    comptime EOVERFLOW = ErrNo(75)
    """Value too large for defined data type."""
    comptime ENOTUNIQ = ErrNo(76)
    """Name not unique on network."""
    comptime EBADFD = ErrNo(77)
    """File descriptor in bad state."""
    comptime EREMCHG = ErrNo(78)
    """Remote address changed."""
    comptime ELIBACC = ErrNo(79)
    """Can not access a needed shared library."""
    comptime ELIBBAD = ErrNo(80)
    """Accessing a corrupted shared library."""
    comptime ELIBSCN = ErrNo(81)
    """.lib section in a.out corrupted."""
    comptime ELIBMAX = ErrNo(82)
    """Attempting to link in too many shared libraries."""
    comptime ELIBEXEC = ErrNo(83)
    """Cannot exec a shared library directly."""
    comptime EILSEQ = ErrNo(84)
    """Invalid or incomplete multibyte or wide character."""
    comptime ERESTART = ErrNo(85)
    """Interrupted system call should be restarted."""
    comptime ESTRPIPE = ErrNo(86)
    """Streams pipe error."""
    comptime EUSERS = ErrNo(87)
    """Too many users."""
    comptime ENOTSOCK = ErrNo(88)
    """Socket operation on non-socket."""
    comptime EDESTADDRREQ = ErrNo(89)
    """Destination address required."""
    comptime EMSGSIZE = ErrNo(90)
    """Message too long."""
    comptime EPROTOTYPE = ErrNo(91)
    """Protocol wrong type for socket."""
    comptime ENOPROTOOPT = ErrNo(92)
    """Protocol not available."""
    comptime EPROTONOSUPPORT = ErrNo(93)
    """Protocol not supported."""
    comptime ESOCKTNOSUPPORT = ErrNo(94)
    """Socket type not supported."""
    comptime ENOTSUP = ErrNo(95)
    """Operation not supported."""
    comptime EPFNOSUPPORT = ErrNo(96)
    """Protocol family not supported."""
    comptime EAFNOSUPPORT = ErrNo(97)
    """Address family not supported by protocol."""
    comptime EADDRINUSE = ErrNo(98)
    """Address already in use."""
    comptime EADDRNOTAVAIL = ErrNo(99)
    """Cannot assign requested address."""
    comptime ENETDOWN = ErrNo(100)
    """Network is down."""
    comptime ENETUNREACH = ErrNo(101)
    """Network is unreachable."""
    comptime ENETRESET = ErrNo(102)
    """Network dropped connection on reset."""
    comptime ECONNABORTED = ErrNo(103)
    """Software caused connection abort."""
    comptime ECONNRESET = ErrNo(104)
    """Connection reset by peer."""
    comptime ENOBUFS = ErrNo(105)
    """No buffer space available."""
    comptime EISCONN = ErrNo(106)
    """Transport endpoint is already connected."""
    comptime ENOTCONN = ErrNo(107)
    """Transport endpoint is not connected."""
    comptime ESHUTDOWN = ErrNo(108)
    """Cannot send after transport endpoint shutdown."""
    comptime ETOOMANYREFS = ErrNo(109)
    """Too many references: cannot splice."""
    comptime ETIMEDOUT = ErrNo(110)
    """Connection timed out."""
    comptime ECONNREFUSED = ErrNo(111)
    """Connection refused."""
    comptime EHOSTDOWN = ErrNo(112)
    """Host is down."""
    comptime EHOSTUNREACH = ErrNo(113)
    """No route to host."""
    comptime EALREADY = ErrNo(114)
    """Operation already in progress."""
    comptime EINPROGRESS = ErrNo(115)
    """Operation now in progress."""
    comptime ESTALE = ErrNo(116)
    """Stale file handle."""
    comptime EUCLEAN = ErrNo(117)
    """Structure needs cleaning."""
    comptime ENOTNAM = ErrNo(118)
    """Not a XENIX named type file."""
    comptime ENAVAIL = ErrNo(119)
    """No XENIX semaphores available."""
    comptime EISNAM = ErrNo(120)
    """Is a named type file."""
    comptime EREMOTEIO = ErrNo(121)
    """Remote I/O error."""
    comptime EDQUOT = ErrNo(122)
    """Disk quota exceeded."""
    comptime ENOMEDIUM = ErrNo(123)
    """No medium found."""
    comptime EMEDIUMTYPE = ErrNo(124)
    """Wrong medium type."""
    comptime ECANCELED = ErrNo(125)
    """Operation canceled."""
    comptime ENOKEY = ErrNo(126)
    """Required key not available."""
    comptime EKEYEXPIRED = ErrNo(127)
    """Key has expired."""
    comptime EKEYREVOKED = ErrNo(128)
    """Key has been revoked."""
    comptime EKEYREJECTED = ErrNo(129)
    """Key was rejected by service."""
    comptime EOWNERDEAD = ErrNo(130)
    """Owner died."""
    comptime ENOTRECOVERABLE = ErrNo(131)
    """State not recoverable."""
    comptime ERFKILL = ErrNo(132)
    """Operation not possible due to RF-kill."""

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
