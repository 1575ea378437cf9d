"""Random programs about ownership: what they print is known, and every value they make has to end once.

python -m tests.ownership run --functions 1000 --seed 7 --jobs 2 --out DIRECTORY     many; goes on where it stopped
python -m tests.ownership show --seed 7 --batch 3                                    the text of a batch
python -m tests.ownership replay --seed 7 --batch 3 --way O0                         runs a batch again

prelude.mojo    types that count their values and mark what is dead, calls in every convention
model.py        values, places and frames as the language means them
tree.py         expressions, functions and programs: their text, and what they do in the model
blocks.py       statements, likewise
edition.py      the same text in the words of 2025
forms.py        the vocabulary: types, places inside them, everything that can be called
scope.py, expressions.py, nesting.py, author.py    write programs that the language accepts
running.py      the interpreter with memory checked, -O0, -O3, valgrind, and `mojo` where there is one
wrong.py        functions with a mistake each, which have to be rejected
judging.py      what is wrong with an outcome
shrinking.py    a smaller program that fails alike
driver.py       batches, seeds, and a folder for what was found

What the programs do: assign variables to each other, swap, rotate and unpack; call functions that take `read`, `mut`,
`var`, `ref` and `out` arguments and return them, also the same variable in and out; move, copy and change variables,
fields and fields of fields, elements of lists, arrays, deques, sets, dictionaries and tuples, what optionals, variants, `ArcPointer` and
`OwnedPointer` hold; take fields out of structs, for good or to put others in; refer to all of these by `ref`, `Pointer`, `Span` and
`StringSlice` while they stay put; make closures and lambdas with `imm`, `ref`, `mut`, `var`, moved and default captures, that
raise or capture other closures, call, pass, move and keep them; raise, catch, raise again typed and untyped errors through `else`,
`finally` and context managers; leave loops in every way, match numbers, texts, tuples and structs; have generic functions of their own,
use default methods of traits, comprehensions, compile-time values, coroutines that own arguments, await others or raise, short circuits;
make, hand on and end linear values, also in variables. Every fourth file is written in the words of edition 2025.

What they cannot do yet:
- what the language does not let them: functions that return closures of their own, coroutines that move their arguments on;
- typed errors and capture lists of their own in edition 2025, which has neither.
"""
