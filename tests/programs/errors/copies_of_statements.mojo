# `with` and unpacking make copies of what they are given, so its type must allow that; copies, moves and ends never raise.


struct Log(Movable):
    var lines: Int

    def __init__(out self):
        self.lines = 0

    def __enter__(mut self):
        self.lines += 1

    def __exit__(mut self):
        pass


def pair() -> Tuple[Int, List[Int]]:
    return (1, [2])


struct Loud(ImplicitlyCopyable):
    var n: Int

    def __init__(out self, n: Int) raises:
        self.n = n

    def __init__(out self, *, copy: Self) raises:  # expect-error: remove 'raises'
        self.n = copy.n

    def __init__(out self, *, deinit move: Self) raises:  # expect-error: remove 'raises'
        self.n = move.n

    def __deinit__(deinit self) raises:  # expect-error: remove 'raises'
        pass


def main() raises:
    var log = Log()
    with log:  # expect-error: a value of type 'Log' cannot be copied implicitly; transfer it with '^'
        pass
    with log^:
        pass
    var logs = List[Log]()
    logs.append(Log())
    with logs[0]:  # expect-error: a value of type 'Log' cannot be copied implicitly
        pass
    var grid: List[List[Int]] = [[1], [2]]
    grid[0], grid[1] = grid[1].copy(), grid[0].copy()  # expect-error: unpacking copies each part, and a value of type 'List[Int]'
    var n, row = pair()  # expect-error: unpacking copies each part
    ref m, line = pair()
    for a, b in zip([1, 2], grid):
        print(a, b[0], m, line[0], n)
    var a, _ = 1, Log()
    print(a)
