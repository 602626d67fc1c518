// Playing: moves on through the frames as time goes by.

/** Simulated seconds per second. */
export const SPEEDS = [0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2, 4, 10, 20];
const COMFORTABLE = 8;  // seconds that a run should take at first, at most

export class Player {
  /** @param {import('./app.js').App} app */
  constructor(app) {
    this.app = app;
    this.playing = false;
    this.loop = false;
    this.speed = 1;
    this.generation = 0;
  }

  /** The speed at which the whole run is seen in some seconds: real time if that is neither long nor short. */
  chooseSpeed() {
    const { frames } = this.app.source;
    const duration = frames.length > 1 ? frames[frames.length - 1].time - frames[0].time : 1;
    const wanted = Math.max(duration / COMFORTABLE, Math.min(1, duration / 4));
    this.speed = SPEEDS.reduce((best, s) => (Math.abs(Math.log(s / wanted)) < Math.abs(Math.log(best / wanted)) ? s : best));
    this.app.tell('play');
  }

  setSpeed(speed) {
    this.speed = speed;
    this.app.tell('play');
  }

  toggle() { return this.playing ? this.pause() : this.play(); }

  pause() {
    this.playing = false;
    ++this.generation;
    this.app.tell('play');
  }

  async play() {
    const { app } = this;
    if (app.frameCount < 2) return;
    app.setLive(false);
    this.playing = true;
    const generation = ++this.generation;
    app.tell('play');
    if (app.index >= app.frameCount - 1) await app.setFrame(0);
    let time = app.source.frames[Math.max(app.index, 0)].time;
    let last = performance.now();
    while (this.playing && generation === this.generation) {
      const now = await new Promise((resolve) => requestAnimationFrame(resolve));
      // After a long wait (another tab, a slow frame) it goes on from where it was.
      time += this.speed * Math.min(Math.max(now - last, 0), 100) / 1000;
      last = now;
      const k = app.frameAt(time);
      if (k === app.index) continue;
      await app.setFrame(k);
      app.store.ahead(k);
      if (k < app.frameCount - 1) continue;
      if (this.loop) {
        await app.setFrame(0);
        time = app.time;
      } else if (!app.source.running) {
        this.pause();
      } else {
        time = app.source.frames[k].time;
      }
    }
  }

  step(count) {
    this.pause();
    this.app.setLive(false);
    return this.app.setFrame(this.app.index + count);
  }
}
