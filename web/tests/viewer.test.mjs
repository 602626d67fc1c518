// The page in a browser: a run from disk and from a server, its controls, broken data, a small window.
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { CHROMIUM, launch, newPage } from './browser.mjs';
import { embed, serve } from './embed.mjs';
import { fileHeader, FRAME_INTERVAL, makeFrame, makeHead, makeTable, record } from './make_frames.mjs';

const PARTICLES = 40;
const FRAMES = 12;

let browser;
let folder;
const made = {
  head: makeHead(PARTICLES),
  frames: Array.from({ length: FRAMES }, (_, k) => makeFrame(PARTICLES, k)),
  times: Array.from({ length: FRAMES }, (_, k) => k * FRAME_INTERVAL),
  table: makeTable(FRAMES),
  events: 'time_s,step,event\n0.05,500,open gate\n',
};

before(async () => {
  assert.ok(existsSync(CHROMIUM), `${CHROMIUM} is needed`);
  browser = await launch();
  folder = mkdtempSync(join(tmpdir(), 'scree-viewer-'));
});
after(async () => {
  await browser?.close();
  if (folder) rmSync(folder, { recursive: true });
});

/** Address of a page on disk with a run in it. */
function onDisk(name, run) {
  const path = join(folder, `${name}.html`);
  writeFileSync(path, embed(run));
  return pathToFileURL(path).href;
}

/** Opens an address and waits for the viewer; what `act` returns is handed on. */
async function opened(address, act, options) {
  const { page, problems, close } = await newPage(browser, options);
  try {
    await page.goto(address);
    await page.evaluate(() => window.scree.ready);
    const result = await act(page);
    assert.deepEqual(problems, [], 'console errors');
    return result;
  } finally {
    await close();
  }
}

const state = (page) => page.evaluate(() => window.scree.state());
/** The picture without what lies above it. */
const picture = async (page) => {
  await page.addStyleTag({ content: '#app > :not(#view) { visibility: hidden }' });
  return page.locator('#view').screenshot();
};
/** Colours that occur in a picture. */
const colours = (page, png) => page.evaluate(async (data) => {
  const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
  const canvas = new OffscreenCanvas(image.width, image.height);
  const context = canvas.getContext('2d');
  context.drawImage(image, 0, 0);
  const { data: pixels } = context.getImageData(0, 0, image.width, image.height);
  const seen = new Set();
  for (let i = 0; i < pixels.length; i += 4) seen.add((pixels[i] << 16) | (pixels[i + 1] << 8) | pixels[i + 2]);
  return seen.size;
}, png.toString('base64'));

