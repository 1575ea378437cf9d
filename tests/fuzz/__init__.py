"""Fuzzing of the compiler: random and damaged inputs for every reader of text and bytes.

python -m tests.fuzz run --inputs 100000 --jobs 15 --seconds 560 --out DIRECTORY
python -m tests.fuzz run … --seeds DIR --resume          other people's programs; on behind the run in the same --out
python -m tests.fuzz show --target parser --seed 7        one generated input
python -m tests.fuzz replay FILE --target elaborate       one saved input, with its traceback
python -m tests.fuzz minimize FILE --target elaborate     a smaller input that fails in the same place

grammar.py    sentences of the whole grammar, mostly without meaning
formats.py    damaged files of weights, tokenizers and models
programs.py   well-typed programs whose output is compared between interpreter, -O0 and -O3
mutate.py     damage to bytes, tokens and lines of good inputs
corpus.py     the good inputs: our programs, library modules and IR
targets.py    what is called with an input, and what counts as a failure
sandbox.py    a child process with limits on time and memory
coverage.py   which lines an input reached that none before it did (Python 3.12 and later)
driver.py     many sandboxes, one report
"""
