# In-place quicksort and binary search.
def quicksort(mut xs: List[Int], lo: Int, hi: Int):
    if lo >= hi:
        return
    var pivot = xs[(lo + hi) // 2]
    var i = lo
    var j = hi
    while i <= j:
        while xs[i] < pivot:
            i += 1
        while xs[j] > pivot:
            j -= 1
        if i <= j:
            xs.swap_elements(i, j)
            i += 1
            j -= 1
    quicksort(xs, lo, j)
    quicksort(xs, i, hi)


def search(xs: List[Int], wanted: Int) -> Int:
    var lo = 0
    var hi = len(xs) - 1
    while lo <= hi:
        var mid = (lo + hi) // 2
        if xs[mid] == wanted:
            return mid
        elif xs[mid] < wanted:
            lo = mid + 1
        else:
            hi = mid - 1
    return -1


def main():
    var xs: List[Int] = [9, 4, 7, 1, 8, 2, 2, 6]
    quicksort(xs, 0, len(xs) - 1)
    print(xs)
    print(search(xs, 7), search(xs, 5))
