// The panel: each control sets something of the app and shows what the app has.
import { CATEGORICAL, CATEGORY_COUNT, cssColour } from '../view/colour.js';
import { withUnit } from './format.js';

/** @param {import('../app.js').App} app */
export function bindControls(app) {
  const get = (id) => document.getElementById(id);
  const on = (id, act) => get(id).addEventListener(get(id).type === 'range' ? 'input' : 'change', () => act(get(id)));
  bindColour(app, get, on);

  on('particles', (c) => app.setParticles(c.value));
  on('walls', (c) => app.setWalls(c.value));
  on('edges', (c) => app.setEdges(c.checked));
  on('shadows', (c) => app.setShadows(c.checked));
  on('box', (c) => app.setBox(c.checked));
  on('clip-axis', (c) => app.setClip({ axis: c.value }));
  on('clip-part', (c) => app.setClip({ part: Number(c.value) }));
  on('clip-flip', (c) => app.setClip({ flip: c.checked }));
  on('chains', (c) => app.setContacts({ chains: c.checked }));
  on('points', (c) => app.setContacts({ points: c.checked }));
  on('thickness', (c) => app.setContacts({ thickness: Number(c.value) }));
  on('least', (c) => app.setContacts({ least: Number(c.value) }));
  on('point-colour', (c) => app.setContacts({ pointColour: c.value }));
  if (app.run.planar) get('clip-axis').querySelector('[value=z]').remove();

  const show = () => {
    get('particles').value = app.solids.particles;
    get('walls').value = app.solids.walls;
    get('edges').checked = app.solids.uniforms.edges.value > 0;
    get('shadows').checked = app.stage.shadows;
    get('box').checked = app.stage.box.visible;
    const { clip, contacts } = app;
    get('clip-axis').value = clip.axis;
    get('clip-rows').hidden = clip.axis === 'none';
    get('clip-part').value = String(clip.part);
    get('clip-place').textContent = clip.axis === 'none' ? '' : withUnit(clip.position, 'm', 3);
    get('clip-flip').checked = clip.flip;
    get('chains').checked = contacts.chains.visible;
    get('points').checked = contacts.points.visible;
    get('chain-rows').hidden = !contacts.chains.visible;
    get('point-rows').hidden = !contacts.points.visible;
    get('least').value = String(contacts.uniforms.least.value);
    get('least-value').textContent = withUnit(contacts.uniforms.least.value * contacts.uniforms.reference.value, 'N', 2);
    get('point-colour').value = contacts.pointColour;
    showPointKey(app, get('point-key'));
  };
  app.addEventListener('view', show);
  show();
}

function bindColour(app, get, on) {
  get('colour').replaceChildren(...[...app.fields.values()].map((field) => new Option(field.label, field.id)));
  on('colour', (c) => app.setColour(c.value));
  on('range-mode', (c) => app.setRangeMode(c.value));
  const fixed = () => {
    const [low, high] = [Number(get('range-low').value), Number(get('range-high').value)];
    if (high > low) app.setRangeMode('fixed', low, high);
  };
  on('range-low', fixed);
  on('range-high', fixed);
  app.addEventListener('colour', () => {
    get('colour').value = app.field.id;
    get('range-rows').hidden = app.field.map === 'categorical';
    get('range-mode').value = app.rangeMode;
    get('range-fixed').hidden = app.rangeMode !== 'fixed';
    if (document.activeElement?.type === 'number') return;
    get('range-low').value = String(Number(app.range[0].toPrecision(4)));
    get('range-high').value = String(Number(app.range[1].toPrecision(4)));
  });
}

function showPointKey(app, list) {
  const names = app.contacts.pointColour === 'kind' ? app.run.scene.contact_types ?? [] : ['sticking', 'sliding'];
  list.replaceChildren(...names.map((name, k) => {
    const item = document.createElement('li');
    const dot = document.createElement('i');
    dot.style.background = cssColour(CATEGORICAL, k % CATEGORY_COUNT);
    item.append(dot, name);
    return item;
  }));
}
