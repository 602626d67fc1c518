# The settled box of `scree bench engine` in YADE: particle-steps per second.
#
#   scree bench engine --particles 1000 --out DIR
#   yade -n -x -j1 yade_box.py DIR/settled-column.json [STEPS [SETTLING_STEPS]]
#
# The particles start where ours came to rest, with the same corners, in a cell with the same periods sideways.
# The floor is made of fixed blocks, as a periodic cell has no room for a half-space. The law is YADE's own for
# polyhedra: forces from the volume of the overlap. Young's modulus is such that overlaps are about as deep as
# ours, so that about as many pairs touch; the time step is one that is stable with it. Rotations are blocked:
# across a periodic border that law takes moments about the wrong image, and the box would fly apart. What a step
# costs hardly depends on any of this. Processor time is measured, after steps in which the particles find their new
# balance.
import json
import math
import sys
import time

from yade import polyhedra_utils  # names such as O and PolyhedraMat are there already

CELL_HEIGHT = 2.0  # m: nothing meets itself from above
FLOOR_BLOCKS = 4  # along each side: a body must be smaller than half the cell
FLOOR_THICKNESS = 0.05  # m
YOUNG = 1e9  # Pa
TIME_STEP = 2e-5  # s
DAMPING = 0.3
SKIN = 1e-3  # m, of YADE's collider


def block(material, lower, upper):
    corners = [(x, y, z) for x in (lower[0], upper[0]) for y in (lower[1], upper[1]) for z in (lower[2], upper[2])]
    return polyhedra_utils.polyhedra(material, v=corners, fixed=True, color=(0.5, 0.5, 0.5))


def add_floor(material, width):
    edge = width / FLOOR_BLOCKS
    for i in range(FLOOR_BLOCKS):
        for j in range(FLOOR_BLOCKS):
            O.bodies.append(block(material, (i * edge, j * edge, -FLOOR_THICKNESS), ((i + 1) * edge, (j + 1) * edge, 0)))


def add_particles(material, particles):
    for particle in particles:
        body = polyhedra_utils.polyhedra(material, v=[tuple(v) for v in particle["vertices"]], color=(0.6, 0.5, 0.4))
        body.state.vel = particle["velocity"]
        body.state.blockedDOFs = "XYZ"
        O.bodies.append(body)


def build(column):
    material = PolyhedraMat(
        density=column["density"],
        young=YOUNG,
        poisson=column["shear_stiffness"] / column["normal_stiffness"],  # here the ratio of the two stiffnesses
        frictionAngle=math.radians(column["friction_angle_degrees"]),
    )
    O.materials.append(material)
    width = column["width"]
    O.periodic = True
    O.cell.hSize = Matrix3(width, 0, 0, 0, width, 0, 0, 0, CELL_HEIGHT)
    add_floor(material, width)
    add_particles(material, column["particles"])
    O.dt = TIME_STEP
    O.engines = [
        ForceResetter(),
        InsertionSortCollider([Bo1_Polyhedra_Aabb()], verletDist=SKIN),
        InteractionLoop(
            [Ig2_Polyhedra_Polyhedra_PolyhedraGeom()],
            [Ip2_PolyhedraMat_PolyhedraMat_PolyhedraPhys()],
            [Law2_PolyhedraGeom_PolyhedraPhys_Volumetric()],
        ),
        NewtonIntegrator(damping=DAMPING, gravity=column["gravity"]),
    ]


def run(steps):
    begin = time.process_time()
    O.run(steps, True)
    return time.process_time() - begin


def main():
    arguments = sys.argv[1:]
    if not arguments:
        sys.exit("usage: yade -n -x -j1 yade_box.py COLUMN.json [STEPS [SETTLING_STEPS]]")
    with open(arguments[0]) as file:
        column = json.load(file)
    steps = int(arguments[1]) if len(arguments) > 1 else 200
    settling = int(arguments[2]) if len(arguments) > 2 else 200
    build(column)
    particles = len(column["particles"])
    run(settling)
    seconds = run(steps)
    contacts = sum(1 for i in O.interactions if i.isReal)
    result = {
        "particles": particles,
        "steps": steps,
        "seconds": seconds,
        "particle_steps_per_second": particles * steps / seconds,
        "coordination": 2 * contacts / particles,
        "kinetic_energy_per_particle": utils.kineticEnergy() / particles,
    }
    print("yade_box: " + json.dumps(result), flush=True)


main()
