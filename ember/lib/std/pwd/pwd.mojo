"""What the system knows about its users."""

from std.ffi import external_call
from std.memory.memory import _RawPointer

comptime _Entry = UnsafePointer[Byte, MutAnyOrigin]


@fieldwise_init
struct Passwd(Copyable, Movable, Writable):
    """A user.

    Example:

    ```mojo
    from std.pwd import getpwuid

    var user = getpwuid(0)
    print(user.pw_name, user.pw_uid, user.pw_gid)  # root 0 0
    ```
    """

    var pw_name: String
    """The name to log in with."""
    var pw_passwd: String
    """The password, or what stands for it."""
    var pw_uid: Int
    """The number of the user."""
    var pw_gid: Int
    """The number of the user's group."""
    var pw_gecos: String
    """The user's real name, or a comment."""
    var pw_dir: String
    """The home directory."""
    var pw_shell: String
    """The program that runs after logging in."""

    def write_to(self, mut writer: Some[Writer]):
        """Writes the fields, as Python shows them."""
        writer.write("pwd.struct_passwd(pw_name=", repr(self.pw_name), ", pw_passwd=", repr(self.pw_passwd))
        writer.write(", pw_uid=", self.pw_uid, ", pw_gid=", self.pw_gid, ", pw_gecos=", repr(self.pw_gecos))
        writer.write(", pw_dir=", repr(self.pw_dir), ", pw_shell=", repr(self.pw_shell), ")")


def getpwuid(uid: Int) raises -> Passwd:
    """The user with a number; raises when there is none.

    Example:

    ```mojo
    from std.os import getuid
    from std.pwd import getpwuid

    print(getpwuid(getuid()).pw_uid == getuid())  # True
    ```
    """
    var found = external_call["getpwuid", _Entry](UInt32(uid))
    if not found:
        raise Error("user ID not found in the password database: ", uid)
    return _user(found)


def getpwnam(name: String) raises -> Passwd:
    """The user with a name; raises when there is none.

    Example:

    ```mojo
    from std.pwd import getpwnam

    print(getpwnam("root").pw_uid)  # 0
    ```
    """
    var text = name
    var found = external_call["getpwnam", _Entry](text.unsafe_cstr_ptr().address)
    if not found:
        raise Error("user name not found in the password database: ", name)
    return _user(found)


def _user(entry: _Entry) -> Passwd:
    # The fields of C's `struct passwd` as Linux has it.
    var numbers = (entry + 16).bitcast[UInt32]()
    return Passwd(
        _text(entry), _text(entry + 8), Int(numbers[0]), Int(numbers[1]), _text(entry + 24), _text(entry + 32), _text(entry + 40)
    )


def _text(field: _Entry) -> String:
    var text = field.bitcast[_Entry]()[0]
    return String(unsafe_from_utf8_ptr=text) if text else String()
