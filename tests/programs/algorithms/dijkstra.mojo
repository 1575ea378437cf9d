# Shortest paths with dictionaries and lists.
@fieldwise_init
struct Edge(Copyable):
    var to: String
    var cost: Int


def shortest(graph: Dict[String, List[Edge]], start: String) raises -> Dict[String, Int]:
    var dist = Dict[String, Int]()
    dist[start] = 0
    var todo: List[String] = [start]
    while todo:
        var best = 0
        for i in range(1, len(todo)):
            if dist[todo[i]] < dist[todo[best]]:
                best = i
        var node = todo.pop(best)
        if node not in graph:
            continue
        for edge in graph[node]:
            var cost = dist[node] + edge.cost
            if edge.to not in dist or cost < dist[edge.to]:
                dist[edge.to] = cost
                todo.append(edge.to)
    return dist^


def main() raises:
    var g = Dict[String, List[Edge]]()
    g["a"] = [Edge("b", 4), Edge("c", 1)]
    g["c"] = [Edge("b", 2), Edge("d", 8)]
    g["b"] = [Edge("d", 3)]
    var d = shortest(g, "a")
    for item in d.items():
        print(item.key, item.value)
