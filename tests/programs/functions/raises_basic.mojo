# raise, try, except, else, finally.
def risky(n: Int) raises -> Int:
    if n < 0:
        raise Error("negative: ", n)
    if n == 0:
        raise "zero"
    return 100 // n


def main():
    for n in [5, 0, -3]:
        try:
            print("result", risky(n))
        except e:
            print("caught", e)
        else:
            print("no error")
        finally:
            print("finally", n)
