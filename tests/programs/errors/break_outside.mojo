# break outside a loop.
def main():
    break  # expect-error: break
