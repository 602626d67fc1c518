// The window: size of the picture, panel open or closed, messages above the picture.

const NARROW = 700;  // px; as in style.css

/** @param {import('../app.js').App} app */
export function bindLayout(app) {
  const root = document.documentElement;
  const menu = document.getElementById('menu');
  const canvas = document.getElementById('view');
  const banner = document.getElementById('banner');
  const setPanel = (open) => {
    root.classList.toggle('panel-closed', !open);
    root.classList.toggle('panel-open', open);
    menu.setAttribute('aria-expanded', String(open));
    measure();
    app.tell('layout');
  };
  /** Parts of the picture that controls cover. */
  const measure = () => {
    const narrow = window.innerWidth <= NARROW;
    const open = !root.classList.contains('panel-closed');
    const panel = document.getElementById('panel').getBoundingClientRect();
    app.stage.inset = {
      left: 0, right: open && !narrow ? 312 : 0, top: narrow ? 56 : 40,
      bottom: narrow ? (open ? window.innerHeight - panel.top : 84) : 64,
    };
    app.stage.resize();
  };
  app.togglePanel = () => setPanel(root.classList.contains('panel-closed'));
  menu.addEventListener('click', app.togglePanel);
  document.getElementById('fit').addEventListener('click', () => app.stage.look());
  new ResizeObserver(measure).observe(canvas);
  const say = () => {
    banner.textContent = app.error ?? '';
    banner.hidden = !app.error;
  };
  app.addEventListener('frame', say);
  canvas.addEventListener('webglcontextlost', () => {
    app.error = 'The browser has taken the graphics away from this page. Load it again.';
    say();
  });
  setPanel(window.innerWidth > NARROW);
}
