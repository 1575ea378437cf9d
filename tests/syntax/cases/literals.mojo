"""Every form of literal."""


def literals():
    var integers = [0, 00, 7, 1_000__0_, 0xFF_ff, 0x7B, 0x_b, 0X1f, 0o17, 0b1010, 123456789012345678901234567890]
    var floats = [1.0, .5, 2., 1e3, 2.5E-3, 1_0.0_1, 1.e5, 1e+10]
    var strings = ['a', "b", '''c'd''', """e
"f" """, "", '', "\\ \' \" \a\b\f\n\r\t\v \x41 \101 \u00e9 \U0001F525"]
    var joined = "one " 'two ' """three"""
    var raw = [r"\n", R'\'', r"""\d"""]
    var text = ["日本語", "🔥", "line\
continued"]
    var words = [True, False, None, ..., Self, _]
    var member = 1 .real
    var spread = (1)
    return
