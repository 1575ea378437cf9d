"""PathLike: values that name a file."""


trait PathLike(AnyType):
    """Values with a path.

    Example:

    ```mojo
    from std.os import PathLike
    from std.os.path import exists

    @fieldwise_init
    struct Root(PathLike):
        def __fspath__(self) -> String:
            return "/"

    print(exists(Root()))  # True
    ```
    """

    def __fspath__(self) -> String:
        """The path as text."""
        ...
