"""Which values are still needed where: backward walks over a function's `Trace`.

A leaf is live where some path leads to a use or move of it, with no initialisation between. A unit (see `Part`) dies
where nothing touches it any more, on this path: it is destroyed there as a whole, and that destruction needs every leaf
of it. So the first walk finds where units die, taking each as one, and the second, needed only if some unit has several
leaves, finds where leaves are live with those destructions as uses: that is how the old value of a field that will be
overwritten dies early, on the paths that overwrite it.

A loop's start is live with what its body needs from the back edge: since liveness only generates and kills, one walk
of the body finds that set, and a second, needed only if the set grew, spreads it.

Bit 0 of a live set says that control can get from here to something other than `kgen.unreachable`. Where it cannot,
nothing is dead: a path that aborts destroys nothing.
"""

from __future__ import annotations

from ember.dialects import hlcf, kgen
from ember.elab.ownership import DECLARE, INIT, Branch, Path, Scope, Touch, Trace
from ember.ir.nodes import Op

GOES_ON = 1


def mark_dead(trace: Trace) -> None:
    """Fills in `dead` and `dying` of every touch and branch of the trace."""
    _Liveness(trace.outputs, by_leaf=False).before_path(trace.body, GOES_ON | trace.outputs)
    if trace.has_fields:
        _Liveness(trace.outputs, by_leaf=True).before_path(trace.body, GOES_ON | trace.outputs)


class _Liveness:
    __slots__ = ("by_leaf", "heads", "outputs", "targets")

    def __init__(self, outputs: int, by_leaf: bool) -> None:
        self.outputs = outputs
        self.by_leaf = by_leaf
        self.heads: dict[Scope, int] = {}  # what the start of a loop is known to need
        self.targets: list[tuple[int, int]] = []  # enclosing scopes: live (after, at the start)

    def before_path(self, path: Path, after: int) -> int:
        """What is live at the start of `path`, given what is live where it falls through."""
        live = after if path.ending is None else self.before_ending(path.ending)
        for step in reversed(path.steps):
            if type(step) is Touch:
                step.dead = step.variable.mask & ~live if live & GOES_ON else 0
                live = (
                    self.before_leaves(step, live) if self.by_leaf else self.before_unit(step, live)
                )
            elif type(step) is Branch:
                live = self.before_branch(step, live)
            elif type(step) is Scope:
                live = self.before_scope(step, live)
        return live

    def before_unit(self, step: Touch, live: int) -> int:
        step.dying = step.unit & step.dead
        if step.kind == DECLARE or (step.kind == INIT and step.mask == step.unit):
            return live & ~step.mask
        return live | step.unit

    def before_leaves(self, step: Touch, live: int) -> int:
        live |= step.dying
        if step.kind == INIT or step.kind == DECLARE:
            return live & ~step.mask
        return live | step.mask

    def before_branch(self, branch: Branch, after: int) -> int:
        then = self.before_path(branch.then, after)
        otherwise = self.before_path(branch.otherwise, after)
        branch.dead_then = ~then if then & GOES_ON else 0
        branch.dead_otherwise = ~otherwise if otherwise & GOES_ON else 0
        if not self.by_leaf:
            branch.dying = branch.dead_then & otherwise | branch.dead_otherwise & then
            return then | otherwise
        return then | otherwise | branch.dying

    def before_scope(self, scope: Scope, after: int) -> int:
        if not scope.is_loop:
            self.targets.append((after, 0))
            live = self.before_path(scope.body, after)
            self.targets.pop()
            return live
        while True:
            head = self.heads.get(scope, GOES_ON)
            self.targets.append((after, head))
            live = self.before_path(scope.body, head)
            self.targets.pop()
            if not live & ~head:
                return live
            self.heads[scope] = head | live

    def before_ending(self, ending: Op) -> int:
        match ending:
            case hlcf.Break():
                return self.targets[-1 - (ending.depth or 0)][0]
            case hlcf.Continue():
                return self.targets[-1 - (ending.depth or 0)][1]
            case kgen.Return():
                return GOES_ON if ending.attrs.get("error") else GOES_ON | self.outputs
        return 0
