"""f32 products beside NumPy's and torch's in one run: `python bench/kernels/matmul.py [--torch PYTHON] [--seconds N] [--only MxKxN]`.

`--torch` is a Python that has torch. Each library has a process of its own, and they take turns, some milliseconds each: those whose turn it is not are
stopped, since threads of OpenBLAS and OpenMP spin on after a product (for 70 and 4 ms), on the processors of others. The least time of each counts;
results are compared with float64.
"""

from __future__ import annotations

import argparse
import math
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

SHAPES = [  # rows, depth, columns
    (512, 512, 512),
    (1024, 1024, 1024),
    (2048, 2048, 2048),
    (1, 4096, 4096),
    (37, 511, 1023),
    (4096, 16, 4096),
    (4096, 4096, 16),
    *((s, s, 128) for s in (128, 256, 512, 1024, 2048, 4096)),
]

FACTORS = """
import sys, time
import numpy as np
def factors(line):
    m, k, n = map(int, line.split())
    rng = np.random.default_rng(1)
    a, b = (rng.standard_normal(s, np.float32) for s in ((m, k), (k, n)))
    return a, b, np.zeros((m, n), np.float32)
def play(make):
    for line in sys.stdin:
        a, b, c = factors(line)
        work = make(a, b, c)
        print("ready", flush=True)
        for turn in sys.stdin:
            if not turn.strip():
                break
            least, calls, end = float("inf"), 0, time.perf_counter() + float(turn)
            while time.perf_counter() < end or calls < 2:
                start = time.perf_counter_ns()
                work()
                least = min(least, time.perf_counter_ns() - start)
                calls += 1
            print(least, flush=True)
        wanted = a[:64].astype(np.float64) @ b
        print(np.abs(c[:64] - wanted).max() / np.abs(wanted).max(), flush=True)
"""
PLAYERS = {
    "ember": """
import ember
from pathlib import Path
calls = ember.compile(Path(sys.argv[1]))
def product(a, b, c):
    (m, k), n = a.shape, b.shape[1]
    addresses = c.ctypes.data, a.ctypes.data, b.ctypes.data
    return lambda: calls.product(*addresses, m, n, k)
play(product)
""",
    "NumPy": "play(lambda a, b, c: lambda: np.matmul(a, b, out=c))",
    "torch": """
import torch
def product(a, b, c):
    a, b, c = map(torch.from_numpy, (a, b, c))
    return lambda: torch.matmul(a, b, out=c)
play(product)
""",
}


class Player:
    """A library in a process of its own, which is stopped while it is another's turn."""

    def __init__(self, name: str, python: str) -> None:
        source = str(Path(__file__).with_name("matmul.mojo"))
        command = [python, "-c", FACTORS + PLAYERS[name], source]
        self.name, self.least, self.error = name, math.inf, 0.0
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)  # fmt: skip

    def begin(self, shape: tuple[int, int, int]) -> None:
        self.least = math.inf
        os.kill(self._process.pid, signal.SIGCONT)
        self._tell(" ".join(map(str, shape)))
        assert self._answer() == "ready\n", f"{self.name} has come to an end"
        os.kill(self._process.pid, signal.SIGSTOP)

    def turn(self, seconds: float) -> None:
        os.kill(self._process.pid, signal.SIGCONT)
        self._tell(str(seconds))
        self.least = min(self.least, int(self._answer()) / 1e6)
        os.kill(self._process.pid, signal.SIGSTOP)

    def end(self) -> None:
        os.kill(self._process.pid, signal.SIGCONT)
        self._tell("")
        self.error = float(self._answer())

    def _tell(self, line: str) -> None:
        assert self._process.stdin is not None
        print(line, file=self._process.stdin, flush=True)

    def leave(self) -> None:
        self._process.kill()

    def _answer(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline()


def measure(players: list[Player], shape: tuple[int, int, int], seconds: float) -> float:
    """Prints times, and gives the best peer's over ours."""
    for player in players:
        player.begin(shape)
    end, rounds = time.perf_counter() + seconds, 0
    while time.perf_counter() < end or rounds < 3:
        for player in players:
            player.turn(0.02)
        rounds += 1
    for player in players:
        player.end()
    ours, *peers = players
    ratio = min(peer.least for peer in peers) / ours.least
    m, k, n = shape
    print(
        f"{m}x{k}x{n}: " + ", ".join(f"{player.name} {player.least:.3f} ms" for player in players) + f", ratio {ratio:.2f}; "
        f"{2 * m * n * k / ours.least / 1e6:.1f} GFLOP/s, error {ours.error:.1e}, {rounds} turns",
        flush=True,
    )  # fmt: skip
    return ratio


def main() -> None:
    parser = argparse.ArgumentParser(description="f32 products beside those of others.")
    parser.add_argument("--torch", metavar="PYTHON", help="a Python that has torch")
    parser.add_argument("--seconds", type=float, default=3.0, help="for each shape")
    parser.add_argument("--only", metavar="MxKxN", help="one shape")
    arguments = parser.parse_args()
    players = [Player("ember", sys.executable), Player("NumPy", sys.executable)]
    if arguments.torch:
        players.append(Player("torch", arguments.torch))
    shapes = [tuple(map(int, arguments.only.split("x")))] if arguments.only else SHAPES
    ratios = [measure(players, shape, arguments.seconds) for shape in shapes]
    mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
    print(f"geometric mean {mean:.2f}, worst {min(ratios):.2f}")
    for player in players:
        player.leave()


if __name__ == "__main__":
    main()
