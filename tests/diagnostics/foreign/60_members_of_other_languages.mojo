def main():
    var numbers = List[Int]()
    numbers.push(4)
    print(numbers.length)
    print(numbers.size())
    print(numbers.includes(3))
    numbers.forEach()
    var text = String("abc")
    print(text.length)
    print(text.toUpperCase())
    print(text.trim())
    var ages: Dict[String, Int] = {"a": 1}
    print(ages.containsKey("a"))
    var maybe: Optional[Int] = 3
    print(maybe.unwrap())
    var clone = numbers.clone()
