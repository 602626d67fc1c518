// window.scree: the viewer for programs (tests, pictures without a person). See docs/guide/viewer.md.

/** @param {Promise<import('./app.js').App>} starting */
export function exposeApi(starting) {
  /** @type {import('./app.js').App} */
  let app;
  const ready = starting.then((started) => { app = started; });
  // The page shows the message; who waits for `ready` gets it as well.
  ready.catch(() => {});
  window.scree = {
    ready,
    get frameCount() { return app?.frameCount ?? 0; },
    get times() { return app.source.frames.map((frame) => frame.time); },
    get fields() { return [...app.fields.keys()]; },
    setFrame: (k) => app.setFrame(k),
    setTime: (t) => app.setTime(t),
    setColour: (field) => app.setColour(field),
    setRange: (low, high) => app.setRangeMode('fixed', low, high),
    setWalls: (mode) => { app.setWalls(mode); return app.drawn(); },
    setParticles: (mode) => { app.setParticles(mode); return app.drawn(); },
    setContacts: (what) => { app.setContacts(what); return app.drawn(); },
    setClip: (clip) => { app.setClip(clip); return app.drawn(); },
    setShadows: (on) => { app.setShadows(on); return app.drawn(); },
    look: (name) => { app.stage.look(name); return app.drawn(); },
    pick: (id) => app.pick(id),
    play: () => app.player.play(),
    pause: () => app.player.pause(),
    picture: () => app.picture(),
    state: () => stateOf(app),
  };
}

function stateOf(app) {
  return {
    name: app.name, frame: app.index, time: app.time, step: app.frame?.step ?? 0, bodies: app.frame?.count ?? 0,
    contacts: app.frame?.pairs ?? 0, colour: app.field.id, range: [...app.range], rangeMode: app.rangeMode,
    picked: app.picked, following: app.following, walls: app.solids.walls, particles: app.solids.particles,
    chains: app.contacts.chains.visible, points: app.contacts.points.visible, clip: { ...app.clip },
    playing: app.player.playing, speed: app.player.speed, live: app.live, running: app.source.running,
    source: app.source.kind, error: app.error,
  };
}
