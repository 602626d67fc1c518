// Time: play, pause, step, scrub, speed, following a run that goes on.
import { SPEEDS } from '../player.js';
import { clock } from './format.js';

const PLAY = 'M7 4.5v15l12.5-7.5z';
const PAUSE = 'M6.5 5h4v14h-4zM13.5 5h4v14h-4z';

/** @param {import('../app.js').App} app */
export function bindTimebar(app) {
  const get = (id) => document.getElementById(id);
  const [slider, output, speed, loop, live, play] = ['time', 'clock', 'speed', 'loop', 'live', 'play'].map(get);
  const { player } = app;
  speed.replaceChildren(...SPEEDS.map((value) => new Option(`${value}×`, String(value))));

  const spacing = () => {
    const { frames } = app.source;
    return frames.length > 1 ? (frames[frames.length - 1].time - frames[0].time) / (frames.length - 1) : 1;
  };
  const showFrame = () => {
    const { frames } = app.source;
    slider.max = String(Math.max(frames.length - 1, 0));
    slider.disabled = frames.length < 2;
    if (app.index < 0) {
      output.textContent = 'no frames yet';
      return;
    }
    slider.value = String(app.index);
    const time = clock(frames[app.index].time, spacing());
    output.innerHTML = `${time}<small>${app.index + 1}/${frames.length}</small>`;
    slider.setAttribute('aria-valuetext', `${time}, frame ${app.index + 1} of ${frames.length}`);
    showStatus(app);
  };
  const showPlaying = () => {
    get('play-icon').setAttribute('d', player.playing ? PAUSE : PLAY);
    play.setAttribute('aria-label', player.playing ? 'Pause' : 'Play');
    play.title = player.playing ? 'Pause (space)' : 'Play (space)';
    speed.value = String(player.speed);
    loop.checked = player.loop;
  };
  const showLive = () => {
    live.hidden = !app.source.running;
    live.setAttribute('aria-pressed', String(app.live));
    showStatus(app);
  };
  const showMarks = () => {
    const { frames } = app.source;
    const last = Math.max(frames.length - 1, 1);
    get('marks').replaceChildren(...app.events.map((event) => {
      const mark = document.createElement('i');
      mark.style.left = `${(100 * app.frameAt(event.time)) / last}%`;
      mark.title = event.name;
      return mark;
    }));
  };

  play.addEventListener('click', () => player.toggle());
  get('first').addEventListener('click', () => player.step(-Infinity));
  get('back').addEventListener('click', () => player.step(-1));
  get('forth').addEventListener('click', () => player.step(1));
  get('last').addEventListener('click', () => player.step(Infinity));
  slider.addEventListener('input', () => {
    player.pause();
    app.setLive(false);
    app.setFrame(Number(slider.value));
  });
  speed.addEventListener('change', () => player.setSpeed(Number(speed.value)));
  loop.addEventListener('change', () => { player.loop = loop.checked; });
  live.addEventListener('click', () => app.setLive(!app.live));
  app.addEventListener('frame', showFrame);
  app.addEventListener('frames', () => { showFrame(); showMarks(); showLive(); });
  app.addEventListener('play', showPlaying);
  app.addEventListener('live', showLive);
  showFrame();
  showMarks();
  showLive();
}

function showStatus(app) {
  const particles = app.frame ? countParticles(app) : 0;
  const parts = app.frame ? [`${particles.toLocaleString('en')} particles`, `${app.frame.pairs.toLocaleString('en')} contacts`] : [];
  if (app.source.running) parts.push('running');
  document.getElementById('status').textContent = parts.join(' · ');
}

function countParticles({ run, frame }) {
  let count = 0;
  for (let i = 0; i < frame.count; ++i) if (run.mobility[frame.body[i]] === 0) ++count;
  return count;
}
