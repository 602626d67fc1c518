// One time of a run: the record FRAM of frames.scree.
import { ArrayReader, HALF } from './bytes.js';
import { readRecord } from './records.js';

const HEADER_BYTES = 64;
const POSITION_STEPS = 2 ** 24 - 1;

/**
 * @typedef {object} Frame arrays over the bodies present; vectors component by component
 * @property {number} time s @property {number} step
 * @property {number} count bodies present @property {Uint32Array} body their numbers
 * @property {Float32Array} position 3n, m @property {Int16Array} orientation 4n (w x y z), times 32767
 * @property {Uint16Array} velocity 3n, half floats, m/s
 * @property {Uint16Array} spin 3n, half floats, rad/s in the body's axes
 * @property {number} pairs contacts @property {Uint32Array} contactA @property {Uint32Array} contactB
 * @property {Float32Array} force N @property {Int8Array} place 3k @property {Uint8Array} kind
 * @property {number} largestForce N @property {number} bytes decoded
 */

/** @param {Uint8Array} bytes the record with its header @param {import('./run.js').Run} run @returns {Promise<Frame>} */
export async function readFrame(bytes, run) {
  const { contents } = await readRecord(bytes, 0, 'FRAM');
  return parseFrame(contents, run);
}

function parseFrame(contents, run) {
  if (contents.length < HEADER_BYTES) throw new Error(`the record FRAM has only ${contents.length} bytes`);
  const view = new DataView(contents.buffer, contents.byteOffset, HEADER_BYTES);
  const float = (at) => view.getFloat32(at, true);
  const n = view.getUint32(16, true);
  const k = view.getUint32(20, true);
  const all = (view.getUint32(52, true) & 1) !== 0;
  if (n > run.count || (all && n !== run.count)) {
    throw new Error(`the record FRAM has ${n} bodies, the run ${run.count}`);
  }
  const frame = {
    time: view.getFloat64(0, true), step: Number(view.getBigUint64(8, true)), count: n, pairs: k,
    largestForce: float(48), bytes: contents.length,
  };
  const reader = new ArrayReader(contents, HEADER_BYTES);
  try {
    frame.body = all ? identity(n) : reader.take(Uint32Array, n, 'body');
    frame.position = positions(reader.take(Uint16Array, 3 * n, 'position_high'),
      reader.take(Uint8Array, 3 * n, 'position_low'), [24, 28, 32].map(float), [36, 40, 44].map(float));
    frame.orientation = reader.take(Int16Array, 4 * n, 'orientation');
    frame.velocity = reader.take(Uint16Array, 3 * n, 'velocity');
    frame.spin = reader.take(Uint16Array, 3 * n, 'angular_velocity');
    frame.contactA = summed(reader.take(Uint32Array, k, 'contact_a'));
    frame.contactB = reader.take(Uint32Array, k, 'contact_b');
    frame.force = forces(reader.take(Uint16Array, k, 'contact_force'), frame.largestForce);
    frame.place = reader.take(Int8Array, 3 * k, 'contact_place');
    frame.kind = reader.take(Uint8Array, k, 'contact_kind');
  } catch (error) {
    throw new Error(`the record FRAM ${error.message}`);
  }
  for (const [name, list] of [['body', frame.body], ['contact_a', frame.contactA], ['contact_b', frame.contactB]]) {
    let largest = 0;
    for (let i = 0; i < list.length; ++i) if (list[i] > largest) largest = list[i];
    if (largest >= run.count) throw new Error(`the record FRAM: ${name} names body ${largest}, there are ${run.count}`);
  }
  return frame;
}

let numbers = new Uint32Array(0);
/** 0, 1, 2, … shared by all frames. */
function identity(n) {
  if (numbers.length < n) numbers = Uint32Array.from({ length: n }, (_, i) => i);
  return numbers.subarray(0, n);
}

function positions(high, low, lower, size) {
  const n = high.length / 3;
  const out = new Float32Array(high.length);
  for (let axis = 0; axis < 3; ++axis) {
    const scale = size[axis] / POSITION_STEPS;
    for (let i = axis * n; i < (axis + 1) * n; ++i) out[i] = lower[axis] + scale * (256 * high[i] + low[i]);
  }
  return out;
}

function summed(differences) {
  const out = new Uint32Array(differences.length);
  let sum = 0;
  for (let i = 0; i < out.length; ++i) out[i] = sum += differences[i];
  return out;
}

function forces(halves, largest) {
  const out = new Float32Array(halves.length);
  for (let i = 0; i < out.length; ++i) out[i] = HALF[halves[i]] * largest;
  return out;
}
