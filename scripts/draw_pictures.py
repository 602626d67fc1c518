#!/usr/bin/env python3
"""Draws the pictures of the documentation, docs/pictures/*.svg.

usage: scripts/draw_pictures.py [SCREE]     SCREE: the command, build/release/scree if not given

Every point, normal and distance drawn comes from `scree contact --format json`. The sketches in the
plane are worked out here, as prisms they are also given to scree, and both must agree.
"""

import json
import math
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BLUE, ORANGE, RED, INK, GREY, PAPER = '#4c7fb8', '#e8a33d', '#d1335b', '#1d2733', '#75808c', '#f7f8fa'


def ask(scree, path):
    """The contact of every pair in the file."""
    output = subprocess.run([scree, 'contact', path, '--format', 'json'], check=True, capture_output=True, text=True).stdout
    return [json.loads(line) for line in output.splitlines()]


# ---- vectors of any dimension ----

def add(p, q, s=1.0):
    return tuple(a + s * b for a, b in zip(p, q))


def sub(p, q):
    return add(p, q, -1.0)


def dot(p, q):
    return sum(a * b for a, b in zip(p, q))


def scaled(s, p):
    return tuple(s * a for a in p)


def cross(p, q):
    return (p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0])


def unit(p):
    return scaled(1 / math.sqrt(dot(p, p)), p)


def mean(points):
    return tuple(sum(c) / len(points) for c in zip(*points))


def rotate(q, p):
    """Turns p by the quaternion (w, x, y, z) of any length."""
    w, *u = (c / math.sqrt(dot(q, q)) for c in q)
    t = scaled(2, cross(u, p))
    return add(add(p, t, w), cross(u, t))


# ---- solids: vertices, faces (loops of indices, outside left), outward planes ----

class Solid:
    def __init__(self, vertices, loops):
        self.vertices = vertices
        centre = mean(vertices)
        self.faces, self.planes, self.sides = [], [], {}
        for loop in loops:
            points = [vertices[i] for i in loop]
            normal = unit(area_vector(points))
            if dot(normal, sub(points[0], centre)) < 0:
                loop, normal = loop[::-1], scaled(-1, normal)
            self.faces.append([vertices[i] for i in loop])
            self.planes.append((normal, max(dot(normal, p) for p in points)))
            for edge in zip(loop, loop[1:] + loop[:1]):
                self.sides.setdefault(tuple(sorted(edge)), []).append(normal)

    def placed(self, place):
        position, turn = place.get('position', [0, 0, 0]), place.get('orientation', [1, 0, 0, 0])
        index = {p: i for i, p in enumerate(self.vertices)}
        loops = [[index[p] for p in face] for face in self.faces]
        return Solid([add(rotate(turn, p), position) for p in self.vertices], loops)


def area_vector(points):
    total = (0, 0, 0)
    for p, q in zip(points[1:], points[2:]):
        total = add(total, cross(sub(p, points[0]), sub(q, points[0])))
    return total


def hull(vertices):
    """The convex hull of a few points, each plane through three of them tried."""
    loops = {}
    n = len(vertices)
    for i, j, k in ((i, j, k) for i in range(n) for j in range(i) for k in range(j)):
        normal = cross(sub(vertices[j], vertices[i]), sub(vertices[k], vertices[i]))
        if dot(normal, normal) < 1e-18:
            continue
        normal = unit(normal)
        heights = [dot(normal, sub(p, vertices[i])) for p in vertices]
        if max(heights) > 1e-9 and min(heights) < -1e-9:
            continue
        on = frozenset(m for m, h in enumerate(heights) if abs(h) < 1e-9)
        middle = mean([vertices[m] for m in on])
        x = unit(sub(vertices[min(on)], middle))
        y = cross(normal, x)
        angle = {m: math.atan2(dot(sub(vertices[m], middle), y), dot(sub(vertices[m], middle), x)) for m in on}
        loops[on] = sorted(on, key=angle.get)
    return Solid(vertices, list(loops.values()))


