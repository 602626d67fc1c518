// The page's reader of frames, without a browser, against files written by make_frames.mjs.
import assert from 'node:assert/strict';
import { crc32 as zlibCrc32 } from 'node:zlib';
import { test } from 'node:test';
import { crc32, HALF } from '../src/data/bytes.js';
import { readFrame } from '../src/data/frame.js';
import { readRun } from '../src/data/run.js';
import { parseEvents, parseTable } from '../src/data/table.js';
import { CATEGORICAL, DIVERGING, SEQUENTIAL } from '../src/view/colour.js';
import { triangulate } from '../src/view/geometry.js';
import { makeFrame, makeHead, makeTable } from './make_frames.mjs';

const N = 30;

test('half-precision numbers', () => {
  const expected = { 0x3c00: 1, 0xc000: -2, 0x7bff: 65504, 0x0001: 2 ** -24, 0x0400: 2 ** -14, 0x3555: 0.333251953125, 0x7c00: Infinity };
  for (const [bits, value] of Object.entries(expected)) assert.equal(HALF[bits], value);
  assert.ok(Number.isNaN(HALF[0x7e00]));
});

test('checksums are those of zlib', () => {
  for (const text of ['', 'a', 'scree', 'x'.repeat(1000)]) assert.equal(crc32(Buffer.from(text)), zlibCrc32(text));
});

test('a run and its frames are read as written', async () => {
  const run = await readRun(makeHead(N));
  assert.equal(run.count, N + 1);
  assert.equal(run.scene.name, 'made-up');
  assert.equal(run.radius[0], Infinity);
  assert.ok(Math.abs(run.typicalRadius - 0.05) < 1e-8);
  const frame = await readFrame(makeFrame(N, 4), run);
  assert.ok(Math.abs(frame.time - 0.04) < 1e-15);
  assert.equal(frame.step, 400);
  assert.equal(frame.count, N + 1);
  // The made-up particles turn about the z axis: velocity is ten times the place, turned by a right angle.
  for (let i = 1; i <= N; ++i) {
    const [x, y] = [frame.position[i], frame.position[frame.count + i]];
    assert.ok(Math.abs(HALF[frame.velocity[i]] + 10 * y) < 2e-3 && Math.abs(HALF[frame.velocity[frame.count + i]] - 10 * x) < 2e-3);
    const q = [0, 1, 2, 3].map((c) => frame.orientation[c * frame.count + i] / 32767);
    assert.ok(Math.abs(Math.hypot(...q) - 1) < 1e-4);
  }
  for (let k = 0; k < frame.pairs; ++k) {
    assert.ok(frame.contactA[k] < frame.contactB[k] && frame.contactB[k] <= N);
    assert.ok(frame.force[k] >= 0 && frame.force[k] <= 40);
  }
  const some = await readFrame(makeFrame(N, 4, { present: (body) => body > 20 }), run);
  assert.deepEqual([...some.body], [0, ...Array.from({ length: 10 }, (_, k) => 21 + k)]);
});

test('every byte of a record is guarded', async () => {
  const run = await readRun(makeHead(3));
  const good = makeFrame(3, 1);
  const stored = 32 + Number(good.readBigUInt64LE(8));
  for (let at = 0; at < stored; ++at) {
    const bad = Buffer.from(good);
    bad[at] ^= 1;
    await assert.rejects(readFrame(bad, run), Error, `byte ${at}`);
  }
});

test('tables', () => {
  const table = parseTable(makeTable(5));
  assert.equal(table.rows, 5);
  assert.equal(table.values.contacts[4], 304);
  assert.equal(parseTable(''), null);
  assert.equal(parseTable(null), null);
  assert.deepEqual(parseEvents('time_s,step,event\n0.5,10,"a, b"\n'), [{ time: 0.5, name: 'a, b' }]);
});

test('triangles of a cube: twelve, with twelve edges drawn from both sides', () => {
  const faces = [[0, 3, 2, 1], [4, 5, 6, 7], [0, 1, 5, 4], [1, 2, 6, 5], [2, 3, 7, 6], [3, 0, 4, 7]];
  const vertices = [-1, -1, -1, 1, -1, -1, 1, 1, -1, -1, 1, -1, -1, -1, 1, 1, -1, 1, 1, 1, 1, -1, 1, 1];
  const { index, edge, normal, position } = triangulate({ kind: 'polyhedron', vertices, faces });
  assert.equal(index.length, 36);
  let drawn = 0;
  for (let t = 0; t < index.length; t += 3) {
    // A side is drawn when its coordinate vanishes at both of its ends.
    for (let side = 0; side < 3; ++side) {
      const ends = [0, 1, 2].filter((corner) => corner !== side).map((corner) => edge[3 * index[t + corner] + side]);
      if (ends.every((x) => x === 0)) ++drawn;
    }
    for (let corner = 0; corner < 3; ++corner) {
      const v = 3 * index[t + corner];
      const outwards = [0, 1, 2].reduce((sum, axis) => sum + normal[v + axis] * position[v + axis], 0);
      assert.ok(outwards > 0);
    }
  }
  assert.equal(drawn, 24);
});

test('the sequential scale climbs evenly in lightness, the diverging one is symmetric', () => {
  const lightness = (map, k) => {
    const [r, g, b] = [0, 1, 2].map((c) => {
      const x = map[4 * k + c] / 255;
      return x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4;
    });
    return 116 * Math.cbrt(0.2126 * r + 0.7152 * g + 0.0722 * b) - 16;  // CIE L*
  };
  const steps = Array.from({ length: 8 }, (_, k) => lightness(SEQUENTIAL, 31 * (k + 1)) - lightness(SEQUENTIAL, 31 * k));
  assert.ok(Math.min(...steps) > 0.6 * Math.max(...steps), `steps ${steps}`);
  for (const k of [0, 40, 90]) assert.ok(Math.abs(lightness(DIVERGING, k) - lightness(DIVERGING, 255 - k)) < 4);
  assert.equal(CATEGORICAL.length, 1024);
});
