# A comment first.

"""Docstring
over lines."""

import a  # trailing


def tabs():
	if a:
		b()
	c()


def crlf():
    x = [
        1,
  2,
3]
    y = f(
        a,
    )
    return (
        x
        + y
    )


def one_line(): a(); b(); return c


def after_backslash():
    var total = 1 + \
        2 + \
            3
    if total and \
       total:
        pass