def superellipse(angle, exponent):
    """The point of |x|^(2/e) + |y|^(2/e) = 1 whose normal has this angle."""
    power = exponent / (2 - exponent)
    x, y = (math.copysign(abs(c) ** power if abs(c) > 1e-12 else 0, c) for c in (math.cos(angle), math.sin(angle)))
    length = (abs(x) ** (2 / exponent) + abs(y) ** (2 / exponent)) ** (exponent / 2)
    return x / length, y / length


def stacked(profile, section):
    """Copies of a polygon, each (radius, z) of the profile giving one: all faces are flat."""
    vertices, rings = [], []
    for r, z in profile:
        first = len(vertices)
        count = len(section) if r > 1e-9 else 1
        vertices += [(r * x, r * y, z) for x, y in section[:count]]
        rings.append([first + (i if count > 1 else 0) for i in range(len(section))])
    loops = [ring for ring in (rings[0], rings[-1]) if ring[0] != ring[1]]
    for low, high in zip(rings, rings[1:]):
        for i in range(len(section)):
            j = (i + 1) % len(section)
            loops.append(list(dict.fromkeys([low[i], low[j], high[j], high[i]])))
    return Solid(vertices, loops)


def make_solid(shape):
    """The solid of a description as in a pair file."""
    turn = [2 * math.pi * i / 48 for i in range(48)]
    circle = [(math.cos(t), math.sin(t)) for t in turn]
    climb = [math.pi * (i / 20 - 0.5) for i in range(21)]
    kind = shape['type']
    if kind == 'box':
        return hull([tuple(s * e / 2 for s, e in zip((x, y, z), shape['extents'])) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)])
    if kind == 'octahedron':
        r = shape['edge'] / math.sqrt(2)
        return hull([tuple(s * r if k == i else 0.0 for k in range(3)) for i in range(3) for s in (-1, 1)])
    if kind == 'sphere':
        return stacked([scaled(shape['radius'], superellipse(t, 1)) for t in climb], circle)
    if kind == 'capsule':
        r, half = shape['radius'], shape['length'] / 2
        return stacked([(r * math.cos(t), r * math.sin(t) + (half if t > 0 else -half)) for t in climb if t], circle)
    if kind == 'cylinder':
        fine = [(math.cos(t), math.sin(t)) for t in (2 * math.pi * i / 96 for i in range(96))]
        return stacked([(shape['radius'], s * shape['height'] / 2) for s in (-1, 1)], fine)
    if kind == 'superellipsoid':
        (a, b, c), (e1, e2) = shape['radii'], shape['exponents']
        section = [(a * x, b * y) for x, y in (superellipse(t, e2) for t in turn)]
        return stacked([(r, c * z) for r, z in (superellipse(t, e1) for t in climb)], section)
    raise ValueError(f'no drawing for type {kind}')


# ---- what one sees of two convex solids ----

def split(polygon, plane):
    """The parts of a convex polygon below and above a plane."""
    normal, offset = plane
    heights = [dot(normal, p) - offset for p in polygon]
    if max(heights) <= 1e-9:
        return polygon, []
    if min(heights) >= -1e-9:
        return [], polygon
    below, above = [], []
    for p, h, q, k in zip(polygon, heights, polygon[1:] + polygon[:1], heights[1:] + heights[:1]):
        (below if h <= 0 else above).append(p)
        if (h <= 0) != (k <= 0):
            crossing = add(p, sub(q, p), h / (h - k))
            below.append(crossing)
            above.append(crossing)
    return below, above


def within(polygon, planes):
    for plane in planes:
        polygon = split(polygon, plane)[0]
        if not polygon:
            break
    return polygon


def without(polygon, planes):
    """The parts of a polygon outside a convex region."""
    if not within(polygon, planes):
        return [polygon]
    parts = []
    for plane in planes:
        polygon, outside = split(polygon, plane)
        if outside:
            parts.append(outside)
    return parts


