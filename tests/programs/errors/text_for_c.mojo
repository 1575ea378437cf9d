from std.ffi import c_int, external_call


def main():
    _ = external_call["puts", c_int]("text")  # expect-error: as_c_string_span
