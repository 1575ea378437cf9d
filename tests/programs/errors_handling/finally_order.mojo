# finally runs on return, break and error; nested handlers; re-raise.
def on_return() -> Int:
    try:
        return 1
    finally:
        print("finally before return")


def nested() raises:
    try:
        try:
            raise "inner"
        except e:
            print("handling", e)
            raise Error("outer from ", e)
        finally:
            print("inner finally")
    except e:
        print("second handler", e)
        raise e^


def main():
    print(on_return())
    for i in range(3):
        try:
            if i == 1:
                break
            print("body", i)
        finally:
            print("finally", i)
    try:
        nested()
    except e:
        print("main got", e)
    try:
        try:
            raise "again"
        except:
            print("re-raising")
            raise
    except e:
        print("got", e)
