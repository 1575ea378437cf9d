comptime marker = 1

__extension String:
    def doubled(self) -> String:
        return self + self

    @staticmethod
    def greeting() -> String:
        return "hello"
