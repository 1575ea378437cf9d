# Conway's game of life, a glider for four generations.
comptime W = 8
comptime H = 6


def step(cells: List[Bool]) -> List[Bool]:
    var next = List[Bool](length=W * H, fill=False)
    for y in range(H):
        for x in range(W):
            var n = 0
            for dy in range(-1, 2):
                for dx in range(-1, 2):
                    if dx == 0 and dy == 0:
                        continue
                    if cells[((y + dy) % H) * W + (x + dx) % W]:
                        n += 1
            next[y * W + x] = n == 3 or (n == 2 and cells[y * W + x])
    return next^


def show(cells: List[Bool]):
    for y in range(H):
        var line = String()
        for x in range(W):
            line += "*" if cells[y * W + x] else "."
        print(line)
    print()


def main():
    var cells = List[Bool](length=W * H, fill=False)
    for i in [1, W + 2, 2 * W, 2 * W + 1, 2 * W + 2]:
        cells[i] = True
    for _ in range(4):
        cells = step(cells)
    show(cells)
