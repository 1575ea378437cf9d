# Dynamic programming with lists and comprehension.
@fieldwise_init
struct Item(Copyable):
    var name: String
    var weight: Int
    var value: Int


def best(items: List[Item], capacity: Int) -> Tuple[Int, List[String]]:
    var table = [List[Int](length=capacity + 1, fill=0) for _ in range(len(items) + 1)]
    for i in range(1, len(items) + 1):
        ref item = items[i - 1]
        for c in range(capacity + 1):
            table[i][c] = table[i - 1][c]
            if item.weight <= c:
                table[i][c] = max(table[i][c], table[i - 1][c - item.weight] + item.value)
    var chosen = List[String]()
    var c = capacity
    for i in reversed(range(1, len(items) + 1)):
        if table[i][c] != table[i - 1][c]:
            chosen.append(items[i - 1].name)
            c -= items[i - 1].weight
    chosen.reverse()
    return (table[len(items)][capacity], chosen^)


def main():
    var items: List[Item] = [Item("map", 9, 150), Item("compass", 13, 35), Item("water", 153, 200), Item("sandwich", 50, 160), Item("tin", 68, 45), Item("banana", 27, 60)]
    var result = best(items, 100)
    print(result[0], result[1])
