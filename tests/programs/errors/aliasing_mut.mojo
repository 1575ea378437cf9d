# The same variable passed twice, once mutably.
def copy_into(mut dst: String, src: String):
    dst = src


def main():
    var s = String("a")
    copy_into(s, s)  # expect-error: mut
