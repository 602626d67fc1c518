// All bodies that are no half-spaces: their batches, their materials and the texture with their poses.
import {
  BackSide, DataTexture, DoubleSide, FloatType, Group, Mesh, NearestFilter, NoBlending, NormalBlending, RGBAFormat,
  ShaderMaterial, UnsignedByteType,
} from 'three';
import { makeBatches } from './batches.js';
import { SEQUENTIAL } from './colour.js';
import { bodyFragment, bodyVertex, depthFragment, depthVertex, pickFragment } from './shaders.js';

const WIDTH = 2048;  // texels; two per body
const GLASS = 0.13;  // opacity of transparent walls

/** Opacity of transparent particles: less where many lie behind each other. */
const ghostOpacity = ({ planar, count }) => (planar ? 0.3 : Math.min(0.16, Math.max(0.03, 0.16 * Math.sqrt(120 / count))));

export class Solids {
  /** @param {import('../data/run.js').Run} run @param {object} shared uniforms of clip plane, light and shadow */
  constructor(run, shared) {
    this.run = run;
    this.ghost = ghostOpacity(run);
    this.neutral = false;
    const rows = Math.max(1, Math.ceil((2 * run.count) / WIDTH));
    this.poses = new Float32Array(4 * WIDTH * rows);
    this.texture = new DataTexture(this.poses, WIDTH, rows, RGBAFormat, FloatType);
    this.colours = new DataTexture(SEQUENTIAL.slice(), 256, 1, RGBAFormat, UnsignedByteType);
    this.colours.minFilter = this.colours.magFilter = NearestFilter;
    this.colours.needsUpdate = true;
    this.uniforms = {
      ...shared, bodies: { value: this.texture }, colours: { value: this.colours }, range: { value: [0, 1] },
      pieceValues: { value: 0 }, picked: { value: -1 }, edges: { value: 0.55 }, flatLight: { value: run.planar ? 1 : 0 },
    };
    this.wallPlain = { value: [0.6, 0.63, 0.68] };
    this.wallColoured = { value: 0 };
    this.group = new Group();
    this.batches = makeBatches(run).map((batch) => this.dress(batch));
    this.setParticles('solid');
    this.setWalls('glass');
  }

  dress(batch) {
    const own = {
      coloured: batch.wall ? this.wallColoured : { value: 1 }, plain: this.wallPlain, opacity: { value: 1 },
      marks: { value: batch.round && !batch.wall ? 1 : 0 },
    };
    const uniforms = { ...this.uniforms, ...own };
    const material = new ShaderMaterial({ vertexShader: bodyVertex, fragmentShader: bodyFragment, uniforms, side: DoubleSide });
    const depth = new ShaderMaterial({
      vertexShader: depthVertex, fragmentShader: depthFragment, uniforms, side: this.run.planar ? DoubleSide : BackSide,
    });
    const pick = new ShaderMaterial({
      vertexShader: depthVertex, fragmentShader: pickFragment, uniforms, side: DoubleSide, blending: NoBlending,
    });
    const mesh = new Mesh(batch.geometry, material);
    mesh.frustumCulled = false;
    this.group.add(mesh);
    return { ...batch, mesh, materials: { draw: material, depth, pick }, own };
  }

  /** 'solid', 'ghost' or 'hidden' */
  setParticles(mode) {
    this.particles = mode;
    for (const batch of this.batches) if (!batch.wall) setMode(batch, mode, this.ghost);
  }

  /** Transparent particles without their colours, where these would cover force chains. */
  setNeutral(on) {
    this.neutral = on && this.particles === 'ghost';
    for (const { wall, own } of this.batches) {
      if (wall) continue;
      own.coloured.value = this.neutral ? 0 : 1;
      if (this.particles === 'ghost') own.opacity.value = this.ghost * (this.neutral && !this.run.planar ? 0.5 : 1);
    }
  }

  /** 'solid', 'glass' or 'hidden' */
  setWalls(mode) {
    this.walls = mode;
    for (const batch of this.batches) if (batch.wall) setMode(batch, mode === 'glass' ? 'ghost' : mode, GLASS);
  }

  /**
   * Poses and values of a frame.
   * @param {import('../data/frame.js').Frame} frame @param {Float32Array|null} values of the bodies present
   */
  setFrame(frame, values) {
    const { poses } = this;
    const { count: n, body, position, orientation } = frame;
    if (n < this.run.count) poses.fill(0);
    for (let i = 0; i < n; ++i) {
      const at = 8 * body[i];
      poses[at] = position[i];
      poses[at + 1] = position[n + i];
      poses[at + 2] = position[2 * n + i];
      poses[at + 3] = values ? values[i] : 0;
      poses[at + 4] = orientation[n + i] / 32767;
      poses[at + 5] = orientation[2 * n + i] / 32767;
      poses[at + 6] = orientation[3 * n + i] / 32767;
      poses[at + 7] = orientation[i] / 32767;
    }
    this.texture.needsUpdate = true;
  }

  /** @param {Uint8Array} map @param {number} low @param {number} high */
  setColours(map, low, high) {
    this.colours.image.data.set(map);
    this.colours.needsUpdate = true;
    this.uniforms.range.value = [low, high > low ? 1 / (high - low) : 0];
  }

  setPieceValues(ofPiece) {
    this.uniforms.pieceValues.value = ofPiece ? 1 : 0;
    if (ofPiece) for (const batch of this.batches) batch.setValues(ofPiece);
  }

  /** Draws with the materials for 'depth' (shadows) or 'pick' (numbers of bodies) by calling `draw`. */
  drawAs(what, draw) {
    const shown = this.batches.map((batch) => batch.mesh.visible);
    for (const batch of this.batches) {
      batch.mesh.material = batch.materials[what];
      if (batch.own.opacity.value < 1 && (batch.wall || what === 'depth')) batch.mesh.visible = false;
    }
    draw();
    this.batches.forEach((batch, k) => {
      batch.mesh.material = batch.materials.draw;
      batch.mesh.visible = shown[k];
    });
  }
}

function setMode(batch, mode, opacity) {
  batch.mesh.visible = mode !== 'hidden';
  batch.own.opacity.value = mode === 'ghost' ? opacity : 1;
  const material = batch.materials.draw;
  const clear = mode === 'ghost';
  if (material.transparent !== clear) material.needsUpdate = true;
  material.transparent = clear;
  material.depthWrite = !clear;
  material.blending = clear ? NormalBlending : NoBlending;
  batch.mesh.renderOrder = clear ? 2 : 0;
}
