# Literals of constants are copied from one array; what they hold can be changed, grown, moved and dropped like any other.
@fieldwise_init
struct Loud(ImplicitlyCopyable, Movable, Writable):
    var n: Int
    @implicit
    def __init__(out self, n: IntLiteral):
        self.n = n
        print("made", self.n)
    def write_to[W: Writer](self, mut writer: W):
        writer.write(self.n)
    def __deinit__(deinit self):
        print("gone", self.n)

def texts_and_effects() raises:
    var g = ["a","b","c","a","b","c","a","b","c","a","b","c","a","b","c","a","b","dfasdf asdf jasdlfj asjdf jasdljfsd asdjl jfs"]
    var h: List[String] = ["a","b","c","a","b","c","a","b","c","a","b","c","a","b","c","a","b","dfasdf asdf jasdlfj asjdf jasdljfsd asdjl jfs"]
    h[0] += "xx"
    g[17] += "yy"
    h.append("new")
    print(g, h)
    var d = {"a":1,"b":2,"c":3,"d":4,"e":5,"f":6,"g":7,"h":8,"i":9,"j":10,"k":11,"l":12,"m":13,"n":14,"o":15,"p":16,"q":17}
    print(d["q"])
    var s = {"a","b","c","d","e","f","g","h","i","j","k","l","m","n","o","p","q"}
    print(len(s), "q" in s)
    var l: List[Loud] = [1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17]
    print(l[16])
    var mixed = [1, 2.5, 3,4,5,6,7,8,9,10,11,12,13,14,15,16,17]
    print(mixed)
    var o: List[Optional[Int]] = [1, 2, None,4,5,6,7,8,9,10,11,12,13,14,15,16,17]
    print(len(o), o[2].__bool__(), o[3].value())
    var b = [True, False,True, False,True, False,True, False,True, False,True, False,True, False,True, False,True, False]
    print(b)
    for x in [1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17]:
        print(x, end=" ")
    print()
    var big: List[List[Int]] = [[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17], [1]]
    print(big)


def numbers():
    var x: List[Int] = [1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,-18]
    var y = [1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,-18]
    var s = {1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,-18, 3}
    var f: List[Float32] = [1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,-18.5]
    var b: List[UInt8] = [1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,255]
    var d = {1:1,2:2,3:3,4:4,5:5,6:6,7:7,8:8,9:9,10:9,11:9,12:9,13:9,14:9,15:9,16:9,17:9,18:9}
    var g = ["a","b","c","a","b","c","a","b","c","a","b","c","a","b","c","a","b","d"]
    var h: List[StaticString] = ["a","b","c","a","b","c","a","b","c","a","b","c","a","b","c","a","b","d"]
    comptime c = [1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,-18]
    comptime L: List[Int] = [1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,-18]
    x[3] = 100
    comptime assert L[17] == -18
    print(x, y, len(s), f, b, len(d), g, h, c[17], materialize[L]())


def nested():
    var x = [[1,2],[3,4],[1,2],[3,4],[1,2],[3,4],[1,2],[3,4],[1,2],[3,4],[1,2],[3,4],[1,2],[3,4],[1,2],[3,4],[1,2],[-3,4]]
    print(x[17][0], len(x), x[16])
    var y: List[Array[Float32, 2]] = [[1,2],[3,4],[1,2],[3,4],[1,2],[3,4],[1,2],[3,4],[1,2],[3,4],[1,2],[3,4],[1,2],[3,4],[1,2],[3,4],[1,2],[-3,4.5]]
    print(y[17][1], len(y))
    var z: List[List[Float32]] = [[1,2],[3,4],[1,2],[3,4],[1,2],[3,4],[1,2],[3,4],[1,2],[3,4],[1,2],[3,4],[1,2],[3,4],[1,2],[3,4],[1,2],[-3,4.5]]
    print(z[17][1], len(z))
    var w = [["1","2"],["3","4"],["1","2"],["3","4"],["1","2"],["3","4"],["1","2"],["3","4"],["1","2"],["3","4"],["1","2"],["3","4"],["1","2"],["3","4"],["1","2"],["3","4"],["1","2"],["3","4"]]
    w[0][1] += "abc"
    print(w[17][1], w[0][1], len(w))


def main() raises:
    numbers()
    texts_and_effects()
    nested()
