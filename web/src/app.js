// The viewer's state, and everything that can be done to it. The controls and window.scree call these.
import { CATEGORICAL, CATEGORY_COUNT, DIVERGING, SEQUENTIAL } from './view/colour.js';
import { findBounds } from './view/bounds.js';
import { Contacts } from './view/contacts.js';
import { makeFields } from './view/fields.js';
import { Ground } from './view/ground.js';
import { fieldRange, forceReference, sampleFrames } from './view/ranges.js';
import { Solids } from './view/solids.js';
import { mapTexture, Stage } from './view/stage.js';
import { parseEvents, parseTable } from './data/table.js';
import { FrameStore } from './data/store.js';
import { Player } from './player.js';

const MAPS = { sequential: SEQUENTIAL, diverging: DIVERGING, categorical: CATEGORICAL };
const MANY = 40000;  // pieces; more are shown without shadows

export class App extends EventTarget {
  /** @param {import('./data/source.js').Source} source @param {import('./data/run.js').Run} run @param {HTMLCanvasElement} canvas */
  constructor(source, run, canvas) {
    super();
    this.source = source;
    this.run = run;
    this.store = new FrameStore(source, run);
    this.fields = makeFields(run);
    this.stage = new Stage(canvas, run);
    this.solids = new Solids(run, this.stage.shared);
    this.ground = new Ground(run, this.stage.shared);
    this.contacts = new Contacts(run, this.stage.shared, mapTexture(SEQUENTIAL), mapTexture(CATEGORICAL));
    this.stage.populate(this.solids, this.ground, this.contacts);
    this.stage.shadows = run.pieces <= MANY && !this.stage.software;
    this.stage.box.visible = Boolean(run.scene.periodic.axes?.some(Boolean));
    this.slot = new Int32Array(run.count).fill(-1);
    this.values = new Float32Array(run.count);
    this.index = -1;
    this.wanted = -1;
    this.frame = null;
    this.field = this.fields.get(firstField(this.fields, run));
    this.rangeMode = 'run';
    this.range = [0, 1];
    this.runRanges = new Map();
    this.picked = -1;
    this.following = false;
    this.clip = { axis: 'none', part: 0.5, flip: false };
    this.live = false;
    this.error = null;
    this.table = null;
    this.events = [];
    this.player = new Player(this);
    if (run.planar) this.setWalls('solid');
  }

  /** First picture: the first frame, all of the run in view. */
  async start() {
    await this.readTables();
    if (this.frameCount) await this.begin();
    this.source.watch(() => this.grown());
  }

  begin() {
    return this.stage.hold(async () => {
      this.measure(await sampleFrames(this.store, 5));
      this.stage.look();
      await this.setFrame(0);
      await this.setColour(this.field.id);
    });
  }

  /** How far the run reaches and how large its forces are. */
  measure(frames) {
    this.stage.setBounds(findBounds(this.run, frames));
    this.contacts.uniforms.reference.value = forceReference(frames);
    this.stage.shadowStale = true;
  }

  get frameCount() { return this.source.frames.length; }
  get time() { return this.frame?.time ?? 0; }
  tell(name) { this.dispatchEvent(new Event(name)); }

  /** Shows frame k; resolves once it is drawn. A frame that cannot be read leaves the picture and is reported. */
  async setFrame(k) {
    if (!this.frameCount) return;
    const target = Math.min(Math.max(Math.round(k), 0), this.frameCount - 1);
    this.wanted = target;
    let frame = null;
    let error = null;
    try {
      frame = await this.store.get(target);
    } catch (problem) {
      error = problem.message;
    }
    if (this.wanted !== target) return;  // another one was asked for meanwhile
    this.error = error;
    this.index = target;
    if (frame) this.apply(frame);
    this.tell('frame');
    await this.drawn();
  }

