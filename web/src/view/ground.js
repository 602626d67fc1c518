// Half-spaces, drawn as far as the run reaches: squares of their planes, cut where they meet, with a grid.
import { BufferAttribute, BufferGeometry, FrontSide, Mesh, ShaderMaterial } from 'three';
import { rotate } from './bounds.js';
import { SHADOW_SAMPLER } from './shaders.js';

const vertex = /* glsl */ `
attribute vec2 plane;             // coordinates in the plane (m)
uniform mat4 shadowMatrix;
varying vec2 vPlane;
varying vec3 vNormal;
varying vec3 vWorld;
varying vec4 vShadow;
void main() {
  vPlane = plane;
  vNormal = normal;
  vWorld = position;
  vShadow = shadowMatrix * vec4(position, 1.0);
  gl_Position = projectionMatrix * viewMatrix * vec4(position, 1.0);
}`;

const fragment = /* glsl */ `
${SHADOW_SAMPLER}
uniform vec3 plain;
uniform vec3 background;
uniform vec3 centre;
uniform float reach;              // m, where the ground has faded away
uniform float cell;               // m, of the grid
uniform float planar;
uniform float fade;
uniform vec3 light;
varying vec2 vPlane;
varying vec3 vNormal;
varying vec3 vWorld;
varying vec4 vShadow;
float grid(float size) {
  vec2 w = fwidth(vPlane) / size;
  vec2 d = abs(fract(vPlane / size + 0.5) - 0.5) / max(w, 1e-6);
  return (1.0 - smoothstep(0.4, 1.3, min(d.x, d.y))) * (1.0 - smoothstep(0.15, 0.5, max(w.x, w.y)));
}
void main() {
  vec3 colour = plain;
  if (planar > 0.5) {
    float stripes = fract((vPlane.x + vPlane.y) / cell * 2.0);
    colour *= 1.0 - 0.08 * step(0.5, stripes);
    float line = 1.0 - smoothstep(0.8, 1.8, -vPlane.y / max(fwidth(vPlane.y), 1e-9));
    colour = mix(colour, plain * 0.35, line);
  } else {
    float shadow = lit(vShadow, 1.0 - max(dot(vNormal, light), 0.0));
    colour *= 0.72 + 0.28 * shadow * max(dot(vNormal, light), 0.0) / max(light.z, 0.5);
    colour *= 1.0 - 0.075 * grid(cell) - 0.035 * grid(cell * 0.2);
  }
  float away = mix(0.0, smoothstep(0.55, 1.0, distance(vWorld, centre) / reach), fade);
  gl_FragColor = vec4(mix(colour, background, away), 1.0);
}`;

/** A length that reads well: 1, 2 or 5 times a power of ten, about x. */
function niceLength(x) {
  const power = 10 ** Math.floor(Math.log10(x));
  return power * [1, 2, 5, 10].find((k) => k * power >= x * 0.999);
}

export class Ground {
  /** @param {import('../data/run.js').Run} run @param {object} shared uniforms */
  constructor(run, shared) {
    this.run = run;
    this.pieces = [];
    for (let piece = 0; piece < run.pieces; ++piece) {
      if (run.scene.meshes[run.pieceMesh[piece]].kind === 'half-space') this.pieces.push(piece);
    }
    this.uniforms = {
      ...shared, plain: { value: [0.8, 0.8, 0.8] }, background: { value: [1, 1, 1] }, centre: { value: [0, 0, 0] },
      reach: { value: 1 }, cell: { value: 1 }, planar: { value: run.planar ? 1 : 0 }, fade: { value: 1 },
    };
    this.mesh = new Mesh(new BufferGeometry(), new ShaderMaterial({
      vertexShader: vertex, fragmentShader: fragment, uniforms: this.uniforms, side: FrontSide,
      polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1,
    }));
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = -1;
  }

  /** @param {import('../data/frame.js').Frame} frame @param {Int32Array} slot index in the frame of each body */
  update(frame, slot, bounds) {
    if (!this.pieces.length) return;
    const planes = this.pieces.map((piece) => this.planeOf(piece, frame, slot)).filter(Boolean);
    // A lone floor reaches out and fades; walls that close a box end where they meet.
    const reach = bounds.radius * (planes.length === 1 ? 2.6 : 1.6);
    Object.assign(this.uniforms.reach, { value: reach });
    this.uniforms.fade.value = this.run.planar || planes.length > 1 ? 0 : 1;
    this.uniforms.centre.value = bounds.centre;
    this.uniforms.cell.value = niceLength(bounds.radius / 4);
    const limits = planes.length === 1 ? planes : [...planes, ...sides(bounds)];
    const polygons = planes.map((plane) => (this.run.planar
      ? strip(plane, bounds.centre, reach)
      : cutBy(square(plane, bounds.centre, reach), limits, plane, 1e-6 * reach)));
    this.fill(planes, polygons);
  }

