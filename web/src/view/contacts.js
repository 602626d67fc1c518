// Contacts of a frame: points where bodies touch, and force chains: bars from the centres to these
// points, as thick as the force is large.
import {
  BufferAttribute, DynamicDrawUsage, Group, InstancedBufferAttribute, InstancedBufferGeometry, Mesh, ShaderMaterial,
} from 'three';
import { DYNAMIC } from '../data/run.js';

// Both are quads that face the camera, shaded as if they were round.
const chainVertex = /* glsl */ `
attribute vec3 from;
attribute vec3 to;
attribute float force;
uniform float reference;          // N
uniform float least;              // part of the reference below which nothing is drawn
uniform float thickness;          // m at the reference
uniform vec3 right;               // of the camera
varying float vSide;
varying float vForce;
varying vec3 vWorld;
void main() {
  float f = force / reference;
  if (f < least) { gl_Position = vec4(2.0, 2.0, 2.0, 1.0); return; }
  vec3 along = to - from;
  vec3 middle = mix(from, to, position.y);
  vec3 view = isOrthographic ? vec3(0.0, 0.0, 1.0) : normalize(cameraPosition - middle);
  vec3 side = cross(along, view);
  side = dot(side, side) > 0.0 ? normalize(side) : right;
  vec3 world = middle + side * position.x * thickness * clamp(f, 0.02, 1.4);
  vSide = position.x;
  vForce = clamp(f, 0.0, 1.0);
  vWorld = world;
  gl_Position = projectionMatrix * viewMatrix * vec4(world, 1.0);
}`;

const chainFragment = /* glsl */ `
uniform sampler2D colours;
uniform vec4 clip;
varying float vSide;
varying float vForce;
varying vec3 vWorld;
void main() {
  if (dot(clip.xyz, vWorld) > clip.w) discard;
  vec3 colour = texelFetch(colours, ivec2(int(vForce * 255.0 + 0.5), 0), 0).rgb;
  gl_FragColor = vec4(colour * (0.55 + 0.45 * sqrt(1.0 - vSide * vSide)), 1.0);
}`;

const pointVertex = /* glsl */ `
attribute vec3 to;
attribute float value;            // entry of the colour map
uniform float size;               // m
uniform vec3 right;
uniform vec3 up;
varying vec2 vAt;
varying vec3 vWorld;
flat varying float vValue;
void main() {
  vAt = position.xy;
  vValue = value;
  vWorld = to + size * (right * position.x + up * position.y);
  gl_Position = projectionMatrix * viewMatrix * vec4(vWorld, 1.0);
}`;

const pointFragment = /* glsl */ `
uniform sampler2D colours;
uniform vec4 clip;
varying vec2 vAt;
varying vec3 vWorld;
flat varying float vValue;
void main() {
  float r = length(vAt);
  if (r > 1.0 || dot(clip.xyz, vWorld) > clip.w) discard;
  vec3 colour = texelFetch(colours, ivec2(int(vValue + 0.5), 0), 0).rgb;
  gl_FragColor = vec4(r > 0.75 ? colour * 0.35 : colour, 1.0);
}`;

/** Buffers per instance that grow when needed. */
class Instances {
  constructor(corners, index, attributes) {
    this.attributes = attributes;
    this.corners = corners;
    this.index = index;
    this.capacity = 0;
    this.geometry = new InstancedBufferGeometry();
    this.reserve(64);
  }

  reserve(count) {
    if (count <= this.capacity) return;
    this.capacity = Math.max(count, 2 * this.capacity);
    const old = this.geometry;
    this.geometry = new InstancedBufferGeometry();
    this.geometry.setAttribute('position', new BufferAttribute(this.corners, 3));
    this.geometry.setIndex(this.index);
    for (const [name, size] of Object.entries(this.attributes)) {
      const attribute = new InstancedBufferAttribute(new Float32Array(size * this.capacity), size);
      attribute.setUsage(DynamicDrawUsage);
      this.geometry.setAttribute(name, attribute);
      this[name] = attribute.array;
    }
    old.dispose();
  }

