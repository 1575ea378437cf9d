"""What kernels tell the host when they fail."""

comptime _ROOM = 1024
"""Bytes for a message."""


def report(problem: Error, failure: UnsafePointer[UInt8, MutAnyOrigin]) -> Int:
    """Writes the message to where the host looks for it, ended by a zero; 1 says that there is one.

    Example:

    ```mojo
    from mo.failures import report

    var room = List[UInt8](length=1024, fill=1)
    print(report(Error("no"), room.unsafe_ptr()), room[0], room[2])  # 1 110 0
    ```
    """
    var text = String(problem)
    var count = min(text.byte_length(), _ROOM - 1)
    var bytes = text.unsafe_ptr()
    for i in range(count):
        failure[i] = bytes[i]
    failure[count] = 0
    return 1
