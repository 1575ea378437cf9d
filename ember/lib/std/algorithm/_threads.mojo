"""Work items handed out to threads."""


@always_inline
def _run_in_threads[func: def(Int) capturing -> None](count: Int, workers: Int):
    # One after the other; threads need functions that outlive this frame.
    for i in range(count):
        func(i)
