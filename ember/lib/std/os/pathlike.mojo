"""PathLike: values that name a file."""


trait PathLike(AnyType):
    """Values with a path."""

    def __fspath__(self) -> String:
        ...
