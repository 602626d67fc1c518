// The numbers of the particle that was picked.
import { HALF } from '../data/bytes.js';
import { MOBILITY_NAMES } from '../data/run.js';
import { kineticEnergy, shapeName } from '../view/fields.js';
import { rotate } from '../view/bounds.js';
import { short, withUnit } from './format.js';

const COLUMNS = 3;

/** Rows of the table: label and text, or texts of a vector's components. */
function numbers(app, body) {
  const { run, frame } = app;
  const shapes = [];
  for (let piece = run.pieceBegin[body]; piece < run.pieceBegin[body + 1]; ++piece) {
    shapes.push(shapeName(run.scene.meshes[run.pieceMesh[piece]]));
  }
  const rows = [['shape', shapes.length > 1 ? `${shapes.length} pieces` : shapes[0]]];
  if (run.mobility[body]) rows.push(['mobility', MOBILITY_NAMES[run.mobility[body]]]);
  if (run.mass[body]) rows.push(['mass', withUnit(run.mass[body], 'kg')]);
  if (Number.isFinite(run.radius[body])) rows.push(['size', withUnit(2 * run.radius[body], 'm')]);
  const i = app.slot[body];
  if (i < 0) return [...rows, ['', 'not there at this time']];
  const n = frame.count;
  const axes = run.planar ? [0, 1] : [0, 1, 2];
  const half = (array) => [0, 1, 2].map((axis) => HALF[array[axis * n + i]]);
  const q = [0, 1, 2, 3].map((c) => frame.orientation[c * n + i] / 32767);
  const v = half(frame.velocity);
  const spin = rotate(q, half(frame.spin));
  const vector = (x) => axes.map((axis) => short(x[axis], 3));
  const touching = contactsOf(frame, body);
  rows.push(
    ['position, m', vector([0, 1, 2].map((axis) => frame.position[axis * n + i]))],
    ['velocity, m/s', vector(v)],
    ['speed', withUnit(Math.hypot(...v), 'm/s', 3)],
    ['spin, rad/s', run.planar ? short(spin[2], 3) : vector(spin)],
  );
  if (run.mass[body]) rows.push(['kinetic energy', withUnit(kineticEnergy(run, frame, i), 'J', 3)]);
  rows.push(['contacts', String(touching.count)]);
  if (touching.count) rows.push(['largest force', withUnit(touching.force, 'N', 3)]);
  return rows;
}

function contactsOf(frame, body) {
  let count = 0;
  let force = 0;
  for (let k = 0; k < frame.pairs; ++k) {
    if (frame.contactA[k] !== body && frame.contactB[k] !== body) continue;
    ++count;
    force = Math.max(force, frame.force[k]);
  }
  return { count, force };
}

/** @param {import('../app.js').App} app */
export function bindCard(app) {
  const card = document.getElementById('card');
  const body = document.querySelector('#card-table tbody');
  const follow = document.getElementById('follow');
  const update = () => {
    card.hidden = app.picked < 0 || !app.frame;
    if (card.hidden) return;
    document.getElementById('card-title').textContent = `${app.picked} · ${app.run.scene.names[app.run.name[app.picked]]}`;
    follow.checked = app.following;
    body.replaceChildren(...numbers(app, app.picked).map(([label, text]) => {
      const row = document.createElement('tr');
      const head = document.createElement('th');
      head.scope = 'row';
      head.textContent = label;
      row.append(head, ...[text].flat().map((part, _, parts) => {
        const cell = document.createElement('td');
        cell.textContent = part;
        cell.colSpan = parts.length === 1 ? COLUMNS : 1;
        return cell;
      }));
      return row;
    }));
  };
  app.addEventListener('pick', update);
  app.addEventListener('frame', update);
  follow.addEventListener('change', () => app.setFollow(follow.checked));
  document.getElementById('card-close').addEventListener('click', () => app.pick(-1));
}
