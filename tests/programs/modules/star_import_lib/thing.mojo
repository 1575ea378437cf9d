def thing() -> Int:
    return 3