def shadow(solid, viewer):
    """The planes of everything the solid hides, itself included."""
    planes = [plane for plane in solid.planes if dot(plane[0], viewer) > 1e-9]
    middle = mean(solid.vertices)
    for (i, j), normals in solid.sides.items():
        if (dot(normals[0], viewer) > 1e-9) != (dot(normals[1], viewer) > 1e-9):
            p = solid.vertices[i]
            normal = unit(cross(sub(solid.vertices[j], p), viewer))
            if dot(normal, sub(p, middle)) < 0:
                normal = scaled(-1, normal)
            planes.append((normal, dot(normal, p)))
    return planes


def segment_within(p, q, planes):
    """The share of a segment inside a convex region, as two parameters, or None."""
    low, high = 0.0, 1.0
    for normal, offset in planes:
        start, rise = dot(normal, p) - offset + 1e-6, dot(normal, sub(q, p))
        if abs(rise) < 1e-12:
            if start > 0:
                return None
        elif rise > 0:
            high = min(high, -start / rise)
        else:
            low = max(low, -start / rise)
    return (low, high) if low < high else None


def outline(solid, viewer):
    """The edges to draw: sharp ones that face the viewer, and the rim."""
    for (i, j), normals in solid.sides.items():
        front = [dot(n, viewer) > 1e-9 for n in normals]
        sharp = dot(*normals) < math.cos(math.radians(30))
        if (any(front) and sharp) or front[0] != front[1]:
            yield solid.vertices[i], solid.vertices[j]


def meeting_line(a, b, viewer):
    """Where the surfaces of both solids meet, as far as both face the viewer."""
    for face, plane in zip(a.faces, a.planes):
        if dot(plane[0], viewer) <= 1e-9:
            continue
        common = within(face, b.planes)
        for p, q in zip(common, common[1:] + common[:1]):
            for normal, offset in b.planes:
                on = all(abs(dot(normal, x) - offset) < 1e-9 for x in (p, q))
                if on and dot(normal, viewer) > 1e-9 and abs(dot(normal, plane[0])) < 1 - 1e-9:
                    yield p, q


def shade(colour, normal, viewer):
    """The colour of a face, in steps, so that faces of one colour make one path."""
    up, side = (0, 0, 1), unit(cross((0, 0, 1), viewer))
    light = unit(add(add(scaled(0.55, viewer), up, 0.75), side, -0.35))
    bright = round(80 * (0.66 + 0.42 * max(0.0, dot(normal, light)))) / 80
    channels = [int(colour[i:i + 2], 16) for i in (1, 3, 5)]
    mixed = [c * bright if bright <= 1 else 255 - (255 - c) * (2 - bright) for c in channels]
    return '#' + ''.join(f'{round(c):02x}' for c in mixed)


# ---- SVG ----

def path(points, closed=True):
    return 'M' + 'L'.join(f'{x:.1f} {y:.1f}' for x, y in points) + ('Z' if closed else '')


def line(p, q, stroke, width, extra=''):
    return f'<path d="{path([p, q], False)}" stroke="{stroke}" stroke-width="{width}" stroke-linecap="round" fill="none" {extra}/>'


def dot_at(p, radius, fill):
    return f'<circle cx="{p[0]:.1f}" cy="{p[1]:.1f}" r="{radius}" fill="{fill}" stroke="#fff" stroke-width="1.2"/>'


def text(p, words, size=13, fill=INK, anchor='start', extra=''):
    return f'<text x="{p[0]:.1f}" y="{p[1]:.1f}" font-size="{size}" fill="{fill}" text-anchor="{anchor}" {extra}>{words}</text>'


def arrow(p, q, colour, width=2.4):
    d = unit(sub(q, p))
    side, neck = (-d[1], d[0]), add(q, d, -11)
    head = [q, add(neck, side, 5), add(neck, side, -5)]
    halo = f'<path d="{path(head)}" fill="{colour}" stroke="#fff" stroke-width="2.6" stroke-linejoin="round"/>'
    return [line(p, add(q, d, -6), '#fff', width + 2.6), halo,
            line(p, add(q, d, -6), colour, width), f'<path d="{path(head)}" fill="{colour}"/>']


def number(value, digits=6):
    return f'{value:.{digits}g}'.replace('-', '\u2212')