  planeOf(piece, frame, slot) {
    const i = slot[this.run.pieceBody[piece]];
    if (i < 0) return null;
    const n = frame.count;
    const m = this.run.pieces;
    const q = [0, 1, 2, 3].map((c) => frame.orientation[c * n + i] / 32767);
    const turn = [0, 1, 2, 3].map((c) => this.run.pieceOrientation[c * m + piece]);
    const axis = (v) => rotate(q, rotate(turn, v));
    const offset = rotate(q, [0, 1, 2].map((c) => this.run.piecePosition[c * m + piece]));
    const origin = [0, 1, 2].map((c) => frame.position[c * n + i] + offset[c]);
    return this.run.planar
      ? { origin, normal: axis([0, 1, 0]), u: axis([1, 0, 0]), v: axis([0, 1, 0]), face: [0, 0, 1] }
      : { origin, normal: axis([0, 0, 1]), u: axis([1, 0, 0]), v: axis([0, 1, 0]), face: axis([0, 0, 1]) };
  }

  fill(planes, polygons) {
    const corners = polygons.reduce((sum, p) => sum + 3 * Math.max(p.length - 2, 0), 0);
    const position = new Float32Array(3 * corners);
    const normal = new Float32Array(3 * corners);
    const inPlane = new Float32Array(2 * corners);
    let at = 0;
    polygons.forEach((polygon, k) => {
      const { origin, u, v, face } = planes[k];
      for (let c = 1; c + 1 < polygon.length; ++c) {
        for (const p of [polygon[0], polygon[c], polygon[c + 1]]) {
          position.set(p, 3 * at);
          normal.set(face, 3 * at);
          const d = p.map((x, axis) => x - origin[axis]);
          inPlane.set([dot(d, u), dot(d, v)], 2 * at);
          ++at;
        }
      }
    });
    this.mesh.geometry.dispose();
    this.mesh.geometry = new BufferGeometry();
    this.mesh.geometry.setAttribute('position', new BufferAttribute(position, 3));
    this.mesh.geometry.setAttribute('normal', new BufferAttribute(normal, 3));
    this.mesh.geometry.setAttribute('plane', new BufferAttribute(inPlane, 2));
  }
}

const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const along = (p, ...terms) => p.map((x, axis) => terms.reduce((sum, [t, d]) => sum + t * d[axis], x));

function square({ origin, normal, u, v }, centre, reach) {
  const height = dot(normal, centre.map((x, axis) => x - origin[axis]));
  const foot = along(centre, [-height, normal]);
  return [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([a, b]) => along(foot, [a * reach, u], [b * reach, v]));
}

/** In the plane: what lies below the line, as deep as a tenth of the picture. */
function strip({ origin, u, v }, centre, reach) {
  const shift = dot(u, centre.map((x, axis) => x - origin[axis]));
  const foot = along(origin, [shift, u]);
  return [[-1, -0.12], [1, -0.12], [1, 0], [-1, 0]].map(([a, b]) => along(foot, [a * reach, u], [b * reach, v]));
}

/** Planes around all there is, a little outside. */
function sides({ lower, upper, radius }) {
  return [0, 1, 2].flatMap((axis) => [-1, 1].map((sign) => ({
    origin: (sign < 0 ? upper : lower).map((x) => x - sign * 0.1 * radius),
    normal: [0, 1, 2].map((k) => (k === axis ? sign : 0)),
  })));
}

/** The part of a polygon outside the other half-spaces. */
function cutBy(polygon, planes, own, tolerance) {
  let rest = polygon;
  for (const plane of planes) {
    if (plane === own) continue;
    const next = [];
    const height = (p) => dot(plane.normal, p.map((x, axis) => x - plane.origin[axis])) + tolerance;
    rest.forEach((p, k) => {
      const q = rest[(k + 1) % rest.length];
      const [hp, hq] = [height(p), height(q)];
      if (hp >= 0) next.push(p);
      if (hp >= 0 !== hq >= 0) next.push(along(p, [hp / (hp - hq), q.map((x, axis) => x - p[axis])]));
    });
    rest = next;
  }
  return rest;
}
