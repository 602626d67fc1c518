// The legend: drawn on a canvas, so that exported pictures can have it as well.
import { CATEGORY_COUNT, cssColour, SEQUENTIAL } from '../view/colour.js';
import { withUnit } from './format.js';
import { themeColours } from './theme.js';

const BAR = { width: 220, height: 12 };
const LINE = 17;
const PAD = 10;
const GAP = 8;
const FONT = '12px system-ui, sans-serif';
const BOLD = '600 12px system-ui, sans-serif';

/** What the legend says: the field, and the force when chains are shown. */
function contents(app) {
  const { field } = app;
  const title = field.label + (field.unit ? ` (${field.unit})` : '');
  const parts = [];
  if (app.solids.neutral) {
    // No colours of the field to explain.
  } else if (field.map !== 'categorical') {
    parts.push({ title, range: app.range, map: app.map, whole: field.whole });
  } else {
    const items = field.categories.slice(0, CATEGORY_COUNT).map((text, k) => ({ text, colour: cssColour(app.map, k) }));
    const more = field.categories.length - items.length;
    if (more > 0) items.push({ text: `${more} more: the colours repeat`, colour: null });
    parts.push({ title, items });
  }
  const { chains, uniforms } = app.contacts;
  if (chains.visible) parts.push({ title: 'Contact force (N)', range: [0, uniforms.reference.value], map: SEQUENTIAL });
  return parts;
}

const heightOf = (part) => LINE + (part.range ? BAR.height + 20 : LINE * part.items.length);

function size(context, parts) {
  let width = 60;
  for (const part of parts) {
    context.font = BOLD;
    width = Math.max(width, context.measureText(part.title).width, part.range ? BAR.width : 0);
    context.font = FONT;
    for (const item of part.items ?? []) width = Math.max(width, context.measureText(item.text).width + 20);
  }
  return {
    width: Math.ceil(Math.min(width, 320)) + 2 * PAD,
    height: 2 * PAD + parts.reduce((sum, part) => sum + heightOf(part), 0) + GAP * (parts.length - 1),
  };
}

/** Draws with the lower left corner at (x, y). @param {CanvasRenderingContext2D} context */
export function drawLegend(context, app, x, y) {
  const parts = contents(app);
  const { width, height } = size(context, parts);
  const { text, faint, sheet } = themeColours();
  context.fillStyle = sheet;
  context.beginPath();
  context.roundRect(x, y - height, width, height, 10);
  context.fill();
  context.textBaseline = 'alphabetic';
  context.textAlign = 'left';
  let top = y - height + PAD;
  for (const part of parts) {
    context.fillStyle = text;
    context.font = BOLD;
    context.fillText(part.title, x + PAD, top + 11, width - 2 * PAD);
    context.font = FONT;
    if (part.range) drawScale(context, part, x + PAD, top + LINE, text);
    else drawItems(context, part.items, x + PAD, top + LINE, width - 2 * PAD, text, faint);
    top += heightOf(part) + GAP;
  }
}

function drawScale(context, { range: [low, high], map, whole }, x, y, text) {
  for (let k = 0; k < BAR.width; ++k) {
    context.fillStyle = cssColour(map, Math.round((255 * k) / (BAR.width - 1)));
    context.fillRect(x + k, y, 1.5, BAR.height);
  }
  context.fillStyle = text;
  for (const value of ticks(low, high, whole)) {
    const at = x + (BAR.width * (value - low)) / (high - low);
    context.fillRect(Math.min(at, x + BAR.width - 1), y + BAR.height, 1, 4);
    const label = withUnit(value, '', 3);
    const half = context.measureText(label).width / 2;
    context.fillText(label, Math.min(Math.max(at - half, x - 4), x + BAR.width + 4 - 2 * half), y + BAR.height + 16);
  }
}

function drawItems(context, items, x, y, width, text, faint) {
  items.forEach((item, k) => {
    const top = y + k * LINE + 2;
    if (item.colour) {
      context.fillStyle = item.colour;
      context.beginPath();
      context.roundRect(x, top, 12, 12, 3);
      context.fill();
    }
    context.fillStyle = item.colour ? text : faint;
    context.fillText(item.text, x + (item.colour ? 20 : 0), top + 10, width - 20);
  });
}

function ticks(low, high, whole) {
  const raw = (high - low) / 4;
  const power = 10 ** Math.floor(Math.log10(raw));
  let step = power * ([1, 2, 5, 10].find((k) => k * power >= raw) ?? 10);
  if (whole) step = Math.max(1, Math.round(step));
  const list = [];
  for (let k = Math.ceil(low / step - 1e-6); k * step <= high + 1e-6 * step; ++k) list.push(k * step);
  return list;
}

/** @param {import('../app.js').App} app */
export function bindLegend(app) {
  const canvas = document.getElementById('legend');
  const draw = () => {
    if (!app.map) return;
    const context = canvas.getContext('2d');
    const { width, height } = size(context, contents(app));
    const ratio = Math.min(window.devicePixelRatio, 2);
    canvas.width = width * ratio;
    canvas.height = height * ratio;
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
    context.scale(ratio, ratio);
    drawLegend(context, app, 0, height);
    canvas.setAttribute('aria-label', app.field.categories ? `Legend: ${app.field.label}: ${app.field.categories.join(', ')}`
      : `Legend: ${app.field.label} from ${withUnit(app.range[0], app.field.unit)} to ${withUnit(app.range[1], app.field.unit)}`);
  };
  app.addEventListener('colour', draw);
  app.addEventListener('view', draw);
  app.addEventListener('theme', draw);
  draw();
}