def write(name, width, height, title, items):
    head = (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
            f'font-family="Helvetica, Arial, sans-serif" role="img"><title>{title}</title>'
            f'<rect width="{width}" height="{height}" rx="10" fill="{PAPER}"/>')
    target = ROOT / 'docs' / 'pictures' / name
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text('\n'.join([head, *items, '</svg>']) + '\n')
    print(f'{target.relative_to(ROOT)}: {target.stat().st_size // 1024} KiB')


# ---- picture 1: pairs of the demo, in space ----

def draw_pair(solids, contact, viewer, centre, span):
    viewer = unit(viewer)
    right = unit(cross((0, 0, 1), viewer))
    axes = right, cross(viewer, right)
    flat = [[dot(axis, p) for p in solids[0].vertices + solids[1].vertices] for axis in axes]
    size = max((max(f) - min(f)) / pixels for f, pixels in zip(flat, span))
    middle = [(max(f) + min(f)) / 2 for f in flat]

    def project(p):
        return (centre[0] + (dot(axes[0], p) - middle[0]) / size, centre[1] - (dot(axes[1], p) - middle[1]) / size)

    items, paths, hidden = [], {}, [shadow(s, viewer) for s in solids]
    for solid, colour, before in zip(solids, (BLUE, ORANGE), hidden[::-1]):
        for face, (normal, _) in zip(solid.faces, solid.planes):
            if dot(normal, viewer) > 1e-9:
                for part in without(face, before):
                    paths.setdefault(shade(colour, normal, viewer), []).append(path([project(p) for p in part]))
    for colour, parts in paths.items():
        items.append(f'<path d="{"".join(parts)}" fill="{colour}" stroke="{colour}" stroke-width="0.7" stroke-linejoin="round"/>')

    common = [within(face, other.planes) for solid, other in (solids, solids[::-1])
              for face, (normal, _) in zip(solid.faces, solid.planes) if dot(normal, viewer) > 1e-9]
    common = ''.join(path([project(p) for p in part]) for part in common if part)
    if common and contact['state'] == 'overlap':
        items.append(f'<g opacity="0.5"><path d="{common}" fill="{RED}" stroke="{RED}" stroke-width="0.7" stroke-linejoin="round"/></g>')

    seen, behind = [], []
    for solid, before in zip(solids, hidden[::-1]):
        for p, q in outline(solid, viewer):
            inside = segment_within(p, q, before)
            low, high = inside or (1.0, 1.0)
            ends = [add(p, sub(q, p), t) for t in (0, low, high, 1)]
            seen += [(ends[i], ends[i + 1]) for i, t in ((0, low), (2, 1 - high)) if t > 1e-9]
            behind += [(ends[1], ends[2])] if inside else []
    seen += meeting_line(*solids, viewer)
    for lines, style in ((behind, f'stroke="{INK}" stroke-width="0.9" stroke-dasharray="2.5 3" opacity="0.55"'),
                         (seen, f'stroke="{INK}" stroke-width="1.3"')):
        d = ''.join(path([project(p), project(q)], False) for p, q in lines)
        items.append(f'<path d="{d}" fill="none" stroke-linecap="round" {style}/>')

    a, b = contact['point_a'], contact['point_b']
    start = mean([a, b])
    items += arrow(project(start), project(add(start, contact['normal'], 62 * size)), INK)
    items += [line(project(a), project(b), RED, 2.6), dot_at(project(a), 4.2, BLUE), dot_at(project(b), 4.2, ORANGE)]
    return items


