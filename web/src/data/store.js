// Decoded frames: read when asked for, the latest kept, the next ones read ahead.
import { readFrame } from './frame.js';

const KEEP_BYTES = 192e6;

export class FrameStore {
  /** @param {import('./source.js').Source} source @param {import('./run.js').Run} run */
  constructor(source, run) {
    this.source = source;
    this.run = run;
    /** @type {Map<number, Promise<import('./frame.js').Frame>>} latest used last */
    this.kept = new Map();
    this.sizes = new Map();
  }

  get count() { return this.source.frames.length; }

  /** @param {number} k @returns {Promise<import('./frame.js').Frame>} rejects with a message that names the frame */
  get(k) {
    const known = this.kept.get(k);
    if (known) {
      this.kept.delete(k);
      this.kept.set(k, known);
      return known;
    }
    const reading = this.read(k);
    this.kept.set(k, reading);
    reading.then((frame) => this.sized(k, frame.bytes + 12 * frame.count + 8 * frame.pairs), () => this.forget(k));
    return reading;
  }

  /** Reads the frames after k, so that playing does not wait. */
  ahead(k, direction = 1, count = 4) {
    for (let next = k + direction; Math.abs(next - k) <= count; next += direction) {
      if (next < 0 || next >= this.count) return;
      if (!this.kept.has(next)) this.get(next).catch(() => {});
    }
  }

  async read(k) {
    const { time } = this.source.frames[k];
    try {
      return await readFrame(await this.source.frame(k), this.run);
    } catch (error) {
      throw new Error(`Frame ${k + 1} of ${this.count} (t = ${Number(time.toPrecision(6))} s): ${error.message}`);
    }
  }

  sized(k, bytes) {
    this.sizes.set(k, bytes);
    let total = 0;
    for (const size of this.sizes.values()) total += size;
    for (const old of this.kept.keys()) {
      if (total <= KEEP_BYTES || this.kept.size <= 8) return;
      total -= this.sizes.get(old) ?? 0;
      this.forget(old);
    }
  }

  forget(k) {
    this.kept.delete(k);
    this.sizes.delete(k);
  }
}
