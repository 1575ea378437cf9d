trait Resettable(Deinitable, ImplicitlyCopyable):
    def reset(mut self): ...
    def get(self) -> Int: ...

@fieldwise_init
struct Mem(Resettable):
    var value: Int
    def get(self) -> Int: return self.value
    def reset(mut self): self.value = 0

def kw[T: Resettable](var **kwargs: T) raises:
    var key = "fizz"
    print(key, kwargs[key].get())
    try:
        _ = kwargs[""]
    except:
        print("no empty key")
    kwargs[key].reset()
    print(kwargs[key].get())
    for k in kwargs.keys():
        print(k)
    for e in kwargs.items():
        print(e.key, e.value.get())
    print(len(kwargs), "fizz" in kwargs)

def outer(var **kwargs: Int) raises:
    inner(**kwargs^)

def inner(var **kwargs: Int) raises:
    print(kwargs["a"] + kwargs["b"])
    print(kwargs.pop("a"))
    print(len(kwargs))

struct K:
    var t: Int
    def __init__(out self, var **kw: Int):
        self.t = len(kw)
    @staticmethod
    def make(x: Int, var **kw: Int) raises -> Int:
        return x + kw["z"]

def main() raises:
    kw(fizz=Mem(13), y=Mem(42))
    outer(a=1, b=2)
    print(K(a=1, b=2, c=3).t, K.make(3, z=4))
