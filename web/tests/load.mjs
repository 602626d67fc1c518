// How long a large run takes to load from disk and how large its page is. A measurement, not a test.
//   node tests/load.mjs [PARTICLES] [FRAMES]
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { launch, newPage } from './browser.mjs';
import { embed } from './embed.mjs';
import { FRAME_INTERVAL, makeFrame, makeHead, makeTable } from './make_frames.mjs';

const particles = Number(process.argv[2] ?? 10000);
const count = Number(process.argv[3] ?? 200);

const folder = mkdtempSync(join(tmpdir(), 'scree-load-'));
const path = join(folder, 'viewer.html');
const frames = Array.from({ length: count }, (_, k) => makeFrame(particles, k));
const times = frames.map((_, k) => k * FRAME_INTERVAL);
writeFileSync(path, embed({ head: makeHead(particles), frames, times, table: makeTable(count) }));
const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;
console.log(`${particles} particles, ${count} frames: page ${megabytes(statSync(path).size)}, `
  + `frames ${megabytes(frames.reduce((sum, frame) => sum + frame.length, 0))}`);

const browser = await launch();
try {
  const { page, problems } = await newPage(browser);
  const start = performance.now();
  await page.goto(pathToFileURL(path).href);
  await page.evaluate(() => window.scree.ready);
  console.log(`first picture after ${((performance.now() - start) / 1000).toFixed(2)} s`);
  const each = await page.evaluate(async () => {
    const begin = performance.now();
    for (let k = 20; k < 30; ++k) await window.scree.setFrame(k);
    return (performance.now() - begin) / 10;
  });
  console.log(`a new frame, read and drawn by software: ${each.toFixed(0)} ms`);
  const decode = await page.evaluate(async () => {
    await window.scree.setParticles('hidden');
    const begin = performance.now();
    for (let k = 40; k < 60; ++k) await window.scree.setFrame(k);
    return (performance.now() - begin) / 20;
  });
  console.log(`the same with nothing to draw: ${decode.toFixed(0)} ms`);
  if (problems.length) console.log(`console errors: ${problems.join('; ')}`);
} finally {
  await browser.close();
  rmSync(folder, { recursive: true });
}
