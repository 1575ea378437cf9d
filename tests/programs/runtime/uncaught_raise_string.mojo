# expect-exit: 1 plain text
# raise "text" wraps the text in an Error.
def main() raises:
    print("start")
    raise "plain text"
