// Files of frames made up for tests (docs/reference/frames.md): a heap of tumbling particles that
// circle above a floor. Written independently of the page's own reader.
import { crc32, deflateSync } from 'node:zlib';

/** Bits of the half-precision number nearest to x. */
function half(x) {
  if (!Number.isFinite(x)) return x > 0 ? 0x7c00 : 0xfc00;
  const sign = x < 0 ? 0x8000 : 0;
  const size = Math.abs(x);
  if (size < 2 ** -24) return sign;
  const exponent = Math.max(Math.floor(Math.log2(size)), -14);
  const fraction = Math.round((size / 2 ** exponent - (size < 2 ** -14 ? 0 : 1)) * 1024);
  return sign | ((size < 2 ** -14 ? 0 : (exponent + 15) << 10) + fraction);
}

/** Arrays one after the other, each filled up to a multiple of 4 bytes. */
function pack(arrays) {
  return Buffer.concat(arrays.map((array) => {
    const bytes = Buffer.from(array.buffer, array.byteOffset, array.byteLength);
    return Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);
  }));
}

/** A record of the file. */
export function record(kind, contents, compressed = true) {
  const stored = compressed ? deflateSync(contents, { level: 1 }) : contents;
  const header = Buffer.alloc(32);
  header.write(kind, 0, 'latin1');
  header.writeUInt32LE(compressed ? 1 : 0, 4);
  header.writeBigUInt64LE(BigInt(stored.length), 8);
  header.writeBigUInt64LE(BigInt(contents.length), 16);
  header.writeUInt32LE(crc32(stored), 24);
  header.writeUInt32LE(crc32(header.subarray(0, 28)), 28);
  return Buffer.concat([header, stored, Buffer.alloc((8 - (stored.length % 8)) % 8)]);
}

export function fileHeader({ version = 1, magic = 'scree\nfr' } = {}) {
  const header = Buffer.alloc(16);
  header.write(magic, 0, 'latin1');
  header.writeUInt32LE(version, 8);
  header.writeUInt32LE(0x01020304, 12);
  return header;
}

const CUBE = {
  type: 'box', kind: 'polyhedron',
  vertices: [-1, -1, -1, 1, -1, -1, 1, 1, -1, -1, 1, -1, -1, -1, 1, 1, -1, 1, 1, 1, 1, -1, 1, 1],
  faces: [[0, 3, 2, 1], [4, 5, 6, 7], [0, 1, 5, 4], [1, 2, 6, 5], [2, 3, 7, 6], [3, 0, 4, 7]],
};
const OCTAHEDRON = {
  type: 'octahedron', kind: 'polyhedron', vertices: [1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1],
  faces: [[0, 2, 4], [2, 1, 4], [1, 3, 4], [3, 0, 4], [2, 0, 5], [1, 2, 5], [3, 1, 5], [0, 3, 5]],
};
/** A ball of triangles: an octahedron, each triangle divided twice. */
const BALL = (() => {
  let triangles = OCTAHEDRON.faces.map((face) => face.map((v) => OCTAHEDRON.vertices.slice(3 * v, 3 * v + 3)));
  const middle = (a, b) => {
    const m = a.map((x, k) => x + b[k]);
    return m.map((x) => x / Math.hypot(...m));
  };
  for (let level = 0; level < 2; ++level) {
    triangles = triangles.flatMap(([a, b, c]) => {
      const [ab, bc, ca] = [middle(a, b), middle(b, c), middle(c, a)];
      return [[a, ab, ca], [ab, b, bc], [ca, bc, c], [ab, bc, ca]];
    });
  }
  const faces = triangles.map((_, k) => [3 * k, 3 * k + 1, 3 * k + 2]);
  return { type: 'sphere', kind: 'smooth', vertices: triangles.flat(2), faces, parts: faces.map(() => 0) };
})();

