// Start of the page: finds the run's data, builds the viewer, or says what is wrong.
import 'uplot/dist/uPlot.min.css';
import './style.css';
import { App } from './app.js';
import { readRun } from './data/run.js';
import { openSource } from './data/source.js';
import { exposeApi } from './api.js';
import { bindControls } from './ui/controls.js';
import { bindCard } from './ui/card.js';
import { bindKeys } from './ui/keys.js';
import { bindLayout } from './ui/layout.js';
import { bindLegend } from './ui/legend.js';
import { bindPictures } from './ui/pictures.js';
import { bindPlots } from './ui/plots.js';
import { bindPointer } from './ui/pointer.js';
import { bindTheme } from './ui/theme.js';
import { bindTimebar } from './ui/timebar.js';

async function start() {
  let source;
  let run;
  try {
    source = await openSource();
    run = await readRun(await source.head());
  } catch (error) {
    throw new Error(`This run cannot be shown: ${error.message}`);
  }
  let app;
  try {
    app = new App(source, run, document.getElementById('view'));
  } catch (error) {
    throw new Error(`This browser cannot draw the run; it takes WebGL 2. ${error.message}`);
  }
  app.name = run.scene.name || source.name || 'run';
  document.title = `${app.name} · scree`;
  document.getElementById('name').textContent = app.name;
  document.documentElement.classList.toggle('planar', run.planar);
  for (const bind of [bindLayout, bindTheme, bindControls, bindTimebar, bindLegend, bindCard, bindPlots, bindPictures,
    bindPointer, bindKeys]) bind(app);
  app.player.chooseSpeed();
  await app.start();
  await app.drawn();
  return app;
}

function fail(error) {
  document.getElementById('app').hidden = true;
  const message = document.getElementById('message');
  const title = document.createElement('h2');
  title.textContent = 'Nothing to see';
  const text = document.createElement('p');
  text.textContent = error.message;
  message.replaceChildren(title, text);
  message.hidden = false;
  throw error;
}

exposeApi(start().catch(fail));
