# @unroll on a loop, as in the talk.
fn main():
    var total = 0

    @unroll
    for i in range(4):
        total += i

    @unroll(2)
    for i in range(6):
        total += 10
    print(total)
