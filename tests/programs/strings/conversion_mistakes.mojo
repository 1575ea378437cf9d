# What Int, atol and format say about texts they cannot take.
def main() raises:
    for t in ["99999999999999999999", "-99999999999999999999", "0xFFFFFFFFFFFFFFFFFF"]:
        try:
            print(Int(String(t)))
        except e:
            print(e)
        try:
            print(atol(String(t), 16))
        except e:
            print(e)
    for t in ["{} {zz}", "{5}", "{-1}", "{} {0}", "{", "}", "{ }", "{!x}", "{!r}", "{0!r}", "{:5}", "{0:5}", "{a b}", "{1x}", "{{}}", "{}{}", "{0 }"]:
        try:
            print(t, String(t).format("p"))
        except e:
            print(t, e)