  done(count) {
    this.geometry.instanceCount = count;
    for (const [name, size] of Object.entries(this.attributes)) {
      const attribute = this.geometry.attributes[name];
      attribute.clearUpdateRanges();
      attribute.addUpdateRange(0, size * count);
      attribute.needsUpdate = true;
    }
  }
}

const QUAD = [0, 1, 2, 0, 2, 3];

export class Contacts {
  /** @param {import('../data/run.js').Run} run */
  constructor(run, shared, chainColours, pointColours) {
    this.run = run;
    this.bars = new Instances(new Float32Array([-1, 0, 0, 1, 0, 0, 1, 1, 0, -1, 1, 0]), QUAD, { from: 3, to: 3, force: 1 });
    this.dots = new Instances(new Float32Array([-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0]), QUAD, { to: 3, value: 1 });
    this.uniforms = {
      reference: { value: 1 }, least: { value: 0.02 }, thickness: { value: 0.3 * run.typicalRadius },
      size: { value: 0.16 * run.typicalRadius },
    };
    const make = (instances, vertexShader, fragmentShader, colours) => {
      const mesh = new Mesh(instances.geometry, new ShaderMaterial({
        vertexShader, fragmentShader, uniforms: { ...shared, ...this.uniforms, colours: { value: colours } },
        depthTest: !run.planar,
      }));
      mesh.frustumCulled = false;
      mesh.renderOrder = 4;  // after transparent particles, which would cover it
      mesh.visible = false;
      return mesh;
    };
    this.chains = make(this.bars, chainVertex, chainFragment, chainColours);
    this.points = make(this.dots, pointVertex, pointFragment, pointColours);
    this.points.material.depthTest = false;
    this.points.renderOrder = 5;
    this.group = new Group().add(this.chains, this.points);
    /** 'kind' or 'sliding' */
    this.pointColour = 'kind';
  }

  get shown() { return this.chains.visible || this.points.visible; }

  /** @param {import('../data/frame.js').Frame} frame @param {Int32Array} slot index in the frame of each body, or -1 */
  update(frame, slot) {
    const { run, bars, dots } = this;
    const { count: n, pairs, position, contactA, contactB, place } = frame;
    bars.reserve(2 * pairs);
    dots.reserve(pairs);
    let bar = 0;
    let dot = 0;
    for (let k = 0; k < pairs; ++k) {
      const smaller = run.radius[contactA[k]] <= run.radius[contactB[k]] ? contactA[k] : contactB[k];
      const larger = smaller === contactA[k] ? contactB[k] : contactA[k];
      const i = slot[smaller];
      const j = slot[larger];
      if (i < 0 || j < 0) continue;
      const unit = run.radius[smaller] / 127;
      for (let axis = 0; axis < 3; ++axis) {
        dots.to[3 * dot + axis] = position[axis * n + i] + unit * place[axis * pairs + k];
      }
      dots.value[dot] = this.pointColour === 'kind' ? frame.kind[k] & 127 : frame.kind[k] >> 7;
      if (run.mobility[smaller] === DYNAMIC) this.addBar(bar++, frame, i, dot, frame.force[k]);
      if (run.mobility[larger] === DYNAMIC) this.addBar(bar++, frame, j, dot, frame.force[k]);
      ++dot;
    }
    this.count = dot;
    bars.done(bar);
    dots.done(dot);
    this.chains.geometry = bars.geometry;
    this.points.geometry = dots.geometry;
  }

  /** From the centre of the i-th body present to the contact's image that is nearest to it. */
  addBar(bar, frame, i, dot, force) {
    const { axes, length } = this.run.scene.periodic;
    for (let axis = 0; axis < 3; ++axis) {
      const from = frame.position[axis * frame.count + i];
      let to = this.dots.to[3 * dot + axis];
      if (axes?.[axis]) to -= length[axis] * Math.round((to - from) / length[axis]);
      this.bars.from[3 * bar + axis] = from;
      this.bars.to[3 * bar + axis] = to;
    }
    this.bars.force[bar] = force;
  }
}
