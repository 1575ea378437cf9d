# sys, os, stat, pathlib, tempfile, time.
from std.sys import *
from std.sys.info import *
from std.sys.intrinsics import *
from std.stat import S_ISDIR, S_ISREG
from std.os import stat, getenv, setenv, unsetenv, listdir, mkdir, rmdir, remove, makedirs, removedirs, getuid, isatty, SEEK_SET
from std.pathlib import Path
from std.time import perf_counter, perf_counter_ns, monotonic, sleep, time_function
from std.tempfile import gettempdir, mkdtemp, TemporaryDirectory, NamedTemporaryFile
def t1() raises:
    var p = alloc[Float32](8)
    for i in range(8): (p + i).unsafe_write(Float32(i))
    var mask = SIMD[DType.bool, 4](True, False, True, False)
    print(masked_load[4](p, mask, SIMD[DType.float32, 4](-1)), masked_load[4, alignment=4](p, mask, SIMD[DType.float32, 4](0)))
    masked_store[4](SIMD[DType.float32, 4](9), p, mask)
    print(strided_load[4](p, 2), strided_load[2](p, 2, SIMD[DType.bool, 2](True, False)))
    strided_store(SIMD[DType.float32, 2](1, 2), p, 2)
    compressed_store(SIMD[DType.float32, 4](5, 6, 7, 8), p, mask)
    print(p.unsafe_load[8]())
    prefetch[PrefetchOptions().for_read().high_locality().to_data_cache()](p)
    p.free()
    print(size_of[Int32](), align_of[Int64](), bit_width_of[Int16](), size_of[DType.float32](), simd_width_of[DType.float32]() > 0, simd_byte_width() > 0, simd_bit_width() > 0)
    print(is_little_endian(), is_big_endian(), is_64bit() if False else True, is_gpu(), is_nvidia_gpu(), is_amd_gpu(), is_nvidia_gpu["sm_80"]())
    print(CompilationTarget.is_linux(), CompilationTarget.is_macos(), num_logical_cores() > 0, num_physical_cores() > 0, num_performance_cores() > 0)
    print(is_defined["zz"](), get_defined_int["zz", 4](), get_defined_string["q", "dd"](), get_defined_bool["b", True](), get_defined_dtype["d", DType.int8]())
    print(len(argv()) > 0)
def t2() raises:
    print(S_ISDIR(stat("/tmp").st_mode), S_ISREG(UInt32(0o100644)))
    _ = setenv("ZZ_A", "4"); print(getenv("ZZ_A"), getenv("ZZ_NO", "def")); _ = unsetenv("ZZ_A")
    var d = mkdtemp()
    mkdir(Path(d) / "a"); makedirs(Path(d) / "b" / "c", exist_ok=True)
    var names = listdir(d)
    sort(names)
    print(names)
    with open(Path(d) / "f", "w") as f:
        f.write("hello", 4, "\n"); f.write("x")
    with open(Path(d) / "f", "r") as f:
        print(f.read(), f.seek(0), f.read(3), f.read_bytes(2))
    print((Path(d) / "f").read_text(), (Path(d) / "f").exists(), Path("a/b.txt").suffix(), Path("a/b.txt").name(), Path("a").joinpath("b", "c"))
    remove(Path(d) / "f"); rmdir(Path(d) / "a"); removedirs(Path(d) / "b" / "c")
    with TemporaryDirectory() as t: print(Path(t).exists())
    with NamedTemporaryFile(mode="w") as f: f.write("a")
    print(Path("/tmp").is_dir(), Path("/tmp").is_file(), String(Path("x") / "y"), Path("x") == Path("x"), Path("a/../b").expanduser() if False else "")
def t3() raises:
    def f() raises: pass
    def g(): pass
    print(time_function(f) >= 0, time_function(g) >= 0, perf_counter() > 0, Int(perf_counter_ns()) > 0, Int(monotonic()) > 0)
    sleep(0.001)
def main() raises:
    t1(); t2(); t3()
