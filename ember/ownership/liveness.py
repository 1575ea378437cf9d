"""Which values are still needed where: backward walks over a function's `FunctionLives`.

A leaf is live where some path leads to a use or move of it, with no clearing or initialisation between. But what is destroyed by
one call must also live together: the destruction of a unit (see `FieldTree`) needs every leaf of it, wherever that unit dies,
that is, where on this path nothing touches it any more. So a first walk takes each outermost unit as one thing and finds
where these die; the next, with their destructions as uses, takes the units one level further in, and so on to the leaves.
That is how a field that is going to be overwritten dies early, and just on the paths that overwrite it. A variable
without fields is its only unit, so most functions need one walk.

A loop's start is live with what its body needs from the back edge: since liveness only generates and kills, one walk
of the body finds that set, and a second, needed only if the set grew, spreads it.

Bit 0 of a live set says that control can get from here to something other than `kgen.unreachable`. Where it cannot,
nothing is dead: a path that aborts destroys nothing.
"""

from __future__ import annotations

from ember.dialects import hlcf, kgen
from ember.ir.nodes import Op
from ember.ownership.effects import (
    CLEAR,
    DECLARE,
    INIT,
    Branch,
    FunctionLives,
    LoopOrBlock,
    Path,
    Touch,
)

GOES_ON = 1


def mark_dead(lives: FunctionLives) -> None:
    """Fills in `dead` of every touch and branch of the lives."""
    dying: dict[Touch | Branch, int] = {}
    for level in range(lives.depth):
        liveness = _Liveness(lives, level, dying)
        liveness.before_path(lives.body, GOES_ON | lives.outputs)
        dying = liveness.dying


class _Liveness:
    """One walk. `outer`: the units of the levels before that die at a step; `dying`: this level's too, for the next walk."""

    __slots__ = ("dying", "enclosing", "heads", "is_last", "level", "lives", "outer")

    def __init__(self, lives: FunctionLives, level: int, outer: dict[Touch | Branch, int]) -> None:
        self.lives = lives
        self.level = level
        self.is_last = level + 1 == lives.depth
        self.outer = outer
        self.dying: dict[Touch | Branch, int] = {}
        self.heads: dict[LoopOrBlock, int] = {}  # what the start of a loop is known to need
        self.enclosing: list[tuple[int, int]] = []  # enclosing scopes: live (after, at the start)

    def before_path(self, path: Path, after: int) -> int:
        """What is live at the start of `path`, given what is live where it falls through."""
        live = after if path.ending is None else self.before_ending(path.ending)
        for step in reversed(path.steps):
            if type(step) is Touch:
                live = self.before_touch(step, live)
            elif type(step) is Branch:
                live = self.before_branch(step, live)
            elif type(step) is LoopOrBlock:
                live = self.before_scope(step, live)
        return live

    def before_touch(self, step: Touch, live: int) -> int:
        mask = step.variable.mask
        dead = mask & ~live if live & GOES_ON else 0
        step.dead = mask if dead == mask else dead  # one long number for all touches
        unit = step.units[min(self.level, len(step.units) - 1)]
        outer = self.outer.get(step, 0)
        if not self.is_last:
            self.dying[step] = outer | unit & dead
        live |= outer
        if step.kind == DECLARE or (step.kind in (INIT, CLEAR) and step.mask == unit):
            return live & ~step.mask
        return live | unit

    def before_branch(self, branch: Branch, after: int) -> int:
        then = self.before_path(branch.then, after)
        otherwise = self.before_path(branch.otherwise, after)
        branch.dead_then = ~then if then & GOES_ON else 0
        branch.dead_otherwise = ~otherwise if otherwise & GOES_ON else 0
        outer = self.outer.get(branch, 0)
        if not self.is_last:
            ending = branch.dead_then & otherwise | branch.dead_otherwise & then
            self.dying[branch] = outer | ending
        return then | otherwise | outer

    def before_scope(self, scope: LoopOrBlock, after: int) -> int:
        if not scope.is_loop:
            self.enclosing.append((after, 0))
            live = self.before_path(scope.body, after)
            self.enclosing.pop()
            return live
        while True:
            head = self.heads.get(scope, GOES_ON)
            self.enclosing.append((after, head))
            live = self.before_path(scope.body, head)
            self.enclosing.pop()
            if not live & ~head:
                return live
            self.heads[scope] = head | live

    def before_ending(self, ending: Op) -> int:
        match ending:
            case hlcf.Break():
                return self.enclosing[-1 - (ending.depth or 0)][0]
            case hlcf.Continue():
                return self.enclosing[-1 - (ending.depth or 0)][1]
            case kgen.Return():
                is_error = ending.attrs.get("error")
                return GOES_ON | (self.lives.lent if is_error else self.lives.outputs)
        return 0
