"""run: the output of other programs."""

from std.ffi import external_call


def run(cmd: String) raises -> String:
    """The output of a shell command, without white space at the end.

    Example:

    ```mojo
    from std.subprocess import run

    print(run("echo hello"))  # hello
    ```
    """
    var command = cmd
    var mode = String("r")
    var pipe = external_call["popen", UnsafePointer[Byte, MutAnyOrigin]](
        command.unsafe_cstr_ptr().address, mode.unsafe_cstr_ptr().address
    )
    if not pipe:
        raise Error("Failed to execute command: ", cmd)
    var output = String()
    while True:
        var byte = external_call["fgetc", Int32](pipe.address)
        if byte < 0:
            break
        output._append_byte(UInt8(byte))
    _ = external_call["pclose", Int32](pipe.address)
    return String(output.rstrip())
