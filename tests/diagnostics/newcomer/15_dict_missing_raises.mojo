def lookup(ages: Dict[String, Int], name: String) -> Int:
    return ages[name]

def main():
    var ages: Dict[String, Int] = {"ann": 3}
    print(lookup(ages, "ann"))
