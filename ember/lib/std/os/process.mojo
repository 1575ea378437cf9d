"""Other programs as child processes."""

from std.ffi import _external_call_variadic, external_call, get_errno
from std.io.file_descriptor import FileDescriptor
from std.memory.memory import _RawPointer

comptime _HANG_UP = 1
comptime _INTERRUPT = 2
comptime _KILL = 9
comptime _NO_HANG = 1
comptime _CLOSE_ON_EXEC = 1
comptime _SET_FD = 2


struct ProcessStatus(Copyable, ImplicitlyCopyable, Movable):
    """Whether and how a process has ended.

    Example:

    ```mojo
    from std.os.process import ProcessStatus

    print(ProcessStatus.running().has_exited(), ProcessStatus(exit_code=3).exit_code.value())  # False 3
    print(ProcessStatus(term_signal=9).has_exited())  # True
    ```
    """

    var exit_code: Optional[Int]
    """What the process gave back, if it ended by itself."""
    var term_signal: Optional[Int]
    """The signal that ended the process, if one did."""

    def __init__(out self, exit_code: Optional[Int] = None, term_signal: Optional[Int] = None):
        """A status of its parts."""
        self.exit_code = exit_code
        self.term_signal = term_signal

    @staticmethod
    def running() -> Self:
        """Of a process that has not ended."""
        return Self()

    def has_exited(self) -> Bool:
        """True when the process has ended, by itself or by a signal."""
        return Bool(self.exit_code) or Bool(self.term_signal)


struct Process(Movable):
    """A child process. It is waited for when the value is destroyed.

    Example:

    ```mojo
    from std.os import Process

    var child = Process.run("sh", ["-c", "exit 3"])
    print(child.wait().exit_code.value())  # 3
    ```

    ```mojo
    from std.os import Process

    var child = Process.run("sleep", ["60"])
    print(child.poll().has_exited(), child.kill(), child.wait().term_signal.value())  # False True 9
    print(child.kill(), child.interrupt(), child.hangup())  # False False False
    ```
    """

    var child_pid: Int
    """The number of the process."""
    var status: Optional[ProcessStatus]
    """How the process ended, once that is known."""

    def __init__(out self, child_pid: Int):
        """The child process with a number; `run` makes new ones."""
        self.child_pid = child_pid
        self.status = None

    def __deinit__(deinit self):
        """Waits for the process."""
        if not self.status:
            _ = _wait_for(self.child_pid, 0)

    @staticmethod
    def run(var path: String, argv: List[String]) raises -> Process:
        """Starts a program, searched for where `PATH` says, with arguments; raises when that is not possible."""
        var words = List[String]()
        words.append(path)
        for word in argv:
            words.append(word)
        var pointers = List[Int]()
        for i in range(len(words)):
            pointers.append(Int(words[i].unsafe_cstr_ptr()))
        pointers.append(0)
        var pid = Int32(0)
        var failure = external_call["posix_spawnp", Int32](
            UnsafePointer(to=pid).address,
            words[0].unsafe_cstr_ptr().address,
            Int(0),
            Int(0),
            pointers.unsafe_ptr().address,
            _environment(),
        )
        _ = words^
        if failure != 0:
            raise Error("Failed to execute ", path, ", EINT error code: ", failure)
        return Process(Int(pid))

    def poll(mut self) raises -> ProcessStatus:
        """Whether the process has ended, without waiting for that."""
        return self._ask(_NO_HANG)

    def wait(mut self) raises -> ProcessStatus:
        """Waits until the process has ended."""
        return self._ask(0)

    def _ask(mut self, options: Int) raises -> ProcessStatus:
        if self.status:
            return self.status.value()
        var state = _wait_for(self.child_pid, options)
        if state.has_exited():
            self.status = state
        return state

    def hangup(mut self) -> Bool:
        """Tells the process that its terminal is gone; False when there is no such process any more."""
        return self._send(_HANG_UP)

    def interrupt(mut self) -> Bool:
        """Tells the process to stop, as ctrl-C does; False when there is no such process any more."""
        return self._send(_INTERRUPT)

    def kill(mut self) -> Bool:
        """Ends the process; False when there is no such process any more."""
        return self._send(_KILL)

    def _send(self, signal: Int) -> Bool:
        if self.status:
            return False
        return external_call["kill", Int32](Int32(self.child_pid), Int32(signal)) == 0


def _wait_for(pid: Int, options: Int) -> ProcessStatus:
    var state = Int32(0)
    var found = external_call["waitpid", Int32](Int32(pid), UnsafePointer(to=state).address, Int32(options))
    if found != Int32(pid):
        return ProcessStatus.running()
    var signal = Int(state) & 0x7F
    if signal == 0:
        return ProcessStatus(exit_code=(Int(state) >> 8) & 0xFF)
    return ProcessStatus(term_signal=signal)


def _environment() -> Int:
    # The C library's list of `NAME=value` texts.
    var name = String("environ")
    var place = external_call["dlsym", UnsafePointer[Int, MutAnyOrigin]](Int(0), name.unsafe_cstr_ptr().address)
    return place[0] if place else 0


struct Pipe(Movable):
    """Two connected descriptors: what is written to one is read from the other.

    Example:

    ```mojo
    from std.os.process import Pipe

    var pipe = Pipe()
    pipe.write_bytes("hello".as_bytes())
    var buffer = List[Byte](length=16, fill=0)
    pipe.set_input_only()
    print(pipe.read_bytes(Span(buffer)))  # 5
    pipe.set_output_only()
    ```
    """

    var fd_in: Optional[FileDescriptor]
    """Where to read, unless closed."""
    var fd_out: Optional[FileDescriptor]
    """Where to write, unless closed."""

    def __init__(out self, in_close_on_exec: Bool = True, out_close_on_exec: Bool = True) raises:
        """A new pipe; an end that closes on exec is not inherited by programs that are started."""
        var ends = Array[Int32, 2](fill=0)
        if external_call["pipe", Int32](ends.unsafe_ptr().address) != 0:
            raise Error("Failed to create a pipe: ", get_errno())
        self.fd_in = FileDescriptor(Int(ends[0]))
        self.fd_out = FileDescriptor(Int(ends[1]))
        if in_close_on_exec:
            _close_on_exec(ends[0])
        if out_close_on_exec:
            _close_on_exec(ends[1])

    def __deinit__(deinit self):
        """Closes both ends."""
        _close(self.fd_in)
        _close(self.fd_out)

    def set_input_only(mut self):
        """Closes the end that is written to."""
        _close(self.fd_out)
        self.fd_out = None

    def set_output_only(mut self):
        """Closes the end that is read from."""
        _close(self.fd_in)
        self.fd_in = None

    def write_bytes(mut self, bytes: Span[Byte, _]) raises:
        """Writes bytes; raises when that end is closed."""
        if not self.fd_out:
            raise Error("Can not write from read only side of pipe")
        self.fd_out.value().write_bytes(bytes)

    def read_bytes(mut self, buffer: Span[mut=True, Byte, _]) raises -> Int:
        """Fills the buffer as far as there is something to read, and gives how many bytes these are."""
        if not self.fd_in:
            raise Error("Can not read from write only side of pipe")
        return self.fd_in.value().read_bytes(buffer)


def _close(end: Optional[FileDescriptor]):
    if end:
        _ = external_call["close", Int32](Int32(end.value().value))


def _close_on_exec(end: Int32):
    _ = _external_call_variadic["fcntl", Int32, 2](end, Int32(_SET_FD), Int32(_CLOSE_ON_EXEC))