def draw_demo(scree):
    file = ROOT / 'scenes' / 'pairs' / 'demo.json'
    scene, contacts = json.loads(file.read_text()), ask(scree, file)
    shown = [(1, (1.0, -1.5, 0.75)), (5, (1.0, -0.42, 0.2)), (4, (1.0, -1.9, 0.75)),
             (10, (0.75, -1.15, 0.45)), (11, (0.25, -1.0, 0.55)), (12, (1.0, -1.3, 0.35))]
    items, width, height = [], 300, 292
    for place, (index, viewer) in enumerate(shown):
        left, top = width * (place % 3), height * (place // 3)
        contact, pair = contacts[index], scene['pairs'][index]
        solids = [make_solid(scene['shapes'][pair[k]['shape']]).placed(pair[k]) for k in 'ab']
        items += draw_pair(solids, contact, viewer, (left + 150, top + 122), (216, 196))
        words = f'{pair["a"]["shape"]} \u2013 {pair["b"]["shape"]}: {contact["contact_type"]}'
        items += [text((left + 150, top + 256), words, 15, anchor='middle', extra='font-weight="600"'),
                  text((left + 150, top + 276), f'{contact["state"]}, distance {number(contact["distance"])} m', 14, GREY, 'middle')]
    y = 2 * height + 26
    items += [dot_at((108, y - 5), 5, BLUE), text((120, y), 'A and its point', 14),
              dot_at((248, y - 5), 5, ORANGE), text((260, y), 'B and its point', 14),
              f'<rect x="382" y="{y - 11}" width="14" height="12" fill="{RED}" opacity="0.5"/>', text((403, y), 'what they share', 14),
              line((531, y - 5), (549, y - 5), RED, 2.6), text((557, y), 'gap or overlap', 14),
              *arrow((668, y - 5), (692, y - 5), INK), text((701, y), 'normal, A to B', 14)]
    write('pairs.svg', 900, 2 * height + 46, 'Six contacts found by scree', items)


# ---- picture 2: the Minkowski difference, in the plane ----

POLYGON_A = [(-1.3, -0.7), (0.5, -1.1), (1.4, 0.1), (0.6, 1.2), (-0.9, 0.9)]
POLYGON_B = [(-1.0, -0.3), (0.3, -0.9), (1.1, 0.5), (-0.2, 0.9)]
APART, INSIDE = (3.0, 1.1), (1.35, 0.75)


def farthest(polygon, direction):
    return max(polygon, key=lambda p: dot(p, direction))


def difference_hull(a, b):
    """The corners of A - B, counter-clockwise (monotone chain)."""
    points = sorted({sub(p, q) for p in a for q in b})

    def chain(order):
        kept = []
        for p in order:
            while len(kept) > 1 and turn(kept[-2], kept[-1], p) <= 1e-12:
                kept.pop()
            kept.append(p)
        return kept[:-1]

    return chain(points) + chain(points[::-1])


def turn(p, q, r):
    return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])


def nearest_on_simplex(simplex):
    """The point of a simplex nearest to the origin and the corners that carry it."""
    if len(simplex) == 3:
        turns = [turn(p, q, (0, 0)) for p, q in zip(simplex, simplex[1:] + simplex[:1])]
        if all(t > 0 for t in turns) or all(t < 0 for t in turns):
            return (0.0, 0.0), simplex
    best = min(((p, [p]) for p in simplex), key=lambda b: dot(b[0], b[0]))
    for p, q in ((p, q) for i, p in enumerate(simplex) for q in simplex[:i]):
        share = -dot(p, sub(q, p)) / dot(sub(q, p), sub(q, p))
        foot = add(p, sub(q, p), share)
        if 0 < share < 1 and dot(foot, foot) < dot(best[0], best[0]):
            best = foot, [p, q]
    return best


def gjk(support, start):
    """Nearest point, and the simplex of every round."""
    simplex, rounds = [support(start)], []
    while True:
        rounds.append(simplex)
        nearest, simplex = nearest_on_simplex(simplex)
        if len(simplex) == 3:
            return nearest, rounds
        point = support(scaled(-1, nearest))
        if dot(nearest, sub(nearest, point)) < 1e-12:
            return nearest, rounds
        simplex = simplex + [point]


def epa(support, simplex):
    """The foot of the origin on the nearest side, and the polygon of every round."""
    polygon = simplex if turn(*simplex) > 0 else simplex[::-1]
    rounds = []
    while True:
        rounds.append(polygon)
        sides = list(zip(polygon, polygon[1:] + polygon[:1]))
        normals = [unit((q[1] - p[1], p[0] - q[0])) for p, q in sides]
        at = min(range(len(sides)), key=lambda i: dot(normals[i], sides[i][0]))
        point, depth = support(normals[at]), dot(normals[at], sides[at][0])
        if dot(normals[at], point) - depth < 1e-12:
            return scaled(depth, normals[at]), rounds
        polygon = polygon[:at + 1] + [point] + polygon[at + 1:]


