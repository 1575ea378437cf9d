# edition: 2025
# Below zero one counts from the end, and slices end where the list does.
fn main():
    var l = List[Int](1, 2, 3)
    var i = -1
    print(l[i], l[-2])
    print(len(l[1:5]), len(l[-2:]))
    var s = String("abc")
    print(s[-1])
