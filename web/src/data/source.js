// Where the data of a run come from: elements of the page itself, or the server of `scree view`.
import { fromBase64 } from './bytes.js';

/**
 * @typedef {object} Source
 * @property {string} kind 'page' or 'server'
 * @property {{time: number, step: number}[]} frames
 * @property {boolean} running whether more frames will come
 * @property {() => Promise<Uint8Array>} head
 * @property {(k: number) => Promise<Uint8Array>} frame bytes of the record
 * @property {(name: string) => Promise<string|null>} text of table.csv, events.csv or summary.json
 * @property {(changed: () => void) => void} watch calls back when frames or `running` have changed
 */

/** @returns {Promise<Source>} */
export async function openSource() {
  if (document.getElementById('scree-head')) return pageSource();
  if (location.protocol === 'file:') {
    throw new Error('there is no run in this page. A run\'s own page is viewer.html in its folder; '
      + '"scree view FOLDER" shows a run in the browser.');
  }
  return serverSource();
}

function pageSource() {
  const elements = [...document.querySelectorAll('script.scree-frame')];
  const frames = elements.map((element) => ({ time: Number(element.dataset.time), step: Number(element.dataset.step) }));
  const decode = (element, what) => {
    try {
      return fromBase64(element.textContent.trim());
    } catch {
      throw new Error(`${what} is not base64`);
    }
  };
  return {
    kind: 'page', frames, running: false,
    head: async () => decode(document.getElementById('scree-head'), 'the head of the run'),
    frame: async (k) => decode(elements[k], 'its data'),
    text: async (name) => document.getElementById(`scree-${name.split('.')[0]}`)?.textContent ?? null,
    watch: () => {},
  };
}

async function serverSource() {
  const list = await getJson('api/frames.json');
  const ranges = [];
  const source = {
    kind: 'server', frames: [], running: false, name: list.name,
    head: () => getRange(0, list.head_bytes),
    frame: (k) => getRange(ranges[k].offset, ranges[k].bytes),
    text: getText,
    watch: (changed) => watch(source, add, changed),
  };
  const add = (more) => {
    for (const [time, step, offset, bytes] of more.frames) {
      source.frames.push({ time, step });
      ranges.push({ offset, bytes });
    }
    source.running = Boolean(more.running);
  };
  add(list);
  return source;
}

function watch(source, add, changed) {
  const events = new EventSource('api/live');
  let busy = Promise.resolve();
  events.addEventListener('frames', (event) => {
    const { count, running } = JSON.parse(event.data);
    busy = busy.then(async () => {
      if (count > source.frames.length) add(await getJson(`api/frames.json?from=${source.frames.length}`));
      source.running = running;
      if (!running) events.close();
      changed();
    }).catch(() => {});  // the server has gone or will tell again
  });
}

async function getJson(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`the server answers ${answer.status} to ${address}`);
  return answer.json();
}

async function getText(name) {
  try {
    const answer = await fetch(name, { cache: 'no-store' });
    return answer.ok ? await answer.text() : null;
  } catch {
    return null;
  }
}

async function getRange(offset, bytes) {
  const answer = await fetch('frames.scree', { headers: { Range: `bytes=${offset}-${offset + bytes - 1}` } });
  if (!answer.ok) throw new Error(`the server answers ${answer.status} to frames.scree`);
  const got = new Uint8Array(await answer.arrayBuffer());
  return answer.status === 206 ? got : got.slice(offset, offset + bytes);
}
