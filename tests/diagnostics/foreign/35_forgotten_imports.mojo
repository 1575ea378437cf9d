def main():
    print(sqrt(2.0))
    print(thread_idx.x)
    var d = defaultdict()
    var t = time()
