"""Writes statements with bodies, and keeps book of what is alive where their ways meet."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from . import forms as f
from .blocks import (
    Assign,
    Case,
    Closure,
    Each,
    If,
    Leave,
    Loop,
    Match,
    MatchParts,
    Print,
    Raise,
    RaiseAgain,
    Reference,
    Rename,
    Show,
    Try,
    With,
)
from .expressions import Expressions
from .scope import Around, Callable, Claim, State, Variable
from .tree import Body, Call, Expression, Inside, Located, Name, Statement, Type

_KEPT = (
    ("var {0} = {1}^", "{0}({1})"),
    ("var {0} = Keeper({1}^)", "{0}.run({1})"),
    ("var {0} = keep({1}^)", "{0}({1})"),
    ("var {0} = named({1}^)", "{0}({1})"),
    ("var {0} = Optional({1}^)", "{0}.value()({1})"),
    ("var {0} = ({1}^, 1)", "{0}[0]({1})"),
    ("var {0} = lambda (n: Int) {{var {1}^}} -> Token: {1}(n)", "{0}({1})"),
    ("def {0}(n: Int) {{var {1}^}} -> Token:\n    return {1}(n)", "{0}({1})"),
)
"""What becomes of a closure that owns what it captured, and how it is called then."""


def ends(body: Body) -> bool:
    """Whether nothing after the body is reached."""
    return bool(body) and isinstance(body[-1], (Leave, Raise, RaiseAgain))


class Nesting(Expressions):
    def __init__(self, rng: Random, is_old: bool) -> None:
        super().__init__(rng)
        self.is_old = is_old
        self.kinds: tuple[str, ...] = ("Error",) if is_old else ("Error", "Trouble")
        """The errors there are: what was raised in 2025 became an `Error`."""
        self.budget = 0
        self.caught: tuple[str, str] | None = None

    def statements(self, depth: int, around: Around, most: int) -> Body:
        raise NotImplementedError

    def error(self, kind: str) -> Expression:
        raise NotImplementedError

    def body(self, depth: int, around: Around, most: int) -> Body:
        """Statements of a scope of their own."""
        visible, closures = len(self.variables), len(self.closures)
        body = self.statements(depth, around, most)
        if not ends(body):
            self.errors = around.errors
            body += self.revive(around.kept)
        del self.variables[visible:]
        del self.closures[closures:]
        return body

    def revive(self, names: frozenset[str]) -> Body:
        """Gives variables that were moved away a value again."""
        body: Body = []
        self.is_still = True
        for variable in self.variables:
            if variable.name in names & self.state.dead:
                value = self.own(variable.type, 1, Claim())
                body.append(Assign(Name(variable.type, variable.name), value))
                self.state.dead.discard(variable.name)
        self.is_still = False
        return body

    def nested(self, kind: str, depth: int, around: Around) -> Body | None:
        if kind == "if":
            return [self.branch(depth, around)]
        if kind == "match":
            return [self.match(depth, around)]
        if kind == "parts":
            return self.match_parts(depth, around)
        if kind == "loop":
            return [self.loop(depth, around)]
        if kind == "try":
            return [self.attempt(depth, around)]
        if kind == "with":
            if "Error" not in around.errors:
                return None
            return [self.managed(depth, around)]
        if kind == "each":
            return self.each(depth, around)
        if kind == "closure":
            return self.closure(depth, around)
        if kind == "some":
            return self.when_some(depth, around)
        return self.reference(depth, around)

    # -- ways that part and meet ------------------------------------------------------------------------------

    def branch(self, depth: int, around: Around) -> Statement:
        condition = self.read(f.BOOL, 2, Claim())
        before = self.state.copy()
        body = self.body(depth + 1, around, 3)
        after_body, self.state = self.state, before
        otherwise: Body = []
        if self.rng.random() < 0.5:
            otherwise = self.body(depth + 1, around, 3)
        self.join([(after_body, body), (self.state, otherwise)])
        return If(condition, body, otherwise)

    def match(self, depth: int, around: Around) -> Statement:
        subject = self.read(f.INT, 2, Claim())
        before = self.state
        ways = []
        for _ in range(3):
            self.state = before.copy()
            body = self.body(depth + 1, around, 2)
            ways.append((self.state, body))
        self.join(ways)
        return Match(subject, *(body for _, body in ways))

    def match_parts(self, depth: int, around: Around) -> Body | None:
        """What a case binds refers into the subject, which stays put meanwhile."""
        type = self.rng.choice((f.STRING, f.PAIR, f.TUPLE))
        place = self.place(type, Claim(), "mut")
        if place is None:
            return None
        patterns: tuple[str, ...] = ("{0}", "{0}", "_")
        if type == f.STRING:
            patterns = ('"a"', '"bb" | "A" | "caab"', "_")
        before, frozen = self.state, set(self.state.frozen)
        cases, ways = [], []
        for pattern in patterns:
            self.state = before.copy()
            case = Case(pattern, [])
            visible = len(self.variables)
            if pattern == "{0}":
                self.bind_parts(case, place)
            case.body = self.body(depth + 1, replace(around, in_loop=False), 2)
            del self.variables[visible:]
            self.state.frozen = set(frozen)
            cases.append(case)
            ways.append((self.state, case.body))
        self.join(ways)
        return [MatchParts(place, cases)]

    def bind_parts(self, case: Case, place: Located) -> None:
        """Names for parts of the subject, and a condition on the first, so that the last case can be reached."""
        fields = [p for p in f.PARTS if p.owner == place.type and "(" not in p.text]
        case.parts = [(self.fresh("m"), part) for part in fields]
        case.below = self.rng.randrange(1, 60)
        names = [name for name, _ in case.parts]
        if place.type == f.PAIR:
            case.text = f"Pair(left={names[0]}, right={names[1]})"
        else:
            case.text = f"({names[0]}, {names[1]})"
        self.state.frozen |= self.roots(place)
        for name, part in case.parts:
            self.variables.append(Variable(name, part.type, False, False, place.root()))

    def join(self, ways: list[tuple[State, Body]]) -> None:
        """After ways that meet, dead is what is dead on one of them."""
        arriving = [state for state, body in ways if not ends(body)] or [ways[0][0]]
        self.state = arriving[0].copy()
        for state in arriving:
            self.state.dead |= state.dead

    def loop(self, depth: int, around: Around) -> Statement:
        kind = self.rng.choice(("for", "for", "while", "comptime for"))
        name = self.fresh("i")
        inner = replace(self.inside_loop(around), in_loop=kind != "comptime for")
        is_parameter = kind == "comptime for"
        self.variables.append(Variable(name, f.INT, False, False, is_parameter=is_parameter))
        before = self.state.copy()
        body = self.body(depth + 1, inner, 4)
        self.variables.pop()
        self.state = before
        otherwise: Body = []
        if kind != "comptime for" and self.rng.random() < 0.25:
            self.state = before.copy()
            otherwise = self.body(depth + 1, around, 2)
            self.join([(before, []), (self.state, otherwise)])
        return Loop(name, self.rng.randint(1, 3), kind, body, otherwise)

    def inside_loop(self, around: Around) -> Around:
        """A round leaves alive what it found alive."""
        alive = {v.name for v in self.variables if v.owned and self.is_alive(v)}
        return replace(around, in_loop=True, kept=frozenset(alive))

    def attempt(self, depth: int, around: Around) -> Statement:
        """One type of error to a `try`; what its body may have moved is dead in the handler."""
        error = self.rng.choice(self.kinds)
        inner = replace(around, errors=(error,))
        before, mark = self.state.copy(), len(self.moved)
        self.errors = ()
        condition = self.read(f.BOOL, 1, Claim())
        ahead = self.state.copy()
        first = If(condition, [Raise(self.error(error))], [])
        self.state = ahead
        body: Body = [first, *self.body(depth + 1, inner, 4)]
        ended = [(self.state, body)]
        otherwise = at_last = None
        if self.rng.random() < 0.3 and not ends(body):
            otherwise = self.body(depth + 1, around, 2)
            ended = [(self.state, otherwise)]
        self.state = State(before.dead | set(self.moved[mark:]), set(before.frozen))
        name = self.fresh("e")
        handler = self.handler(depth, around, name, error)
        ended.append((self.state, handler))
        self.join(ended)
        if self.rng.random() < 0.3:
            after = self.state
            dead = before.dead | set(self.moved[mark:]) | after.dead
            self.state = State(dead, set(before.frozen))
            at_last = self.body(
                depth + 1, replace(around, in_loop=False, may_return=False, errors=()), 2
            )
            self.state = State(self.state.dead | after.dead, after.frozen)
        return Try(body, name, handler, otherwise, at_last)

    def handler(self, depth: int, around: Around, name: str, error: str) -> Body:
        outer, self.caught = self.caught, (name, error)
        body: Body = [Show(name)] if self.rng.random() < 0.6 else []
        if error == "Trouble" and self.rng.random() < 0.5:
            token = next(part for part in f.PARTS if part.owner == f.CAUGHT)
            body.append(Print(Inside(f.TOKEN, Name(f.CAUGHT, name), token, 0)))
        body += self.body(depth + 1, around, 2)
        self.caught = outer
        return body

    def managed(self, depth: int, around: Around) -> Statement:
        """A `Guard` ends errors, so that what its body may have moved is dead after it."""
        guards = self.rng.random() < 0.5
        name = "" if guards or self.rng.random() < 0.4 else self.fresh("s")
        before, mark = self.state.copy(), len(self.moved)
        inner = replace(around, errors=("Error",))
        if name:
            self.variables.append(Variable(name, f.STRING, False, False))
        body = self.body(depth + 1, inner, 3)
        if name:
            self.variables.pop()
        if guards:
            moved = set(self.moved[mark:])
            self.state = State(self.state.dead | before.dead | moved, set(before.frozen))
        return With(guards, self.rng.randrange(100), name, body)

    # -- things that refer to others ------------------------------------------------------------------------------

    def reference(self, depth: int, around: Around) -> Body | None:
        type = self.rng.choice(self.types())
        form = self.rng.choice(("ref {0} = {1}", "var {0} = Pointer(to={1})"))
        place = self.place(type, Claim(), "mut")
        if place is None:
            return None
        if type == f.STRING and self.rng.random() < 0.4:
            return self.refer(place, f.VIEW, "var {0} = StringSlice({1})", False, depth, around)
        if type == f.TOKENS and self.rng.random() < 0.4:
            return self.refer(place, f.SPAN, "var {0} = Span({1})", True, depth, around)
        return self.refer(place, type, form, True, depth, around)

    def refer(
        self, place: Located, type: Type, form: str, mutable: bool, depth: int, around: Around
    ) -> Body:
        """The statements after it stand in the same scope; what it refers into stays put meanwhile."""
        name = self.fresh("r") + ("[]" if "Pointer" in form else "")
        frozen = set(self.state.frozen)
        self.state.frozen |= self.roots(place)
        variable = Variable(name, type, mutable, False, place.root())
        self.variables.append(variable)
        printed = type not in (f.VIEW, f.SPAN)
        body: Body = [Print(Name(type, name))] if printed and self.rng.random() < 0.3 else []
        inner = replace(around, kept=frozenset(), in_loop=False)
        body += self.statements(depth + 1, inner, 3)
        if printed and not ends(body) and self.rng.random() < 0.6:
            body.append(Print(Name(type, name)))
        self.state.frozen = frozen
        self.variables = [v for v in self.variables if v is not variable]
        return [Reference(name, place, body, form)]

    def each(self, depth: int, around: Around) -> Body | None:
        type, item = self.rng.choice(
            (
                *((f.TOKENS, f.TOKEN), (f.STRINGS, f.STRING), (f.PLAINS, f.PLAIN)),
                *((f.ARRAY, f.TOKEN), (f.DEQUE, f.TOKEN)),
            )
        )
        word = self.rng.choice(("", "ref ", "var ") if item.copies == "implicit" else ("", "ref "))
        place = self.place(type, Claim(), "mut")
        if place is None:
            return None
        name = self.fresh("x")
        before = self.state.copy()
        inner = self.inside_loop(around)
        self.state.frozen |= self.roots(place)
        owned = word == "var "
        owner = "" if owned else place.root()
        self.variables.append(Variable(name, item, word != "", owned, owner))
        body: Body = [Print(Name(item, name))] if self.rng.random() < 0.3 else []
        body += self.body(depth + 1, inner, 3)
        self.variables.pop()
        self.state = before
        return [Each(word, name, place, body)]

    def when_some(self, depth: int, around: Around) -> Body | None:
        """What an optional or a variant holds, where it does."""
        kind = self.rng.choice(f.HELD)
        place = self.place(kind.part.owner, Claim(), "mut")
        if place is None:
            return None
        before = self.state.copy()
        condition = Call(f.BOOL, kind.form, [place])
        inside = Inside(kind.part.type, place, kind.part, 0)
        visible = len(self.variables)
        body = self.refer(inside, kind.part.type, "ref {0} = {1}", True, depth + 1, around)
        del self.variables[visible:]
        after = self.state
        self.state = before
        self.join([(before, []), (after, body)])
        return [If(condition, body, [])]

    def closure(self, depth: int, around: Around) -> Body | None:
        """A closure with captures of every kind; what it refers to stays put while it is used."""
        captures: list[tuple[str, Variable]] = []
        default = self.rng.choice(("", "", "", "imm", "mut", "ref", "var"))
        for variable in self.rng.sample(self.variables, min(len(self.variables), 3)):
            word = self.capture(variable, default)
            if word:
                captures.append((word, variable))
        is_lambda = self.rng.random() < 0.3 and all(
            word != "mut" and (word != "var^" or variable.type.copies == "implicit")
            for word, variable in captures
        )
        others = self.closures_captured(default)
        made = self.captured(captures, others, is_lambda, depth)
        made.default = default
        self.errors = around.errors
        for word, variable in captures:
            if word == "var^":
                self.state.dead.add(variable.name)
                self.moved.append(variable.name)
        reads = self.roots_captured(captures, "imm") | self.roots_captured(captures, "ref")
        reads = reads.union(*(closure.reads for _, closure in others))
        return [self.use_closure(made, reads, self.roots_captured(captures, "mut"), depth, around)]

    def closures_captured(self, default: str) -> list[tuple[str, Callable]]:
        """Closures that another one captures: by reference, or copied if they can be."""
        found = []
        for closure in self.closures:
            words = ["imm", "var"] if closure.copies else ["imm"]
            word = default or self.rng.choice(words)
            is_plain = closure.form == "{0}({1})" and not closure.writes
            if is_plain and word in words and self.rng.random() < 0.5:
                found.append((word, closure))
        return found[:1]

    def roots_captured(self, captures: list[tuple[str, Variable]], by: str) -> set[str]:
        roots = (self.roots_of(variable.name) for word, variable in captures if word == by)
        return set().union(*roots)

    def captured(
        self,
        captures: list[tuple[str, Variable]],
        others: list[tuple[str, Callable]],
        is_lambda: bool,
        depth: int,
    ) -> Closure:
        """The closure itself: inside, there is nothing but what it captured."""
        outside = (self.variables, self.closures, self.state, self.anchor, self.caught)
        argument = self.fresh("n")
        raises = not is_lambda and self.rng.random() < 0.25
        errors = ("Error",) if raises else ()
        self.variables = [Variable(v.name, v.type, w == "mut", False) for w, v in captures]
        self.variables.append(Variable(argument, f.INT, False, False))
        self.closures = [replace(closure, reads=set()) for _, closure in others]
        self.state, self.anchor, self.caught = State(), "", None
        nowhere = Around(may_return=False, errors=errors)
        inner = [] if is_lambda else self.statements(depth + 1, nowhere, 2)
        self.errors = errors
        result = self.own(f.TOKEN, 1, Claim())
        self.variables, self.closures, self.state, self.anchor, self.caught = outside
        names = [(word, variable.name) for word, variable in captures]
        names += [(word, closure.name) for word, closure in others]
        return Closure(
            self.fresh("k"), argument, names, inner, result, [], is_lambda, raises=raises
        )

    def capture(self, variable: Variable, default: str) -> str:
        """How a variable may be captured now, or nothing."""
        if not self.is_alive(variable) or "[" in variable.name or variable.type in (f.VIEW, f.SPAN):
            return ""
        if variable.owner or variable.is_parameter or variable.type == f.GENERIC:
            return ""
        words = ["imm", "ref"]
        if variable.mutable and variable.name not in self.state.frozen:
            words.append("mut")
        if variable.type.copies == "implicit":
            words.append("var")
        if self.is_movable(variable.name, Claim()):
            words.append("var^")
        if default:
            return default if default in words else ""
        return self.rng.choice(words)

    def copies_implicitly(self, name: str) -> bool:
        closure = next((c for c in self.closures if c.name == name), None)
        return closure.copies if closure else self.variable(name).type.copies == "implicit"

    def use_closure(
        self, made: Closure, reads: set[str], writes: set[str], depth: int, around: Around
    ) -> Statement:
        frozen = set(self.state.frozen)
        self.state.frozen |= reads | writes
        before = len(self.closures)
        owns = all(word.startswith("var") for word, _ in made.captures)
        copies = owns and all(self.copies_implicitly(name) for _, name in made.captures)
        self.closures.append(Callable(made.name, reads, writes, raises=made.raises, copies=copies))
        inner = replace(around, kept=frozenset(), in_loop=False)
        made.body += self.statements(depth + 1, inner, 2)
        if not ends(made.body) and owns and not made.raises and self.rng.random() < 0.5:
            name = self.fresh("k")
            form, call = self.rng.choice(_KEPT)
            made.body.append(Rename(name, made.name, form))
            self.closures[before:] = [Callable(name, reads, writes, call)]
        self.errors = around.errors
        if not ends(made.body):
            called = self.call_closure(1, Claim())
            if called is not None:
                made.body.append(Print(called))
            made.body += self.statements(depth + 1, inner, 2)
        del self.closures[before:]
        self.state.frozen = frozen
        return made
