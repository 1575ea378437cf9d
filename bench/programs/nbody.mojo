"""The orbits of the sun and the large planets: the energy of the system after some steps, in 1e-9."""

from std.math import sqrt
from std.sys import argv

comptime PI = 3.141592653589793
comptime SOLAR_MASS = 4.0 * PI * PI
comptime DAYS = 365.24


@fieldwise_init
struct Body(ImplicitlyCopyable):
    var x: Float64
    var y: Float64
    var z: Float64
    var vx: Float64
    var vy: Float64
    var vz: Float64
    var mass: Float64


def energy(bodies: List[Body]) -> Float64:
    var e = 0.0
    for i in range(len(bodies)):
        ref b = bodies[i]
        e += 0.5 * b.mass * (b.vx * b.vx + b.vy * b.vy + b.vz * b.vz)
        for j in range(i + 1, len(bodies)):
            ref c = bodies[j]
            var dx = b.x - c.x
            var dy = b.y - c.y
            var dz = b.z - c.z
            e -= b.mass * c.mass / sqrt(dx * dx + dy * dy + dz * dz)
    return e


def advance(mut bodies: List[Body], dt: Float64):
    for i in range(len(bodies)):
        for j in range(i + 1, len(bodies)):
            var dx = bodies[i].x - bodies[j].x
            var dy = bodies[i].y - bodies[j].y
            var dz = bodies[i].z - bodies[j].z
            var d2 = dx * dx + dy * dy + dz * dz
            var mag = dt / (d2 * sqrt(d2))
            var mi = bodies[i].mass * mag
            var mj = bodies[j].mass * mag
            bodies[i].vx -= dx * mj
            bodies[i].vy -= dy * mj
            bodies[i].vz -= dz * mj
            bodies[j].vx += dx * mi
            bodies[j].vy += dy * mi
            bodies[j].vz += dz * mi
    for i in range(len(bodies)):
        bodies[i].x += dt * bodies[i].vx
        bodies[i].y += dt * bodies[i].vy
        bodies[i].z += dt * bodies[i].vz


def main() raises:
    var args = argv()
    var steps = Int(String(args[1])) if len(args) > 1 else 5_000_000
    var bodies = List[Body]()
    bodies.append(Body(0, 0, 0, 0, 0, 0, SOLAR_MASS))
    bodies.append(Body(4.84143144246472090, -1.16032004402742839, -0.103622044471123109, 0.00166007664274403694 * DAYS, 0.00769901118419740425 * DAYS, -0.0000690460016972063023 * DAYS, 0.000954791938424326609 * SOLAR_MASS))
    bodies.append(Body(8.34336671824457987, 4.12479856412430479, -0.403523417114321381, -0.00276742510726411 * DAYS, 0.00499852801234917238 * DAYS, 0.0000230417297573763929 * DAYS, 0.000285885980666130812 * SOLAR_MASS))
    bodies.append(Body(12.8943695621391310, -15.1111514016986312, -0.223307578892655734, 0.00296460137564761618 * DAYS, 0.00237847173959480950 * DAYS, -0.0000296589568540237556 * DAYS, 0.0000436624404335156298 * SOLAR_MASS))
    bodies.append(Body(15.3796971148509165, -25.9193146099879641, 0.179258772950371181, 0.00268067772490389322 * DAYS, 0.00162824170038242295 * DAYS, -0.0000951592254519715870 * DAYS, 0.0000515138902046611451 * SOLAR_MASS))
    var px = 0.0
    var py = 0.0
    var pz = 0.0
    for i in range(len(bodies)):
        px += bodies[i].vx * bodies[i].mass
        py += bodies[i].vy * bodies[i].mass
        pz += bodies[i].vz * bodies[i].mass
    bodies[0].vx = -px / SOLAR_MASS
    bodies[0].vy = -py / SOLAR_MASS
    bodies[0].vz = -pz / SOLAR_MASS
    for _ in range(steps):
        advance(bodies, 0.01)
    print(Int(energy(bodies) * 1e9))
