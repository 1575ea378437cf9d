# A small n-body integration with SIMD vectors; energy is conserved.
from std.math import sqrt


@fieldwise_init
struct Body(Copyable):
    var pos: SIMD[DType.float64, 4]
    var vel: SIMD[DType.float64, 4]
    var mass: Float64


def energy(bodies: List[Body]) -> Float64:
    var e = 0.0
    for i in range(len(bodies)):
        ref b = bodies[i]
        e += 0.5 * b.mass * (b.vel * b.vel).reduce_add()
        for j in range(i + 1, len(bodies)):
            var d = b.pos - bodies[j].pos
            e -= b.mass * bodies[j].mass / sqrt((d * d).reduce_add())
    return e


def advance(mut bodies: List[Body], dt: Float64):
    for i in range(len(bodies)):
        for j in range(i + 1, len(bodies)):
            var d = bodies[i].pos - bodies[j].pos
            var dist2 = (d * d).reduce_add()
            var mag = dt / (dist2 * sqrt(dist2))
            bodies[i].vel -= d * (bodies[j].mass * mag)
            bodies[j].vel += d * (bodies[i].mass * mag)
    for ref b in bodies:
        b.pos += b.vel * dt


def main():
    var bodies = List[Body]()
    bodies.append(Body([0, 0, 0, 0], [0, 0, 0, 0], 40.0))
    bodies.append(Body([5, 0, 0, 0], [0, 2.8, 0, 0], 0.04))
    bodies.append(Body([0, 8, 0, 0], [-2.2, 0, 0, 0], 0.01))
    var before = energy(bodies)
    for _ in range(1000):
        advance(bodies, 0.001)
    var after = energy(bodies)
    print(abs(before - after) < 1e-3, bodies[1].pos[2])
