// Light or dark: as the system has it, or as chosen.

const dark = window.matchMedia('(prefers-color-scheme: dark)');
let chosen = 'auto';

const isDark = () => (chosen === 'auto' ? dark.matches : chosen === 'dark');

const DARK = {
  back: '#15181d', ground: [0.235, 0.25, 0.275], wall: [0.62, 0.66, 0.74], ambient: 0.6,
  text: '#e6e9ee', faint: '#9aa3af', line: '#3a404a', sheet: 'rgba(31,35,42,0.88)',
};
const LIGHT = {
  back: '#eef0f3', ground: [0.86, 0.865, 0.87], wall: [0.5, 0.54, 0.6], ambient: 0.52,
  text: '#1b1f24', faint: '#5b6470', line: '#d4d8de', sheet: 'rgba(255,255,255,0.88)',
};

/** Colours for canvases; those of style.css. */
export const themeColours = () => (isDark() ? DARK : LIGHT);

/** @param {import('../app.js').App} app */
export function bindTheme(app) {
  const select = document.getElementById('theme');
  const update = () => {
    const colours = themeColours();
    app.setLook(colours);
    app.tell('theme');
  };
  select.addEventListener('change', () => {
    chosen = select.value;
    document.documentElement.dataset.theme = chosen;
    update();
  });
  dark.addEventListener('change', update);
  update();
}