def prism_contact(scree, shift):
    """What scree says of the two polygons as tall prisms, B moved by `shift`."""
    with tempfile.TemporaryDirectory() as folder:
        shapes = {k: {'type': 'polyhedron', 'vertices': [[*p, z] for p in polygon for z in (-9, 9)]}
                  for k, polygon in (('a', POLYGON_A), ('b', POLYGON_B))}
        file = Path(folder) / 'prisms.json'
        file.write_text(json.dumps({'shapes': shapes, 'pairs': [{'a': {'shape': 'a'}, 'b': {'shape': 'b', 'position': [*shift, 0]}}]}))
        return ask(scree, file)[0]


def must_agree(contact, distance, normal):
    off = max(abs(contact['distance'] - distance), *(abs(x - y) for x, y in zip(contact['normal'], (*normal, 0))))
    if off > 1e-12:
        raise SystemExit(f'the sketch and scree differ by {off}: {contact}, {distance}, {normal}')


def draw_sketch(scree):
    items = []
    for row, shift in enumerate((APART, INSIDE)):
        b = [add(p, shift) for p in POLYGON_B]
        corners = difference_hull(POLYGON_A, b)

        def support(d, b=b):
            return sub(farthest(POLYGON_A, d), farthest(b, scaled(-1, d)))

        nearest, rounds = gjk(support, shift if row else (-1.0, 0.5))  # a bad start, to see it work
        found = list(dict.fromkeys(p for simplex in rounds for p in simplex))
        if row:
            nearest, rounds = epa(support, rounds[-1])
            found = [p for p in dict.fromkeys(found + sum(rounds, [])) if p in rounds[-1]]
        length = math.sqrt(dot(nearest, nearest))
        normal = scaled((1 if row else -1) / length, nearest)
        contact = prism_contact(scree, shift)
        must_agree(contact, -length if row else length, normal)

        top = 318 * row
        left_at, right_at = (112, top + 196), (690 if row else 760, top + (128 if row else 113))

        def left(p, at=left_at):
            return at[0] + 55 * p[0], at[1] - 55 * p[1]

        def right(p, at=right_at):
            return at[0] + 43 * p[0], at[1] - 43 * p[1]

        heading = 'overlapping' if row else 'apart'
        items += [text((24, top + 32), f'A and B, {heading}', 15, extra='font-weight="600"'),
                  text((400, top + 32), 'A \u2212 B holds the origin: EPA grows to the nearest side' if row
                       else 'A \u2212 B and the origin outside: GJK finds the nearest point', 15, extra='font-weight="600"')]
        for polygon, colour in ((POLYGON_A, BLUE), (b, ORANGE)):
            items.append(f'<path d="{path([left(p) for p in polygon])}" fill="{colour}" fill-opacity="0.55" stroke="{INK}" stroke-width="1.3"/>')
        for words, polygon in (('A', POLYGON_A), ('B', b)):
            at = add(left(mean(polygon)), (-22 if words == 'A' else 18, 0))
            items.append(text(at, words, 17, extra='font-weight="600"'))
        ends = contact['point_a'], contact['point_b']
        items += arrow(left(mean(ends)), left(add(mean(ends), contact['normal'], 1.0)), INK)
        items += [line(left(ends[0]), left(ends[1]), RED, 2.8), dot_at(left(ends[0]), 4.2, BLUE), dot_at(left(ends[1]), 4.2, ORANGE),
                  text((24, top + 302), f'{contact["state"]}, distance {number(contact["distance"])} m', 14, GREY)]

        items.append(f'<path d="{path([right(p) for p in corners])}" fill="#fff" stroke="{INK}" stroke-width="1.3"/>')
        for step, simplex in enumerate(rounds):
            last = step == len(rounds) - 1
            style = f'fill="{BLUE}" fill-opacity="0.16" stroke="{BLUE}" stroke-width="{2.4 if last else 1.2}"'
            dash = '' if last else 'stroke-dasharray="4 3"'
            items.append(f'<path d="{path([right(p) for p in simplex], len(simplex) > 2)}" {style} {dash}/>')
        middle = mean(corners)
        for count, p in enumerate(found, 1):
            at = add(right(p), scaled(15, unit(sub(right(p), right(middle)))))
            items += [dot_at(right(p), 3.6, BLUE), text(add(at, (0, 5)), count, 14, BLUE, 'middle', 'font-weight="600"')]
        origin = right((0, 0))
        items += [line(origin, right(nearest), RED, 2.8), dot_at(right(nearest), 4.2, RED), dot_at(origin, 4.8, INK),
                  text(add(origin, (-8, -6) if row else (9, 15)), 'origin', 14, INK, 'end' if row else 'start'),
                  text((400, top + 302), f'numbered: support points in their order; red: {"overlap" if row else "gap"} {number(length)} m', 14, GREY)]
    items.insert(0, line((24, 318), (876, 318), '#d5dae0', 1))
    write('minkowski.svg', 900, 636, 'Two polygons and their Minkowski difference, apart and overlapping', items)


