# Queries about triviality.
from std.traits import IsTriviallyCopyable, IsTriviallyDeinitable, IsTriviallyMovable


@fieldwise_init
struct Plain(Copyable):
    var x: Int


@fieldwise_init
struct Owner(Copyable):
    var s: String


def main():
    print(IsTriviallyCopyable[Plain], IsTriviallyCopyable[Owner])
    print(IsTriviallyDeinitable[Int], IsTriviallyDeinitable[String], IsTriviallyMovable[Plain])
