def main():
    var p: Optional[Int] = nullptr
    if p == NULL:
        print("nothing")
