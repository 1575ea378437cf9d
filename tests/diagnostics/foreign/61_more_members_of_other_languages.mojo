from std.collections import Deque, Set


def main() raises:
    var numbers: List[Int] = [3, 4]
    numbers.push_back(1)
    numbers.emplace_back(1)
    print(numbers.back(), numbers.last(), numbers.first())
    print(numbers.isEmpty(), numbers.at(1), numbers.get(1))
    numbers.sort()
    numbers.truncate(1)
    print(numbers.indexOf(3))
    print(numbers.join(", "))
    print(numbers.map(3), numbers.filter(3))
    var pair = [1, 2]
    pair.push(3)
    var text = String("abc")
    text.push("d")
    text.push_str("d")
    print(text.is_empty(), text.charAt(1), text.substring(0, 1), text.chars())
    print(text.index("b"), text.repeat(3), text.starts_with("a"), text.lines())
    var ages = Dict[String, Int]()
    ages.put("a", 1)
    ages.erase("a")
    print(ages.has_key("a"), ages.len())
    for entry in ages.entries():
        pass
    ages.get_or_insert("a", 1)
    var seen = Set[Int]()
    seen.push(1)
    seen.delete(1)
    var queue = Deque[Int]()
    queue.push_front(1)
    queue.pop_front()
    print(queue.front(), queue.back())
    var maybe = Optional(3)
    print(maybe.is_some(), maybe.expect("x"), maybe.unwrap_or(3), maybe.valueOr(4))
    var x = -3
    print(x.abs(), x.pow(2), x.sqrt(), x.to_string())
    var shared = shared_ptr(3)
    console.log(x)
    panic("no")
