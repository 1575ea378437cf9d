def three() -> Int:
    return 3