/** Numbers that look random and are always the same. */
function dice(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const RADIUS = 0.05;  // m

/** Header, SCEN and BODY of n particles and a floor; three shapes in turn. */
export function makeHead(n, changes = {}) {
  const bodies = n + 1;
  const scene = {
    name: 'made-up', dimension: 3, time_step: 1e-4, end_time: 1, gravity: [0, 0, -9.81],
    periodic: { axes: [false, false, false], lower: [0, 0, 0], length: [0, 0, 0] }, bodies, pieces: bodies,
    names: ['floor', 'cubes', 'octahedra', 'balls'], materials: ['stone', 'glass'],
    contact_types: ['vertex-face', 'edge-edge', 'face-face'],
    meshes: [{ type: 'half-space', kind: 'half-space' }, CUBE, OCTAHEDRON, BALL], ...changes,
  };
  const each = (type, count, value) => type.from({ length: count }, (_, i) => value(i));
  const free = (value) => (i) => (i === 0 ? 0 : value);
  const r = (i) => (i === 0 ? Infinity : RADIUS);
  const body = pack([
    each(Uint32Array, bodies, (i) => (i === 0 ? 0 : 1 + (i % 3))),
    each(Float32Array, bodies, free(1.5)),
    each(Float32Array, 3 * bodies, (i) => (i % bodies === 0 ? 0 : 0.002)),
    each(Float32Array, bodies, r),
    each(Float32Array, bodies, (i) => (i === 0 ? Infinity : 4e-4)),
    each(Uint32Array, bodies + 1, (i) => i),
    each(Uint32Array, bodies, (i) => (i === 0 ? 0 : 1 + (i % 3))),
    each(Float32Array, 3 * bodies, (i) => (i % bodies === 0 ? 1 : i % bodies % 3 === 0 ? RADIUS / Math.sqrt(3) : RADIUS)),
    new Float32Array(3 * bodies),
    each(Float32Array, 4 * bodies, (i) => (i < bodies ? 1 : 0)),
    each(Uint32Array, bodies, (i) => i % 2),
    each(Uint8Array, bodies, (i) => (i === 0 ? 2 : 0)),
  ]);
  return Buffer.concat([fileHeader(), record('SCEN', Buffer.from(JSON.stringify(scene))), record('BODY', body)]);
}

/** Places of the particles at frame k, and what the frame says of them. */
function motion(n, k) {
  const side = Math.ceil(Math.cbrt(n));
  const angle = 0.1 * k;
  const random = dice(7);
  const places = [[0, 0, 0]];
  for (let i = 0; i < n; ++i) {
    const x = 2.1 * RADIUS * ((i % side) - (side - 1) / 2) + 0.2 * RADIUS * random();
    const y = 2.1 * RADIUS * ((Math.floor(i / side) % side) - (side - 1) / 2) + 0.2 * RADIUS * random();
    const z = RADIUS * (1 + 2.1 * Math.floor(i / side ** 2)) + 0.2 * RADIUS * (1 + Math.sin(angle + i));
    places.push([x * Math.cos(angle) - y * Math.sin(angle), x * Math.sin(angle) + y * Math.cos(angle), z]);
  }
  return { places, side, angle };
}

export const FRAME_INTERVAL = 0.01;  // s

/** The record FRAM of frame k. @param {{present?: (body: number) => boolean}} options */
export function makeFrame(n, k, { present = () => true } = {}) {
  const { places, side, angle } = motion(n, k);
  const body = places.map((_, i) => i).filter((i) => i === 0 || present(i));
  const count = body.length;
  const random = dice(11 + k);
  const lower = [0, 1, 2].map((axis) => Math.fround(Math.min(...sample(places, axis))));
  const size = [0, 1, 2].map((axis) => Math.fround((Math.max(...sample(places, axis)) - lower[axis]) * 1.0001));
  const components = (dimension, type, value) => type.from({ length: dimension * count }, (_, j) => value(body[j % count], Math.floor(j / count)));
  const q = (i, axis) => Math.round(((places[i][axis] - lower[axis]) / (size[axis] || 1)) * (2 ** 24 - 1));
  const spin = 3 * angle;
  const pairs = [];
  for (const i of body) {
    if (i === 0) continue;
    if (i <= side * side) pairs.push([0, i]);
    for (const j of [i + 1, i + side, i + side * side]) if (j <= n && present(j)) pairs.push([i, j]);
  }
  pairs.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const contents = pack([
    frameHeader(k, count, pairs.length, lower, size, count === n + 1),
    ...(count === n + 1 ? [] : [Uint32Array.from(body)]),
    components(3, Uint16Array, (i, axis) => q(i, axis) >> 8),
    components(3, Uint8Array, (i, axis) => q(i, axis) & 255),
    components(4, Int16Array, (i, c) => Math.round(32767 * (c === 0 ? Math.cos(spin + i) : Math.sin(spin + i) / Math.sqrt(3)))),
    components(3, Uint16Array, (i, axis) => half(i === 0 ? 0 : [-places[i][1] * 10, places[i][0] * 10, random() - 0.5][axis])),
    components(3, Uint16Array, (i) => half(i === 0 ? 0 : 5 * random())),
    Uint32Array.from(pairs, ([a], p) => a - (p ? pairs[p - 1][0] : 0)),
    Uint32Array.from(pairs, ([, b]) => b),
    Uint16Array.from(pairs, () => half(random() ** 3)),
    Int8Array.from({ length: 3 * pairs.length }, () => Math.round(120 * (random() - 0.5))),
    Uint8Array.from(pairs, (_, p) => (p % 3) | (p % 5 ? 0 : 128)),
  ]);
  return record('FRAM', contents);
}

const sample = (places, axis) => {
  let [low, high] = [Infinity, -Infinity];
  for (const place of places) {
    low = Math.min(low, place[axis]);
    high = Math.max(high, place[axis]);
  }
  return [low, high];
};

function frameHeader(k, count, pairs, lower, size, all) {
  const header = Buffer.alloc(64);
  header.writeDoubleLE(k * FRAME_INTERVAL, 0);
  header.writeBigUInt64LE(BigInt(100 * k), 8);
  header.writeUInt32LE(count, 16);
  header.writeUInt32LE(pairs, 20);
  lower.forEach((x, axis) => header.writeFloatLE(x, 24 + 4 * axis));
  size.forEach((x, axis) => header.writeFloatLE(x, 36 + 4 * axis));
  header.writeFloatLE(40, 48);
  header.writeUInt32LE(all ? 1 : 0, 52);
  return header;
}

/** A table as runs have it. */
export function makeTable(frames) {
  const rows = Array.from({ length: frames }, (_, k) => [
    k * FRAME_INTERVAL, 100 * k, 5 + Math.sin(k), 1 + Math.cos(k), 20 - k / frames, k / frames, 300 + k, 0.1 * k, 2,
  ].join(','));
  return `time_s,step,translation_J,rotation_J,gravity_J,friction_J,contacts,max_speed_m_s,particles\n${rows.join('\n')}\n`;
}
