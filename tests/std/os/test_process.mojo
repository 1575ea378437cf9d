"""Child processes, pipes, and the users of the system."""

from std.ffi import external_call
from std.os import Process, getuid
from std.os.path import expanduser
from std.os.process import Pipe, ProcessStatus
from std.pwd import getpwnam, getpwuid
from std.testing import TestSuite, assert_equal, assert_false, assert_raises, assert_true


def test_exit_codes() raises:
    var child = Process.run("sh", ["-c", "exit 3"])
    assert_true(child.child_pid > 0)
    assert_equal(child.wait().exit_code.value(), 3)
    assert_equal(child.wait().exit_code.value(), 3)
    assert_equal(child.poll().exit_code.value(), 3)
    assert_false(Bool(child.poll().term_signal))
    assert_false(child.kill() or child.interrupt() or child.hangup())


def test_the_environment_is_inherited() raises:
    var child = Process.run("sh", ["-c", 'test -n "$PATH"'])
    assert_equal(child.wait().exit_code.value(), 0)


def test_signals() raises:
    for signal in range(1, 3):  # children inherit what is ignored here, as under `nohup`
        _ = external_call["signal", Int](Int32(signal), Int(0))
    var killed = Process.run("sleep", ["60"])
    assert_false(killed.poll().has_exited())
    assert_true(killed.kill())
    assert_equal(killed.wait().term_signal.value(), 9)
    var interrupted = Process.run("sleep", ["60"])
    assert_true(interrupted.interrupt())
    assert_equal(interrupted.wait().term_signal.value(), 2)
    var hung_up = Process.run("sleep", ["60"])
    assert_true(hung_up.hangup())
    assert_equal(hung_up.wait().term_signal.value(), 1)
    assert_true(hung_up.status.value().has_exited())


def test_a_program_that_is_not_there() raises:
    with assert_raises(contains="Failed to execute no_such_program_here, EINT error code: 2"):
        _ = Process.run("no_such_program_here", [])


def test_status() raises:
    assert_false(ProcessStatus.running().has_exited())
    assert_true(ProcessStatus(exit_code=0).has_exited())
    assert_true(ProcessStatus(term_signal=9).has_exited())


def test_pipe() raises:
    var pipe = Pipe()
    pipe.write_bytes("hello".as_bytes())
    var buffer = List[Byte](length=16, fill=0)
    assert_equal(pipe.read_bytes(Span(buffer)), 5)
    assert_equal(Int(buffer[4]), ord("o"))
    pipe.write_bytes("x".as_bytes())
    pipe.set_input_only()
    with assert_raises(contains="Can not write from read only side of pipe"):
        pipe.write_bytes("y".as_bytes())
    assert_equal(pipe.read_bytes(Span(buffer)), 1)
    assert_equal(pipe.read_bytes(Span(buffer)), 0)
    pipe.set_output_only()
    with assert_raises(contains="Can not read from write only side of pipe"):
        _ = pipe.read_bytes(Span(buffer))


def test_users() raises:
    var root = getpwuid(0)
    assert_equal(root.pw_name, "root")
    assert_equal(root.pw_gid, 0)
    assert_equal(getpwnam("root").pw_dir, root.pw_dir)
    assert_equal(getpwuid(getuid()).pw_uid, getuid())
    assert_true(String(root).startswith("pwd.struct_passwd(pw_name='root', pw_passwd='"))
    with assert_raises(contains="user ID not found in the password database: 987654"):
        _ = getpwuid(987654)
    with assert_raises(contains="user name not found in the password database: nobody_here"):
        _ = getpwnam("nobody_here")
    assert_equal(expanduser("~root/x"), root.pw_dir + "/x")
    assert_equal(expanduser("~root"), root.pw_dir)
    assert_equal(expanduser("~nobody_here/x"), "~nobody_here/x")


def main() raises:
    TestSuite.discover_tests[__functions_in_module()]().run()
