# expect-exit: crash
# value() of an empty Optional aborts.
def main():
    var o: Optional[Int] = None
    print("before")
    print(o.value())
