# Union-find and a minimum spanning tree.
@fieldwise_init
struct Edge(Comparable, Copyable):
    var cost: Int
    var a: Int
    var b: Int

    def __lt__(self, o: Self) -> Bool:
        return self.cost < o.cost


struct UnionFind:
    var parent: List[Int]
    var size: List[Int]

    def __init__(out self, n: Int):
        self.parent = [i for i in range(n)]
        self.size = List[Int](length=n, fill=1)

    def find(mut self, x: Int) -> Int:
        if self.parent[x] != x:
            self.parent[x] = self.find(self.parent[x])
        return self.parent[x]

    def union(mut self, x: Int, y: Int) -> Bool:
        var a = self.find(x)
        var b = self.find(y)
        if a == b:
            return False
        if self.size[a] < self.size[b]:
            swap(a, b)
        self.parent[b] = a
        self.size[a] += self.size[b]
        return True


def main():
    var edges: List[Edge] = [Edge(4, 0, 1), Edge(8, 1, 2), Edge(7, 2, 3), Edge(9, 3, 4), Edge(1, 0, 4), Edge(2, 1, 4), Edge(5, 2, 4)]
    sort(edges)
    var sets = UnionFind(5)
    var total = 0
    for e in edges:
        if sets.union(e.a, e.b):
            total += e.cost
            print(e.a, e.b, e.cost)
    print("total", total)
