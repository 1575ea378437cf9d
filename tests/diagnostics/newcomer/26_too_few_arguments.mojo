@fieldwise_init
struct Point:
    var x: Int
    var y: Int

def main():
    var p = Point(3)
    print(p.x)
