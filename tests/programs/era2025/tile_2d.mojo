# A function parameter with its own parameters, as in the tiled matmul examples.
fn tile[
    tiled_fn: fn[x: Int, y: Int](Int, Int) capturing -> None, tile_x: Int, tile_y: Int
](end_x: Int, end_y: Int):
    for y in range(0, end_y, tile_y):
        for x in range(0, end_x, tile_x):
            tiled_fn[tile_x, tile_y](x, y)


fn main():
    var cells = 0
    var tiles = 0

    @parameter
    fn visit[tx: Int, ty: Int](x: Int, y: Int):
        tiles += 1
        for _ in range(tx * ty):
            cells += 1
        if x == 4 and y == 2:
            print("tile at", x, y, "of", tx, ty)

    tile[visit, 4, 2](8, 6)
    print(tiles, cells)
