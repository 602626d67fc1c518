// Ranges of fields, for the colour scale.
import { DYNAMIC } from '../data/run.js';

const FRAMES = 12;           // looked at for the range over a run
const VALUES = 20000;        // looked at per frame
const OUTLIERS = 0.005;      // part of the values of a run that may lie beyond each end of the scale

/** Some frames of a run, evenly spread, the first and the last among them. */
export async function sampleFrames(store, count = FRAMES) {
  const numbers = new Set();
  for (let k = 0; k < count; ++k) numbers.add(Math.round((k * (store.count - 1)) / Math.max(count - 1, 1)));
  const frames = [];
  for (const k of numbers) {
    if (k < 0) continue;
    try {
      frames.push(await store.get(k));
    } catch {
      // Damaged frames are reported when they are to be shown.
    }
  }
  return frames;
}

/**
 * @param {number} outliers part of the values that may lie beyond each end
 * @returns {[number, number]} of a field over some frames, of the particles alone
 */
export function fieldRange(run, field, frames, outliers = OUTLIERS) {
  if (field.map === 'categorical') return [0, 255];
  const values = [];
  for (const frame of frames) {
    const all = new Float32Array(frame.count);
    field.fill(frame, all);
    const stride = Math.max(1, Math.floor(frame.count / VALUES));
    for (let i = 0; i < frame.count; i += stride) {
      if (run.mobility[frame.body[i]] === DYNAMIC && Number.isFinite(all[i])) values.push(all[i]);
    }
  }
  return spread(field, Float32Array.from(values).sort(), outliers);
}

function spread(field, sorted, outliers) {
  if (!sorted.length) return [0, 1];
  const trim = field.constant || field.whole || sorted.length < 100 ? 0 : outliers;
  const at = (part) => sorted[Math.round(part * (sorted.length - 1))];
  let [low, high] = [at(trim), at(1 - trim)];
  if (field.map === 'diverging') {
    high = Math.max(Math.abs(low), Math.abs(high));
    low = -high;
  }
  if (field.zero) low = 0;
  if (!(high > low)) high = low + (Math.abs(low) || 1);
  return [low, high];
}

/**
 * N: the force that force chains are measured by. Impacts are far above what a heap carries: so of each frame the
 * force that two contacts in a hundred exceed, and of these the median.
 */
export function forceReference(frames) {
  const strong = [];
  for (const frame of frames) {
    const sorted = frame.force.filter((f) => f > 0).sort();
    if (sorted.length) strong.push(sorted[Math.floor(0.98 * (sorted.length - 1))]);
  }
  strong.sort((a, b) => a - b);
  return strong.length ? strong[strong.length >> 1] : 1;
}
