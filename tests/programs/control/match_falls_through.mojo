# A value that no case fits passes by.
def name(n: Int) -> String:
    match n:
        case 1:
            return "one"
        case x if x > 3:
            return "many"
    return "?"


def is_on(b: Bool) -> Int:
    match b:
        case True:
            return 1
        case False:
            return 0


def main():
    print(name(1), name(2), name(5), is_on(True), is_on(False))
    match String("a"):
        case "b":
            print("never")
    print("end")
