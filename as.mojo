def main():
    assert False, "x"
