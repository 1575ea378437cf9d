# Variant from utils.
from utils import Variant

alias IntOrString = Variant[Int, String]


fn show(v: IntOrString):
    if v.isa[Int]():
        print("int", v[Int])
    else:
        print("string", v[String])


fn main():
    var v = IntOrString(5)
    show(v)
    v = IntOrString(String("text"))
    show(v)
    v.set[Int](9)
    show(v)
