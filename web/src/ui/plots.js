// Plots of table.csv with a mark at the time shown; a click goes to that time.
import uPlot from 'uplot';
import { CATEGORICAL, cssColour } from '../view/colour.js';
import { short } from './format.js';
import { themeColours } from './theme.js';

/** Columns of a plot; those that are missing or zero throughout are left out. */
const PLOTS = [
  { title: 'Energy (J)', columns: {
    translation_J: 'translation', rotation_J: 'rotation', gravity_J: 'gravity', elastic_J: 'elastic', shear_J: 'shear',
    friction_J: 'friction', damping_J: 'damping', work_J: 'work', supplied_J: 'supplied' } },
  { title: 'Contacts', columns: { contacts: 'contact points', particles: 'particles' } },
  { title: 'Contacts per particle', columns: { coordination_number: 'coordination number' } },
  { title: 'Largest speed (m/s)', columns: { max_speed_m_s: 'largest speed' } },
  { title: 'Overlap over size', columns: { mean_overlap_ratio: 'mean', max_overlap_ratio: 'largest' } },
];

const DASHES = [[], [6, 3], [2, 2], [8, 3, 2, 3], [12, 3], [4, 2, 1, 2], [1, 3], [10, 4], [3, 5]];
const HEIGHT = { plain: 120, tall: 150 };

/** @param {import('../app.js').App} app */
export function bindPlots(app) {
  const home = document.getElementById('plots');
  let plots = [];
  const width = () => Math.max(home.clientWidth, 200);

  const make = () => {
    plots.forEach((plot) => plot.destroy());
    const { table } = app;
    plots = [];
    home.replaceChildren();
    if (!table || !table.values.time_s) {
      home.innerHTML = '<p class="empty">There is no table.csv to plot.</p>';
      return;
    }
    for (const { title, columns } of PLOTS) {
      const used = Object.entries(columns).filter(([name]) => table.values[name]?.some((x) => x !== 0));
      if (!used.length) continue;
      const box = document.createElement('div');
      box.className = 'plot';
      box.innerHTML = `<h3>${title}</h3>`;
      home.append(box);
      plots.push(onePlot(app, box, title, used, width()));
    }
  };
  const redraw = () => plots.forEach((plot) => {
    plot.redraw(false, false);
    plot.setLegend({ idx: rowAt(app.table.values.time_s, app.time) });
  });
  const refill = () => {
    const { table } = app;
    const fits = plots.length && plots.every((plot) => plot.columns.every((name) => table?.values[name]));
    if (!fits || !table) make();
    else plots.forEach((plot) => plot.setData([table.values.time_s, ...plot.columns.map((name) => table.values[name])]));
  };
  app.addEventListener('frame', redraw);
  app.addEventListener('theme', make);
  app.addEventListener('table', refill);
  app.addEventListener('layout', () => plots.forEach((plot) => plot.setSize({ width: width(), height: plot.height })));
  make();
}

function onePlot(app, box, title, used, width) {
  const { text, faint, line } = themeColours();
  const axis = { stroke: faint, grid: { stroke: line, width: 1 }, ticks: { stroke: line, width: 1, size: 4 }, font: '11px system-ui, sans-serif' };
  const options = {
    width, height: used.length > 2 ? HEIGHT.tall : HEIGHT.plain, legend: { show: true, live: true, isolate: false },
    scales: { x: { time: false } },
    cursor: { x: false, y: false, drag: { x: false, y: false }, points: { size: 5 } },
    axes: [
      { ...axis, size: 26, values: (_, ticks) => ticks.map((t) => `${short(t, 3)} s`) },
      { ...axis, size: 52, values: (_, ticks) => ticks.map((y) => short(y, 3)) },
    ],
    series: [
      {},
      ...used.map(([, label], k) => ({
        label, stroke: used.length === 1 ? text : cssColour(CATEGORICAL, k), width: 1.6, dash: DASHES[k], points: { show: false },
        value: (_, y) => (y === null || y === undefined ? '' : short(y, 3)),
      })),
    ],
    hooks: {
      ready: [(plot) => plot.setLegend({ idx: rowAt(app.table.values.time_s, app.time) })],
      draw: [(plot) => drawMark(plot, app.time, text)],
    },
  };
  const data = [app.table.values.time_s, ...used.map(([name]) => app.table.values[name])];
  const plot = new uPlot(options, data, box);
  plot.columns = used.map(([name]) => name);
  let held = false;
  const go = (event) => {
    const place = plot.over.getBoundingClientRect();
    app.player.pause();
    app.setLive(false);
    app.setTime(nearest(app, plot.posToVal(event.clientX - place.left, 'x')));
  };
  plot.over.addEventListener('pointerdown', (event) => {
    held = true;
    plot.over.setPointerCapture(event.pointerId);
    go(event);
  });
  plot.over.addEventListener('pointermove', (event) => { if (held) go(event); });
  plot.over.addEventListener('pointerup', () => { held = false; });
  plot.over.setAttribute('role', 'img');
  plot.over.setAttribute('aria-label', `Plot: ${title} over time. Click to go to a time.`);
  return plot;
}

/** The row of the table nearest to time t. */
function rowAt(times, t) {
  let low = 0;
  let high = times.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (times[middle] <= t) low = middle;
    else high = middle;
  }
  return Math.abs(times[high] - t) < Math.abs(times[low] - t) ? high : low;
}

/** Time of the frame nearest to t. */
function nearest(app, t) {
  const { frames } = app.source;
  const k = app.frameAt(t);
  return k + 1 < frames.length && frames[k + 1].time - t < t - frames[k].time ? frames[k + 1].time : frames[k].time;
}

/** A line at the time shown. */
function drawMark(plot, time, colour) {
  const { ctx, bbox } = plot;
  const x = plot.valToPos(time, 'x', true);
  if (!(x >= bbox.left && x <= bbox.left + bbox.width)) return;
  ctx.save();
  ctx.strokeStyle = colour;
  ctx.setLineDash([]);
  ctx.lineWidth = 1.5 * devicePixelRatio;
  ctx.beginPath();
  ctx.moveTo(x, bbox.top);
  ctx.lineTo(x, bbox.top + bbox.height);
  ctx.stroke();
  ctx.restore();
}
