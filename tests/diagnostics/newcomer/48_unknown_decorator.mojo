@dataclass
struct Point:
    var x: Int

def main():
    var p = Point(1)
    print(p.x)