  /** The last frame not after time t (s). */
  frameAt(t) {
    const { frames } = this.source;
    let low = 0;
    let high = frames.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (frames[middle].time <= t + 1e-12) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  setTime(t) { return this.setFrame(this.frameAt(t)); }

  /** @returns {Promise<void>} when what was asked for is on the screen */
  drawn() {
    this.stage.invalidate();
    return new Promise((resolve) => requestAnimationFrame(() => resolve()));
  }

  apply(frame) {
    const before = this.placeOf(this.picked);
    this.frame = frame;
    this.slot.fill(-1);
    for (let i = 0; i < frame.count; ++i) this.slot[frame.body[i]] = i;
    this.fillValues();
    this.ground.update(frame, this.slot, this.stage.bounds);
    if (this.contacts.shown) this.contacts.update(frame, this.slot);
    this.stage.shadowStale = true;
    this.moveRing(before);
    this.stage.invalidate();
  }

  fillValues() {
    const { field, frame } = this;
    if (!frame) return;
    if (field.fill) field.fill(frame, this.values);
    this.solids.setFrame(frame, field.fill ? this.values : null);
    if (this.rangeMode === 'frame') this.setRange(...fieldRange(this.run, field, [frame], 0));
  }

  /** @param {string} id of a field */
  async setColour(id) {
    if (!this.fields.has(id)) throw new Error(`no field "${id}"; there are: ${[...this.fields.keys()].join(', ')}`);
    this.field = this.fields.get(id);
    this.solids.setPieceValues(this.field.ofPiece);
    this.solids.wallColoured.value = this.field.walls ? 1 : 0;
    if (this.rangeMode === 'fixed') this.rangeMode = 'run';
    this.fillValues();
    await this.updateRange();
    await this.drawn();
  }

  /** 'run', 'frame' or 'fixed' (low, high) */
  async setRangeMode(mode, low = this.range[0], high = this.range[1]) {
    this.rangeMode = mode;
    if (mode === 'fixed') this.setRange(low, high);
    else await this.updateRange();
  }

  async updateRange() {
    const { field } = this;
    if (this.rangeMode === 'fixed') return;
    if (this.rangeMode === 'frame' || field.map === 'categorical') {
      this.setRange(...fieldRange(this.run, field, this.frame ? [this.frame] : [], 0));
      return;
    }
    if (!this.runRanges.has(field.id)) {
      this.runRanges.set(field.id, fieldRange(this.run, field, await sampleFrames(this.store)));
    }
    if (this.field === field) this.setRange(...this.runRanges.get(field.id));
  }

  setRange(low, high) {
    this.range = [low, high];
    this.map = MAPS[this.field.map];
    this.solids.setColours(this.map, low, high);
    this.stage.invalidate();
    this.tell('colour');
  }

  setWalls(mode) {
    this.solids.setWalls(mode);
    this.ground.mesh.visible = mode !== 'hidden';
    this.stage.shadowStale = true;
    this.changed();
  }

  setParticles(mode) {
    this.solids.setParticles(mode);
    this.solids.setNeutral(this.contacts.chains.visible);
    this.stage.shadowStale = true;
    this.changed();
  }

  /** @param {{chains?: boolean, points?: boolean, pointColour?: string, least?: number, thickness?: number}} what */
  setContacts({ chains, points, pointColour, least, thickness }) {
    const { contacts } = this;
    if (chains !== undefined) contacts.chains.visible = chains;
    if (points !== undefined) contacts.points.visible = points;
    if (pointColour !== undefined) contacts.pointColour = pointColour;
    if (least !== undefined) contacts.uniforms.least.value = Math.max(least, 1e-3);
    if (thickness !== undefined) contacts.uniforms.thickness.value = thickness * this.run.typicalRadius;
    // Chains run through the particles: they are seen only when these are not in the way.
    if (chains && this.solids.particles === 'solid') this.setParticles('ghost');
    if (chains === false && this.solids.particles === 'ghost') this.setParticles('solid');
    this.solids.setNeutral(contacts.chains.visible);
    if (contacts.shown && this.frame) contacts.update(this.frame, this.slot);
    this.changed();
  }

  /** @param {{axis?: 'none'|'x'|'y'|'z', part?: number, flip?: boolean}} clip part: 0 to 1 of the run's extent */
  setClip(clip) {
    Object.assign(this.clip, clip);
    const axis = ['x', 'y', 'z'].indexOf(this.clip.axis);
    const { lower, upper } = this.stage.bounds;
    const plane = [0, 0, 0, 1];
    if (axis >= 0) {
      this.clip.position = lower[axis] + this.clip.part * (upper[axis] - lower[axis]);
      plane[axis] = this.clip.flip ? -1 : 1;
      plane[3] = plane[axis] * this.clip.position;
    }
    this.stage.shared.clip.value = plane;
    this.stage.shadowStale = true;
    this.changed();
  }

  /** @param {number} body number, or -1 for none */
  pick(body) {
    this.picked = Number.isInteger(body) && body >= 0 && body < this.run.count ? body : -1;
    if (this.picked < 0) this.following = false;
    this.solids.uniforms.picked.value = this.picked;
    this.moveRing(null);
    this.tell('pick');
    return this.drawn();
  }

  pickAt(x, y) { return this.pick(this.stage.pickAt(x, y)); }

  setFollow(on) {
    this.following = on && this.picked >= 0;
    const place = this.placeOf(this.picked);
    if (this.following && place) this.moveCamera(place.map((x, axis) => x - this.stage.controls.target.getComponent(axis)));
    this.tell('pick');
  }

  /** m, or null when the body is not there */
  placeOf(body) {
    const i = body >= 0 && this.frame ? this.slot[body] : -1;
    return i < 0 ? null : [0, 1, 2].map((axis) => this.frame.position[axis * this.frame.count + i]);
  }

  moveRing(before) {
    const { ring } = this.stage;
    const place = this.placeOf(this.picked);
    ring.visible = place !== null && Number.isFinite(this.run.radius[this.picked]);
    if (!place) return;
    ring.material.uniforms.place.value.set(...place);
    ring.material.uniforms.size.value = this.run.radius[this.picked];
    if (this.following && before) this.moveCamera(place.map((x, axis) => x - before[axis]));
  }

  moveCamera([x, y, z]) {
    const { camera, controls } = this.stage;
    for (const vector of [camera.position, controls.target]) {
      vector.x += x;
      vector.y += y;
      vector.z += z;
    }
    controls.update();
    this.stage.invalidate();
  }

  changed() {
    this.stage.invalidate();
    this.tell('view');
  }

  /** More frames have come, or the run has ended. */
  async grown() {
    const first = this.index < 0;
    if (first && this.frameCount) await this.begin();
    if (this.frameCount >= 2 * (this.rangedAt ?? 1)) {
      this.rangedAt = this.frameCount;
      this.runRanges.clear();
      this.measure(await sampleFrames(this.store, 5));
      await this.updateRange();
    }
    this.tell('frames');
    await this.readTables();
    if (this.live && this.frameCount) await this.setFrame(this.frameCount - 1);
    if (!this.source.running) this.setLive(false);
  }

  /** Tables grow with the run; they are read again at most every two seconds, and at the end. */
  async readTables() {
    const now = performance.now();
    if (this.source.running && now - (this.tablesAt ?? -Infinity) < 2000) return;
    this.tablesAt = now;
    this.table = parseTable(await this.source.text('table.csv'));
    this.events = parseEvents(await this.source.text('events.csv'));
    this.tell('table');
  }

  /** Follows the end of a run that goes on. */
  setLive(on) {
    this.live = on && this.source.running;
    if (this.live) {
      this.player.pause();
      this.setFrame(this.frameCount - 1);
    }
    this.tell('live');
  }

  /** Colours of what is no particle. @param {ReturnType<import('./ui/theme.js').themeColours>} colours */
  setLook({ back, ground, wall, ambient }) {
    this.stage.setBackground(back);
    this.ground.uniforms.background.value = this.stage.scene.background.toArray();
    this.ground.uniforms.plain.value = ground;
    this.solids.wallPlain.value = wall;
    this.stage.shared.ambient.value = ambient;
    this.changed();
  }

  setShadows(on) {
    this.stage.shadows = on;
    this.stage.shadowStale = true;
    this.changed();
  }

  setEdges(on) {
    this.solids.uniforms.edges.value = on ? 0.55 : 0;
    this.changed();
  }

  setBox(on) {
    this.stage.box.visible = on;
    this.changed();
  }
}

/** Particles of several names, in small runs also of several shapes, are told apart at first; else their speed is shown. */
function firstField(fields, run) {
  const few = (id) => {
    const { length } = fields.get(id).categories;
    return length > 1 && length <= CATEGORY_COUNT;
  };
  if (few('name')) return 'name';
  return run.count <= 300 && few('shape') ? 'shape' : 'speed';
}
