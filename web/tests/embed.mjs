// Puts a run into the page, as `scree run` does for DIR/viewer.html, and serves one, as `scree view` does.
import { createServer } from 'node:http';
import { readFileSync } from 'node:fs';

const PAGE = new URL('../dist/viewer.html', import.meta.url);

/** @param {{head: Buffer, frames: Buffer[], times: number[], table?: string, events?: string}} run @returns {Buffer} page */
export function embed({ head, frames, times, table, events }) {
  const [before, after] = readFileSync(PAGE, 'utf8').split('<!--scree-data-->');
  const parts = [before, `<script type="text/plain" id="scree-head">${head.toString('base64')}</script>\n`];
  frames.forEach((frame, k) => {
    parts.push(`<script type="text/plain" class="scree-frame" data-time="${times[k]}" data-step="${100 * k}">${frame.toString('base64')}</script>\n`);
  });
  if (table) parts.push(`<script type="text/csv" id="scree-table">${table}</script>\n`);
  if (events) parts.push(`<script type="text/csv" id="scree-events">${events}</script>\n`);
  parts.push(after);
  return Buffer.concat(parts.map((part) => Buffer.from(part)));
}

/**
 * A server of a run. `shown` frames are there at first; grow(count, running) lets more appear.
 * @returns {Promise<{address: string, grow: (count: number, running: boolean) => void, close: () => void}>}
 */
export async function serve({ head, frames, times, table }, shown = frames.length, stillRunning = false) {
  const file = Buffer.concat([head, ...frames]);
  const listeners = new Set();
  let count = shown;
  let running = stillRunning;
  const tell = (answer) => answer.write(`event: frames\ndata: ${JSON.stringify({ count, running })}\n\n`);
  const list = (from) => {
    let offset = head.length;
    const rows = frames.slice(0, count).map((frame, k) => {
      const row = [times[k], 100 * k, offset, frame.length];
      offset += frame.length;
      return row;
    });
    return { name: 'made-up', running, head_bytes: head.length, frames: rows.slice(from) };
  };
  const server = createServer((request, answer) => {
    const url = new URL(request.url, 'http://localhost');
    if (url.pathname === '/') {
      answer.setHeader('Content-Type', 'text/html');
      answer.end(readFileSync(PAGE));
    } else if (url.pathname === '/api/frames.json') {
      answer.end(JSON.stringify(list(Number(url.searchParams.get('from') ?? 0))));
    } else if (url.pathname === '/api/live') {
      answer.setHeader('Content-Type', 'text/event-stream');
      listeners.add(answer);
      request.on('close', () => listeners.delete(answer));
      tell(answer);
    } else if (url.pathname === '/frames.scree') {
      const [, first, last] = /bytes=(\d+)-(\d+)/.exec(request.headers.range).map(Number);
      answer.writeHead(206);
      answer.end(file.subarray(first, last + 1));
    } else if (url.pathname === '/table.csv' && table) {
      answer.end(table);
    } else {
      answer.writeHead(['/table.csv', '/events.csv'].includes(url.pathname) ? 204 : 404);
      answer.end();
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${server.address().port}/`,
    grow: (more, goesOn) => {
      count = more;
      running = goesOn;
      listeners.forEach(tell);
    },
    close: () => {
      listeners.forEach((answer) => answer.end());
      server.close();
      server.closeAllConnections();
    },
  };
}
