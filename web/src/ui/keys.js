// Keyboard shortcuts, and the help that lists them.

/** Keys as shown, what they do, and how. */
const SHORTCUTS = [
  { keys: ['space'], text: 'play or pause', act: (app) => app.player.toggle() },
  { keys: ['←', '→'], text: 'a frame back or on; with shift ten', act: stepBy },
  { keys: ['home', 'end'], text: 'first or last frame',
    act: (app, event) => app.player.step(event.key === 'Home' ? -Infinity : Infinity) },
  { keys: ['-', '+'], text: 'slower or faster', act: (app, event) => changeSpeed(app, event.key === '-' ? -1 : 1) },
  { keys: ['l'], text: 'play over and over, or not', act: (app) => { app.player.loop = !app.player.loop; app.tell('play'); } },
  { keys: ['c'], text: 'colour by the next field; with shift the one before',
    act: (app, event) => nextColour(app, event.shiftKey ? -1 : 1) },
  { keys: ['w'], text: 'walls solid, transparent, hidden',
    act: (app) => app.setWalls(after(['solid', 'glass', 'hidden'], app.solids.walls)) },
  { keys: ['g'], text: 'particles solid, transparent, hidden',
    act: (app) => app.setParticles(after(['solid', 'ghost', 'hidden'], app.solids.particles)) },
  { keys: ['k'], text: 'force chains', act: (app) => app.setContacts({ chains: !app.contacts.chains.visible }) },
  { keys: ['o'], text: 'contact points', act: (app) => app.setContacts({ points: !app.contacts.points.visible }) },
  { keys: ['x'], text: 'cut: none, x, y, z', act: (app) => app.setClip({ axis: after(['none', 'x', 'y', 'z'], app.clip.axis) }) },
  { keys: ['b'], text: 'box', act: (app) => app.setBox(!app.stage.box.visible) },
  { keys: ['e'], text: 'edges', act: (app) => app.setEdges(!app.solids.uniforms.edges.value) },
  { keys: ['0'], text: 'whole run in view', act: (app) => app.stage.look() },
  { keys: ['1', '2', '3'], text: 'from the front, from the side, from the top',
    act: (app, event) => app.stage.look(['front', 'side', 'top'][Number(event.key) - 1]) },
  { keys: ['f'], text: 'follow the picked particle', act: (app) => app.setFollow(!app.following) },
  { keys: ['p'], text: 'save a picture', act: (app) => app.savePicture() },
  { keys: ['m'], text: 'controls', act: (app) => app.togglePanel() },
  { keys: ['esc'], text: 'let go of the picked particle', act: (app) => app.pick(-1) },
  { keys: ['?'], text: 'this help', act: () => toggleHelp() },
];

const NAMES = { ' ': 'space', ArrowLeft: '←', ArrowRight: '→', Home: 'home', End: 'end', Escape: 'esc', '=': '+' };

const after = (list, item) => list[(list.indexOf(item) + 1) % list.length];

function stepBy(app, event) {
  return app.player.step((event.key === 'ArrowLeft' ? -1 : 1) * (event.shiftKey ? 10 : 1));
}

function nextColour(app, step) {
  const ids = [...app.fields.keys()];
  app.setColour(ids[(ids.indexOf(app.field.id) + step + ids.length) % ids.length]);
}

function changeSpeed(app, step) {
  const options = [...document.getElementById('speed').options].map((option) => Number(option.value));
  const k = options.indexOf(app.player.speed) + step;
  if (k >= 0 && k < options.length) app.player.setSpeed(options[k]);
}

function toggleHelp() {
  const dialog = document.getElementById('help');
  if (dialog.open) dialog.close();
  else dialog.showModal();
}

function writeHelp(app) {
  const rows = SHORTCUTS.map(({ keys, text }) => `<tr><td>${keys.map((key) => `<kbd>${key}</kbd>`).join(' ')}</td><td>${text}</td></tr>`);
  const mouse = app.run.planar ? 'Drag to move, wheel or pinch to zoom, click a particle for its numbers.'
    : 'Drag to turn, right-drag or two fingers to move, wheel or pinch to zoom, click a particle for its numbers, double-click to follow it.';
  const dialog = document.getElementById('help');
  dialog.innerHTML = `<h2>Help</h2><p style="margin:0 0 10px">${mouse} Click in a plot to go to that time.</p>
    <table><tbody>${rows.join('')}</tbody></table>
    <p>scree · drawn with three.js and uPlot (MIT licence, in the source of this page)</p>
    <form method="dialog" style="margin-top:12px;text-align:right"><button>Close</button></form>`;
  dialog.addEventListener('click', (event) => { if (event.target === dialog) dialog.close(); });
}

/** @param {import('../app.js').App} app */
export function bindKeys(app) {
  writeHelp(app);
  document.getElementById('ask').addEventListener('click', toggleHelp);
  window.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { target } = event;
    const name = NAMES[event.key] ?? event.key.toLowerCase();
    if (document.getElementById('help').open && name !== '?') return;
    // Controls keep the keys they use themselves.
    if (target.matches?.('select, input[type=number]')) return;
    if (name === 'space' && target.matches?.('button, summary, input[type=checkbox]')) return;
    if (target.matches?.('input[type=range]') && target.id !== 'time' && ['←', '→', 'home', 'end'].includes(name)) return;
    const shortcut = SHORTCUTS.find(({ keys }) => keys.includes(name));
    if (!shortcut) return;
    event.preventDefault();
    shortcut.act(app, event);
  });
}
