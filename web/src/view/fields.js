// What particles can be coloured by: for each field its values in one frame.
import { HALF } from '../data/bytes.js';
import { DYNAMIC, MOBILITY_NAMES } from '../data/run.js';
import { CATEGORY_COUNT } from './colour.js';

const ROUND = 20;  // corners of a polygon that stands for a round shape

/**
 * @typedef {object} Field
 * @property {string} id @property {string} label @property {string} unit
 * @property {'sequential'|'diverging'|'categorical'} map
 * @property {boolean} [constant] the same in every frame
 * @property {boolean} [zero] the scale starts at zero
 * @property {boolean} [walls] walls are coloured as well
 * @property {boolean} [whole] whole numbers only
 * @property {string[]} [categories]
 * @property {(frame: import('../data/frame.js').Frame, out: Float32Array) => void} [fill] a value per body present
 * @property {(piece: number) => number} [ofPiece] instead of fill: a value per piece
 */

/** @param {import('../data/run.js').Run} run @returns {Map<string, Field>} */
export function makeFields(run) {
  const up = upwards(run);
  const component = (axis) => (frame, out) => {
    for (let i = 0; i < frame.count; ++i) out[i] = HALF[frame.velocity[axis * frame.count + i]];
  };
  const ofBody = (value) => (frame, out) => {
    for (let i = 0; i < frame.count; ++i) out[i] = value(frame.body[i]);
  };
  const free = (body) => run.mobility[body] === DYNAMIC;
  const freePiece = (piece) => free(run.pieceBody[piece]);
  const shapeNames = run.scene.meshes.map(shapeName);
  const shapeOf = (piece) => shapeNames[run.pieceMesh[piece]];
  const names = groups(run.count, free, (b) => run.scene.names[run.name[b]]);
  const shapes = groups(run.pieces, freePiece, shapeOf);
  const materials = groups(run.pieces, freePiece, (piece) => run.scene.materials[run.pieceMaterial[piece]]);
  const counts = new Float32Array(run.count);
  const list = [
    { id: 'speed', label: 'Speed', unit: 'm/s', map: 'sequential', zero: true, fill: (f, out) => norms(f.velocity, f.count, out) },
    { id: 'vx', label: 'Velocity x', unit: 'm/s', map: 'diverging', fill: component(0) },
    { id: 'vy', label: 'Velocity y', unit: 'm/s', map: 'diverging', fill: component(1) },
    { id: 'vz', label: 'Velocity z', unit: 'm/s', map: 'diverging', fill: component(2) },
    { id: 'angular_speed', label: 'Angular speed', unit: 'rad/s', map: 'sequential', zero: true,
      fill: (f, out) => norms(f.spin, f.count, out) },
    { id: 'kinetic_energy', label: 'Kinetic energy', unit: 'J', map: 'sequential', zero: true,
      fill: (f, out) => { for (let i = 0; i < f.count; ++i) out[i] = kineticEnergy(run, f, i); } },
    { id: 'contacts', label: 'Contacts', unit: '', map: 'sequential', zero: true, whole: true,
      fill: (f, out) => {
        countContacts(f, counts);
        for (let i = 0; i < f.count; ++i) out[i] = counts[f.body[i]];
      } },
    { id: 'force', label: 'Largest contact force', unit: 'N', map: 'sequential', zero: true,
      fill: (f, out) => {
        largestForces(f, counts);
        for (let i = 0; i < f.count; ++i) out[i] = counts[f.body[i]];
      } },
    { id: 'height', label: 'Height', unit: 'm', map: 'sequential',
      fill: (f, out) => {
        const { count: n, position: p } = f;
        for (let i = 0; i < n; ++i) out[i] = up[0] * p[i] + up[1] * p[n + i] + up[2] * p[2 * n + i];
      } },
    { id: 'size', label: 'Size (diameter of the ball around)', unit: 'm', map: 'sequential', constant: true,
      fill: ofBody((b) => 2 * run.radius[b]) },
    { id: 'mass', label: 'Mass', unit: 'kg', map: 'sequential', constant: true, fill: ofBody((b) => run.mass[b]) },
    { id: 'id', label: 'Number', unit: '', map: 'sequential', constant: true, whole: true, fill: ofBody((b) => b) },
    { id: 'name', label: 'Name', unit: '', map: 'categorical', constant: true, categories: names.list,
      fill: ofBody(names.of) },
    { id: 'shape', label: 'Shape', unit: '', map: 'categorical', constant: true, categories: shapes.list,
      ofPiece: shapes.of },
    { id: 'material', label: 'Material', unit: '', map: 'categorical', constant: true,
      categories: materials.list, ofPiece: materials.of },
    { id: 'mobility', label: 'Mobility', unit: '', map: 'categorical', constant: true, walls: true,
      categories: MOBILITY_NAMES,
      fill: ofBody((b) => run.mobility[b]) },
  ].filter((field) => !(run.planar && field.id === 'vz'));
  return new Map(list.map((field) => [field.id, field]));
}

/** The type, and for flat-sided shapes how many sides there are. */
export function shapeName({ type, kind, faces }) {
  const words = type.replaceAll('_', ' ');
  if (kind === 'polyhedron') return `${words}, ${faces.length} faces`;
  if (kind === 'polygon' && faces[0].length < ROUND) return `${words}, ${faces[0].length} corners`;
  return words;
}

/** Words that occur among the things wanted, in order of appearance, and each thing's number in that list. */
function groups(count, wanted, wordOf) {
  const numbers = new Map();
  for (let k = 0; k < count; ++k) if (wanted(k) && !numbers.has(wordOf(k))) numbers.set(wordOf(k), numbers.size);
  return { list: [...numbers.keys()], of: (k) => (numbers.get(wordOf(k)) ?? 0) % CATEGORY_COUNT };
}

/** Unit vector against gravity; z, in the plane y, without gravity. */
export function upwards(run) {
  const g = run.scene.gravity ?? [0, 0, 0];
  const size = Math.hypot(...g);
  if (size > 0) return g.map((x) => -x / size);
  return run.planar ? [0, 1, 0] : [0, 0, 1];
}

function norms(halves, n, out) {
  for (let i = 0; i < n; ++i) {
    const x = HALF[halves[i]];
    const y = HALF[halves[n + i]];
    const z = HALF[halves[2 * n + i]];
    out[i] = Math.sqrt(x * x + y * y + z * z);
  }
}

/** J, of the i-th body present: of its motion and of its spin about the principal axes. */
export function kineticEnergy(run, frame, i) {
  const n = frame.count;
  const b = frame.body[i];
  let twice = 0;
  for (let axis = 0; axis < 3; ++axis) {
    const v = HALF[frame.velocity[axis * n + i]];
    const w = HALF[frame.spin[axis * n + i]];
    twice += run.mass[b] * v * v + run.moments[axis * run.count + b] * w * w;
  }
  return twice / 2;
}

/** Bodies that touch each body. */
function countContacts(frame, counts) {
  counts.fill(0);
  for (let k = 0; k < frame.pairs; ++k) {
    counts[frame.contactA[k]] += 1;
    counts[frame.contactB[k]] += 1;
  }
}

function largestForces(frame, out) {
  out.fill(0);
  for (let k = 0; k < frame.pairs; ++k) {
    const f = frame.force[k];
    if (f > out[frame.contactA[k]]) out[frame.contactA[k]] = f;
    if (f > out[frame.contactB[k]]) out[frame.contactB[k]] = f;
  }
}
