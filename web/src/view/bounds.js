// How far a run reaches, so that all of it fits into the view.
import { DYNAMIC } from '../data/run.js';

/**
 * @typedef {object} Bounds m
 * @property {number[]} lower @property {number[]} upper @property {number[]} centre @property {number} radius
 * @property {number[][]} points that should be in view
 */

const STRAYS = 0.003;  // part of the particles that may lie outside on each side

/** Directions spread over the sphere (by the golden angle): points farthest along them stand for all. */
const DIRECTIONS = Array.from({ length: 64 }, (_, k) => {
  const z = (2 * k + 1) / 64 - 1;
  const angle = 2.399963 * k;
  return [Math.sqrt(1 - z * z) * Math.cos(angle), Math.sqrt(1 - z * z) * Math.sin(angle), z];
});

/**
 * Box around the particles of some frames (a few strays left out), the periods, and those walls that are not
 * much larger than that.
 * @param {import('../data/run.js').Run} run @param {import('../data/frame.js').Frame[]} frames @returns {Bounds}
 */
export function findBounds(run, frames) {
  const box = { lower: [Infinity, Infinity, Infinity], upper: [-Infinity, -Infinity, -Infinity] };
  const points = [];
  addParticles(box, points, run, frames);
  addPeriods(box, run);
  if (box.lower[0] > box.upper[0]) for (const frame of frames) addBalls(box, run, frame, () => true);
  if (box.lower[0] > box.upper[0]) Object.assign(box, { lower: [-1, -1, -1], upper: [1, 1, 1] });
  const size = Math.hypot(...box.upper.map((x, axis) => x - box.lower[axis]));
  for (const frame of frames.length ? [frames[0], frames[frames.length - 1]] : []) addWalls(box, points, run, frame, size);
  if (frames.length) cutByHalfSpaces(box, run, frames[frames.length - 1]);
  if (run.planar) box.lower[2] = box.upper[2] = 0;
  const centre = box.lower.map((x, axis) => (x + box.upper[axis]) / 2);
  const radius = Math.hypot(...box.upper.map((x, axis) => x - box.lower[axis])) / 2;
  // A box that is drawn should be in view as a whole: periods, and walls made of half-spaces.
  const planes = run.pieceMesh.filter((mesh) => run.scene.meshes[mesh].kind === 'half-space').length;
  if (!points.length || planes > 1 || run.scene.periodic.axes?.some(Boolean)) points.push(...corners(box));
  return { ...box, centre, radius: radius || 1, points };
}

function include(box, axis, low, high) {
  if (low < box.lower[axis]) box.lower[axis] = low;
  if (high > box.upper[axis]) box.upper[axis] = high;
}

function corners({ lower, upper }) {
  return Array.from({ length: 8 }, (_, k) => [0, 1, 2].map((axis) => (k & (1 << axis) ? upper : lower)[axis]));
}

/** Box between the outermost particles, strays left out, and points of their hull. */
function addParticles(box, points, run, frames) {
  const balls = ballsOf(run, frames);
  const count = balls.length / 4;
  if (!count) return;
  const skip = Math.floor(STRAYS * count);
  const ends = new Float32Array(count);
  for (let axis = 0; axis < 3; ++axis) {
    for (let k = 0; k < count; ++k) ends[k] = balls[4 * k + axis] - balls[4 * k + 3];
    const low = ends.sort()[skip];
    for (let k = 0; k < count; ++k) ends[k] = balls[4 * k + axis] + balls[4 * k + 3];
    include(box, axis, low, ends.sort()[count - 1 - skip]);
  }
  for (const direction of DIRECTIONS) points.push(supportPoint(balls, box, direction));
}

/** Place and radius of all particles, one after the other. */
function ballsOf(run, frames) {
  const balls = new Float32Array(4 * frames.reduce((sum, frame) => sum + frame.count, 0));
  let at = 0;
  for (const frame of frames) {
    for (let i = 0; i < frame.count; ++i) {
      if (run.mobility[frame.body[i]] !== DYNAMIC) continue;
      for (let axis = 0; axis < 3; ++axis) balls[at++] = frame.position[axis * frame.count + i];
      balls[at++] = run.radius[frame.body[i]];
    }
  }
  return balls.subarray(0, at);
}

