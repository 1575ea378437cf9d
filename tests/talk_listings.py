"""What the talks show, as their slides write it."""

from __future__ import annotations

STRUCTURED_LOOP = """
func.func @foobar() {
    rcf.loop {
        %0 = call @rand_bool() : () -> i1
        rcf.if %0 {
            rcf.break
        }
        call @do_something() : () -> ()
        rcf.continue
    }
    return
}
"""