# ---- picture 3: why face normals are enough, in the plane ----

def draw_directions(scree):
    b = [add(p, INSIDE) for p in POLYGON_B]
    contact = prism_contact(scree, INSIDE)

    def depth(angle):
        d = (math.cos(angle), math.sin(angle))
        return dot(d, farthest(POLYGON_A, d)) - dot(d, farthest(b, scaled(-1, d)))

    def at(angle, value):
        return 60 + 800 * math.degrees(angle) / 360, 268 - 42 * value

    items = [line(at(0, v), at(2 * math.pi, v), '#d5dae0', 1) for v in range(6)]
    items += [text(add(at(0, v), (-10, 5)), v, 13, GREY, 'end') for v in range(6)]
    items += [text(add(at(math.radians(t), 0), (0, 22)), f'{t}\u00b0', 13, GREY, 'middle') for t in range(0, 361, 45)]
    curve = [at(math.radians(t / 2), depth(math.radians(t / 2))) for t in range(721)]
    items.append(f'<path d="{path(curve, False)}" fill="none" stroke="{INK}" stroke-width="2" stroke-linejoin="round"/>')
    marks = []
    for polygon, colour, sign in ((POLYGON_A, BLUE, 1), (b, ORANGE, -1)):
        for p, q in zip(polygon, polygon[1:] + polygon[:1]):
            angle = math.atan2(sign * (p[0] - q[0]), sign * (q[1] - p[1])) % (2 * math.pi)
            marks.append((depth(angle), angle))
            items.append(dot_at(at(angle, depth(angle)), 5, colour))
    least, angle = min(marks)
    must_agree(contact, -least, (math.cos(angle), math.sin(angle)))
    items += [f'<circle cx="{at(angle, least)[0]:.1f}" cy="{at(angle, least)[1]:.1f}" r="10" fill="none" stroke="{RED}" stroke-width="2.4"/>',
              text(add(at(angle, least), (17, 13)), f'least depth {number(least)} m', 14, RED, extra='font-weight="600"'),
              text((24, 32), 'depth of the overlap [m] by direction', 15, extra='font-weight="600"'),
              dot_at((470, 27), 5, BLUE), text((482, 32), 'normals of A\u2019s sides', 14),
              dot_at((650, 27), 5, ORANGE), text((662, 32), 'normals of B\u2019s sides, reversed', 14)]
    write('directions.svg', 900, 310, 'Depth of an overlap by direction, with the normals of both shapes', items)


def main():
    scree = Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / 'build' / 'release' / 'scree')
    if not scree.is_file():
        raise SystemExit(f'draw_pictures: no {scree}; build it first (scripts/demo.sh) or name it as the argument')
    draw_demo(scree.resolve())
    draw_sketch(scree.resolve())
    draw_directions(scree.resolve())


if __name__ == '__main__':
    main()