/** The point of the balls with their centre in the box that is farthest along a direction. */
function supportPoint(balls, { lower, upper }, direction) {
  const [dx, dy, dz] = direction;
  let best = 0;
  let most = -Infinity;
  for (let k = 0; k < balls.length; k += 4) {
    const reach = dx * balls[k] + dy * balls[k + 1] + dz * balls[k + 2] + balls[k + 3];
    if (reach <= most || [0, 1, 2].some((axis) => balls[k + axis] < lower[axis] || balls[k + axis] > upper[axis])) continue;
    [best, most] = [k, reach];
  }
  return direction.map((d, axis) => balls[best + axis] + d * balls[best + 3]);
}

function addBalls(box, run, frame, wanted) {
  for (let i = 0; i < frame.count; ++i) {
    const r = run.radius[frame.body[i]];
    if (!Number.isFinite(r) || !wanted(frame.body[i])) continue;
    for (let axis = 0; axis < 3; ++axis) {
      const x = frame.position[axis * frame.count + i];
      include(box, axis, x - r, x + r);
    }
  }
}

function addPeriods(box, run) {
  const { axes, lower, length } = run.scene.periodic;
  axes?.forEach((periodic, axis) => {
    if (periodic && box.lower[axis] <= box.upper[axis]) include(box, axis, lower[axis], lower[axis] + length[axis]);
  });
}

function addWalls(box, points, run, frame, size) {
  for (let i = 0; i < frame.count; ++i) {
    const b = frame.body[i];
    if (run.mobility[b] === DYNAMIC || !(run.radius[b] < 3 * size)) continue;
    const q = [0, 1, 2, 3].map((c) => frame.orientation[c * frame.count + i] / 32767);
    const place = [0, 1, 2].map((axis) => frame.position[axis * frame.count + i]);
    for (let piece = run.pieceBegin[b]; piece < run.pieceBegin[b + 1]; ++piece) addPiece(box, points, run, piece, q, place);
  }
}

function addPiece(box, points, run, piece, q, place) {
  const mesh = run.scene.meshes[run.pieceMesh[piece]];
  if (!mesh.vertices) return;
  const at = (array, axis) => array[axis * run.pieces + piece];
  const turn = [0, 1, 2, 3].map((c) => at(run.pieceOrientation, c));
  for (let v = 0; v < mesh.vertices.length; v += 3) {
    const local = rotate(turn, [0, 1, 2].map((axis) => at(run.pieceStretch, axis) * mesh.vertices[v + axis]));
    const world = rotate(q, local.map((x, axis) => x + at(run.piecePosition, axis)));
    const point = world.map((x, axis) => x + place[axis]);
    point.forEach((x, axis) => include(box, axis, x, x));
    points.push(point);
  }
}

/** Balls around long bodies reach below floors, where nothing is. */
function cutByHalfSpaces(box, run, frame) {
  for (let i = 0; i < frame.count; ++i) {
    const piece = run.pieceBegin[frame.body[i]];
    if (run.scene.meshes[run.pieceMesh[piece]]?.kind !== 'half-space') continue;
    const at = (array, axis) => array[axis * run.pieces + piece];
    const q = [0, 1, 2, 3].map((c) => frame.orientation[c * frame.count + i] / 32767);
    const turn = [0, 1, 2, 3].map((c) => at(run.pieceOrientation, c));
    const normal = rotate(q, rotate(turn, run.planar ? [0, 1, 0] : [0, 0, 1]));
    const offset = rotate(q, [0, 1, 2].map((axis) => at(run.piecePosition, axis)));
    const axis = normal.findIndex((x) => Math.abs(x) > 0.9999);
    if (axis < 0) continue;
    const place = frame.position[axis * frame.count + i] + offset[axis];
    if (normal[axis] > 0 && place < box.upper[axis]) box.lower[axis] = Math.max(box.lower[axis], place);
    if (normal[axis] < 0 && place > box.lower[axis]) box.upper[axis] = Math.min(box.upper[axis], place);
  }
}

/** Vector turned by a quaternion w, x, y, z. */
export function rotate([w, x, y, z], v) {
  const t = [2 * (y * v[2] - z * v[1]), 2 * (z * v[0] - x * v[2]), 2 * (x * v[1] - y * v[0])];
  return [
    v[0] + w * t[0] + y * t[2] - z * t[1],
    v[1] + w * t[1] + z * t[0] - x * t[2],
    v[2] + w * t[2] + x * t[1] - y * t[0],
  ];
}
