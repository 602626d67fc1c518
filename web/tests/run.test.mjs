// Real runs, where SCREE_COMMAND names the built program: the page that `scree run` writes, and `scree view`.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { launch, newPage } from './browser.mjs';

const root = resolve(import.meta.dirname, '../..');
const command = process.env.SCREE_COMMAND && resolve(root, process.env.SCREE_COMMAND);
const SCENES = ['drop-box', 'hopper-2d'];

describe('a run made by scree', { skip: command ? false : 'SCREE_COMMAND is not set' }, () => {
  let browser;
  let folder;
  before(async () => {
    browser = await launch();
    folder = mkdtempSync(join(tmpdir(), 'scree-run-'));
    for (const scene of SCENES) {
      const made = spawnSync(command, ['run', join(root, `scenes/simulation/${scene}.toml`), '--end-time', '0.1',
        '--out', join(folder, scene), '--quiet'], { encoding: 'utf8' });
      assert.equal(made.status, 0, made.stderr);
    }
  });
  after(async () => {
    await browser?.close();
    if (folder) rmSync(folder, { recursive: true, maxRetries: 5 });
  });

  /** Looks at all of a run: frames, colours, a particle, plots. */
  async function lookAt(address, scene) {
    const { page, problems, close } = await newPage(browser);
    try {
      await page.goto(address);
      await page.evaluate(() => window.scree.ready);
      const view = page.locator('#view');
      const first = await view.screenshot();
      const count = await page.evaluate(() => window.scree.frameCount);
      assert.ok(count > 2, `${count} frames`);
      const table = readFileSync(join(folder, scene, 'table.csv'), 'utf8').trim().split('\n').map((line) => line.split(','));
      const lastRow = Object.fromEntries(table[0].map((name, k) => [name, table[table.length - 1][k]]));
      await page.evaluate((k) => window.scree.setFrame(k), count - 1);
      assert.ok(!first.equals(await view.screenshot()), 'the picture did not change with time');
      const end = await page.evaluate(() => window.scree.state());
      assert.ok(Math.abs(end.time - Number(lastRow.time_s)) < 1e-9, `ends at ${end.time}, the table at ${lastRow.time_s}`);
      assert.match(await page.locator('#status').textContent(), new RegExp(`^${Number(lastRow.particles).toLocaleString('en')} particles`));
      // The largest speed as the page has it from the frame, against the table's.
      await page.evaluate(() => window.scree.setColour('speed'));
      await page.locator('#range-mode').selectOption('frame');
      await page.waitForFunction(() => window.scree.state().rangeMode === 'frame');
      const { range } = await page.evaluate(() => window.scree.state());
      assert.ok(Math.abs(range[1] / Number(lastRow.max_speed_m_s) - 1) < 0.01, `${range[1]} and ${lastRow.max_speed_m_s}`);
      await page.evaluate(() => window.scree.pick(0));
      assert.ok(await page.locator('#card').isVisible());
      assert.ok((await page.locator('#plots .plot').count()) >= 2);
      assert.deepEqual(problems, [], 'console errors');
    } finally {
      await close();
    }
  }

  /** Address of `scree view` on a folder, which ends with the work done there. */
  async function viewed(run, work) {
    const server = spawn(command, ['view', run, '--port', '0', '--no-browser']);
    try {
      const address = await new Promise((found, lost) => {
        let text = '';
        server.stdout.on('data', (data) => {
          text += data;
          const match = /http:\/\/[\w.:]+\//.exec(text);
          if (match) found(match[0]);
        });
        server.on('exit', () => lost(new Error(`scree view ended: ${text}`)));
      });
      await work(address);
    } finally {
      server.kill('SIGINT');
    }
  }

  for (const scene of SCENES) {
    test(`${scene} from disk`, () => lookAt(pathToFileURL(join(folder, scene, 'viewer.html')).href, scene));
    test(`${scene} from scree view`, () => viewed(join(folder, scene), (address) => lookAt(address, scene)));
  }

  test('a run that still goes on is followed to its end', async () => {
    const out = join(folder, 'long');
    const run = spawn(command, ['run', join(root, 'scenes/simulation/drop-box.toml'), '--end-time', '1000', '--out', out, '--quiet']);
    try {
      while (!existsSync(join(out, 'frames.scree'))) await new Promise((resolve) => setTimeout(resolve, 50));
      await viewed(out, async (address) => {
        const { page, problems, close } = await newPage(browser);
        await page.goto(address);
        await page.evaluate(() => window.scree.ready);
        const before = await page.evaluate(() => window.scree.frameCount);
        assert.equal(await page.evaluate(() => window.scree.state().running), true);
        await page.locator('#live').click();
        await page.waitForFunction((count) => window.scree.state().frame > count, before);
        run.kill('SIGINT');
        await page.waitForFunction(() => !window.scree.state().running);
        const { frame } = await page.evaluate(() => window.scree.state());
        assert.equal(frame, (await page.evaluate(() => window.scree.frameCount)) - 1);
        assert.deepEqual(problems, [], 'console errors');
        await close();
      });
    } finally {
      run.kill('SIGKILL');
    }
  });
});
