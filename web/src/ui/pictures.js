// Pictures of the view: one as PNG, or all frames as PNG files in a TAR archive.
import { clock } from './format.js';
import { drawLegend } from './legend.js';
import { themeColours } from './theme.js';
import { tarEnd, tarEntry } from './tar.js';

/** The view as it is now, as PNG. @returns {Promise<Blob>} */
function picture(app, withLegend) {
  app.stage.draw();
  const view = app.stage.canvas;
  const sheet = document.createElement('canvas');
  sheet.width = view.width;
  sheet.height = view.height;
  const context = sheet.getContext('2d');
  context.drawImage(view, 0, 0);
  if (withLegend) {
    const ratio = view.width / view.clientWidth;
    context.scale(ratio, ratio);
    drawLegend(context, app, 12, view.clientHeight - 12);
    context.fillStyle = themeColours().text;
    context.font = '600 14px system-ui, sans-serif';
    context.fillText(`${app.name}   ${clock(app.time, 0.001)}`, 16, 26);
  }
  return new Promise((resolve) => sheet.toBlob(resolve, 'image/png'));
}

function save(blob, name) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

/** @param {import('../app.js').App} app */
export function bindPictures(app) {
  const get = (id) => document.getElementById(id);
  const numbered = (k) => `${app.name}-${String(k).padStart(5, '0')}.png`;
  // The controls leave the picture: what is saved is centred in it.
  const centred = async (act) => {
    const { inset } = app.stage;
    app.stage.inset = { left: 0, right: 0, top: 0, bottom: 0 };
    try {
      return await act();
    } finally {
      app.stage.inset = inset;
      app.stage.invalidate();
    }
  };
  app.picture = () => centred(() => picture(app, get('with-legend').checked));
  app.savePicture = async () => save(await app.picture(), numbered(app.index));
  let exporting = false;
  /** @returns {Promise<Blob>} all frames */
  app.allPictures = () => centred(async () => {
    const parts = [];
    for (let k = 0; k < app.frameCount && exporting; ++k) {
      get('save-state').textContent = `frame ${k + 1} of ${app.frameCount}`;
      await app.setFrame(k);
      const bytes = new Uint8Array(await (await picture(app, get('with-legend').checked)).arrayBuffer());
      // A blob may lie on disk; arrays stay in memory.
      parts.push(new Blob(tarEntry(numbered(k), bytes)));
    }
    return new Blob([...parts, tarEnd()], { type: 'application/x-tar' });
  });
  const saveAll = async () => {
    if (exporting) {
      exporting = false;
      return;
    }
    exporting = true;
    const back = app.index;
    get('save-all').textContent = 'Stop';
    app.player.pause();
    const tar = await app.allPictures();
    const whole = exporting;
    exporting = false;
    get('save-all').textContent = 'All frames (TAR)';
    get('save-state').textContent = whole ? `${app.frameCount} pictures saved` : 'stopped';
    if (whole) save(tar, `${app.name}-frames.tar`);
    await app.setFrame(back);
  };
  get('shot').addEventListener('click', app.savePicture);
  get('save-one').addEventListener('click', app.savePicture);
  get('save-all').addEventListener('click', saveAll);
}