describe('a run from disk', () => {
  test('is drawn, and differently when time moves', () => opened(onDisk('disk', made), async (page) => {
    const first = await picture(page);
    assert.ok((await colours(page, first)) > 50, 'the picture is blank');
    await page.evaluate(() => window.scree.setFrame(0));
    assert.ok(first.equals(await picture(page)), 'the same frame gives the same picture');
    await page.evaluate(() => window.scree.setFrame(6));
    assert.ok(!first.equals(await picture(page)), 'the picture did not change with time');
    const now = await state(page);
    assert.equal(now.frame, 6);
    assert.ok(Math.abs(now.time - 6 * FRAME_INTERVAL) < 1e-12);
    assert.equal(now.bodies, PARTICLES + 1);
  }));

  test('slider, keys, steps and plots move time', () => opened(onDisk('time', made), async (page) => {
    await page.locator('#time').fill('4');
    await page.waitForFunction(() => window.scree.state().frame === 4);
    await page.keyboard.press('ArrowRight');
    await page.waitForFunction(() => window.scree.state().frame === 5);
    await page.keyboard.press('Home');
    await page.waitForFunction(() => window.scree.state().frame === 0);
    await page.locator('#forth').click();
    await page.waitForFunction(() => window.scree.state().frame === 1);
    await page.evaluate(() => window.scree.setTime(0.0799));
    assert.equal((await state(page)).frame, 7);
    const plot = page.locator('#plots .u-over').first();
    assert.ok((await page.locator('#plots .plot').count()) >= 3);
    const box = await plot.boundingBox();
    await plot.click({ position: { x: box.width * 0.99, y: box.height / 2 } });
    await page.waitForFunction((last) => window.scree.state().frame === last, FRAMES - 1);
    assert.match(await page.locator('#clock').textContent(), /^0\.110 s12\/12$/);
  }));

  test('plays to the end', () => opened(onDisk('play', made), async (page) => {
    await page.locator('#speed').selectOption('0.25');
    await page.locator('#play').click();
    assert.equal((await state(page)).playing, true);
    await page.waitForFunction((last) => window.scree.state().frame === last && !window.scree.state().playing, FRAMES - 1);
  }));

  test('colours by every field', () => opened(onDisk('colour', made), async (page) => {
    const fields = await page.evaluate(() => window.scree.fields);
    for (const field of ['id', 'name', 'shape', 'material', 'size', 'speed', 'vx', 'vy', 'vz', 'angular_speed',
      'kinetic_energy', 'contacts', 'mobility', 'height']) assert.ok(fields.includes(field), field);
    const labels = new Set();
    const pictures = new Set();
    for (const field of fields) {
      await page.evaluate((id) => window.scree.setColour(id), field);
      labels.add(await page.locator('#legend').getAttribute('aria-label'));
      if (['shape', 'speed', 'vx', 'id'].includes(field)) pictures.add((await page.locator('#view').screenshot()).toString('base64'));
    }
    assert.equal(labels.size, fields.length);
    assert.equal(pictures.size, 4);
    await page.locator('#colour').selectOption('contacts');
    await page.waitForFunction(() => window.scree.state().colour === 'contacts');
    await page.evaluate(() => window.scree.setColour('height'));
    const { range } = await state(page);
    assert.ok(range[0] >= 0 && range[1] > range[0] && range[1] < 1, `range of the height: ${range}`);
    await page.evaluate(() => window.scree.setRange(0, 2));
    assert.deepEqual((await state(page)).range, [0, 2]);
  }));

  test('speed of a particle is what the file says', () => opened(onDisk('numbers', made), async (page) => {
    // The made-up velocity is ten times the place, turned; 0.05 m is the radius, 1.5 kg the mass.
    await page.evaluate(() => window.scree.pick(7));
    const rows = await page.locator('#card-table tr').evaluateAll((list) => Object.fromEntries(
      list.map((row) => [row.querySelector('th').textContent, [...row.querySelectorAll('td')].map((cell) => cell.textContent.replace('−', '-'))])));
    const [x, y] = rows['position, m'].map(Number);
    const [vx, vy] = rows['velocity, m/s'].map(Number);
    assert.ok(Math.abs(vx + 10 * y) < 0.02 && Math.abs(vy - 10 * x) < 0.02, JSON.stringify(rows));
    assert.equal(rows.mass[0], '1.5 kg');
    assert.equal(rows.size[0], '0.1 m');
    assert.match(await page.locator('#card-title').textContent(), /^7 · octahedra$/);
  }));

  test('picks the particle under the pointer', () => opened(onDisk('pick', made), async (page) => {
    const box = await page.locator('#view').boundingBox();
    const ids = new Set();
    for (const [u, v] of [[0.36, 0.5], [0.33, 0.45], [0.4, 0.55]]) {
      await page.mouse.click(box.x + u * box.width, box.y + v * box.height);
      ids.add((await state(page)).picked);
    }
    assert.ok([...ids].some((id) => id > 0), `picked ${[...ids]}`);
    const picked = (await state(page)).picked;
    if (picked > 0) assert.ok(await page.locator('#card').isVisible());
    await page.mouse.click(box.x + 560, box.y + 80);
    assert.equal((await state(page)).picked, -1);
    assert.ok(await page.locator('#card').isHidden());
  }));

  test('walls, cut, contacts and views change the picture', () => opened(onDisk('show', made), async (page) => {
    let last = await picture(page);
    for (const change of ['setWalls("hidden")', 'setContacts({ chains: true })', 'setContacts({ points: true })',
      'setClip({ axis: "x", part: 0.5 })', 'setParticles("hidden")', 'setParticles("solid")', 'setShadows(true)',
      'look("top")', 'look("front")']) {
      await page.evaluate(`window.scree.${change}`);
      const next = await picture(page);
      assert.ok(!next.equals(last), `${change} changed nothing`);
      last = next;
    }
  }));

  test('bodies that are not there are not drawn', async () => {
    const frames = [makeFrame(PARTICLES, 0), makeFrame(PARTICLES, 0, { present: (body) => body <= 10 })];
    await opened(onDisk('absent', { ...made, frames, times: [0, 1] }), async (page) => {
      const first = await picture(page);
      await page.evaluate(() => window.scree.setFrame(1));
      assert.equal((await state(page)).bodies, 11);
      assert.ok(!first.equals(await picture(page)));
      await page.evaluate(() => window.scree.pick(30));
      assert.match(await page.locator('#card').textContent(), /not there at this time/);
    });
  });

  test('saves pictures: one, and all in an archive', () => opened(onDisk('save', made), async (page) => {
    await page.locator('summary', { hasText: 'Pictures' }).click();
    const [one] = await Promise.all([page.waitForEvent('download'), page.locator('#save-one').click()]);
    assert.equal(one.suggestedFilename(), 'made-up-00000.png');
    const [all] = await Promise.all([page.waitForEvent('download'), page.locator('#save-all').click()]);
    assert.equal(all.suggestedFilename(), 'made-up-frames.tar');
    const chunks = [];
    for await (const chunk of await all.createReadStream()) chunks.push(chunk);
    const tar = Buffer.concat(chunks);
    let at = 0;
    let files = 0;
    while (tar[at] !== 0) {
      const size = parseInt(tar.toString('latin1', at + 124, at + 135), 8);
      const sum = tar.subarray(at, at + 512).reduce((total, byte, k) => total + (k >= 148 && k < 156 ? 32 : byte), 0);
      assert.equal(parseInt(tar.toString('latin1', at + 148, at + 154), 8), sum);
      assert.equal(tar.toString('latin1', at + 512 + 1, at + 512 + 4), 'PNG');
      at += 512 + Math.ceil(size / 512) * 512;
      ++files;
    }
    assert.equal(files, FRAMES);
  }));

  test('help lists the shortcuts', () => opened(onDisk('help', made), async (page) => {
    await page.keyboard.press('?');
    assert.ok(await page.locator('#help').isVisible());
    assert.ok((await page.locator('#help kbd').count()) > 15);
    await page.keyboard.press('Escape');
    assert.ok(await page.locator('#help').isHidden());
  }));

  test('a phone-sized window', () => opened(onDisk('phone', made), async (page) => {
    const outside = await page.evaluate(() => [...document.querySelectorAll('#bar button, #bar select, #tools button, #time')]
      .filter((element) => element.checkVisibility())
      .map((element) => ({ id: element.id, box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.left < 0 || box.right > innerWidth || box.bottom > innerHeight)
      .map(({ id }) => id));
    assert.deepEqual(outside, []);
    assert.ok(await page.locator('#panel').isHidden(), 'the panel leaves the picture free at first');
    await page.locator('#menu').tap();
    assert.ok(await page.locator('#panel').isVisible());
    await page.locator('#colour').selectOption('speed');
    await page.waitForFunction(() => window.scree.state().colour === 'speed');
    await page.locator('#menu').tap();
    await page.locator('#forth').tap();
    await page.waitForFunction(() => window.scree.state().frame === 1);
    assert.ok((await colours(page, await picture(page))) > 50);
  }, { viewport: { width: 375, height: 667 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 }));
});

describe('a run in the plane', () => {
  test('is seen from z', () => {
    const square = { type: 'polygon', kind: 'polygon', vertices: [-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0], faces: [[0, 1, 2, 3]] };
    const head = makeHead(PARTICLES, {
      dimension: 2, gravity: [0, -9.81, 0], meshes: [{ type: 'half-plane', kind: 'half-space' }, square, square, square],
    });
    return opened(onDisk('planar', { ...made, head }), async (page) => {
      const first = await picture(page);
      assert.ok((await colours(page, first)) >= 5, 'the picture is blank');
      await page.evaluate(() => window.scree.setFrame(5));
      assert.ok(!first.equals(await picture(page)));
      assert.ok(!(await page.evaluate(() => window.scree.fields)).includes('vz'));
    });
  });
});

describe('a run from a server', () => {
  test('is shown, and grows while it runs', async () => {
    const server = await serve(made, 3, true);
    try {
      await opened(server.address, async (page) => {
        assert.equal((await state(page)).source, 'server');
        assert.equal(await page.evaluate(() => window.scree.frameCount), 3);
        assert.ok((await colours(page, await picture(page))) > 50);
        await page.evaluate(() => document.getElementById('live').click());
        await page.waitForFunction(() => window.scree.state().frame === 2);
        server.grow(5, true);
        await page.waitForFunction(() => window.scree.state().frame === 4);
        assert.equal((await state(page)).live, true);
        server.grow(FRAMES, false);
        await page.waitForFunction((last) => window.scree.state().frame === last, FRAMES - 1);
        await page.waitForFunction(() => document.getElementById('live').hidden);
      });
    } finally {
      server.close();
    }
  });

  test('waits for the first frame', async () => {
    const server = await serve({ ...made, table: undefined }, 0, true);
    try {
      await opened(server.address, async (page) => {
        assert.match(await page.locator('#clock').textContent(), /no frames yet/);
        server.grow(2, true);
        await page.waitForFunction(() => window.scree.state().frame === 0);
      });
    } finally {
      server.close();
    }
  });
});

describe('broken data', () => {
  /** The message of a page that cannot be shown. */
  async function message(name, run) {
    const { page, close } = await newPage(browser);
    try {
      await page.goto(onDisk(name, run));
      const reason = await page.evaluate(() => window.scree.ready.then(() => 'shown', (error) => error.message));
      const text = await page.locator('#message').innerText();
      assert.ok(text.includes(reason), `${text} / ${reason}`);
      return reason;
    } finally {
      await close();
    }
  }
  const changed = (bytes, at) => {
    const copy = Buffer.from(bytes);
    copy[at] ^= 0x55;
    return copy;
  };

  test('of the head is named', async () => {
    assert.match(await message('magic', { ...made, head: changed(made.head, 0) }), /no file of frames/);
    assert.match(await message('version', { ...made, head: Buffer.concat([fileHeader({ version: 9 }), made.head.subarray(16)]) }), /version 9/);
    assert.match(await message('scen', { ...made, head: changed(made.head, 60) }), /SCEN is damaged/);
    assert.match(await message('cut', { ...made, head: made.head.subarray(0, made.head.length - 200) }), /BODY/);
    const json = Buffer.concat([fileHeader(), record('SCEN', Buffer.from('{"name": '))]);
    assert.match(await message('json', { ...made, head: json }), /SCEN is not JSON/);
    assert.match(await message('mesh', { ...made, head: makeHead(PARTICLES, { meshes: [] }) }), /piece_mesh\[0\] is 0/);
  });

  test('of one frame is named, the others are shown', async () => {
    const frames = [...made.frames];
    frames[3] = changed(frames[3], 100);
    frames[4] = frames[4].subarray(0, 200);
    frames[5] = record('FRAM', Buffer.alloc(40));
    await opened(onDisk('frame', { ...made, frames }), async (page) => {
      for (const [k, text] of [[3, /^Frame 4 of 12 .*damaged/], [4, /^Frame 5 of 12 .*cut off/], [5, /^Frame 6 of 12 .*only 40 bytes/]]) {
        await page.evaluate((frame) => window.scree.setFrame(frame), k);
        assert.match((await state(page)).error, text);
        assert.match(await page.locator('#banner').innerText(), text);
      }
      await page.evaluate(() => window.scree.setFrame(6));
      assert.equal((await state(page)).error, null);
      assert.ok(await page.locator('#banner').isHidden());
    });
  });

  test('a page without a run says so', async () => {
    const { page, close } = await newPage(browser);
    await page.goto(new URL('../dist/viewer.html', import.meta.url).href);
    assert.match(await page.locator('#message').innerText(), /no run in this page/);
    await close();
  });
});
