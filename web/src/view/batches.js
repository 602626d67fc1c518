// What is drawn at one go: all pieces with the same mesh, as instances. Meshes with few pieces are
// put together, each piece with triangles of its own, since thousands of draws would be slow.
import { BufferAttribute, BufferGeometry, InstancedBufferAttribute, InstancedBufferGeometry } from 'three';
import { DYNAMIC } from '../data/run.js';
import { triangulate } from './geometry.js';

const FEW = 8;
const SIZES = { iBody: 1, iStretch: 3, iTurn: 4, iPlace: 3, iValue: 1 };

/**
 * @typedef {object} Batch
 * @property {boolean} wall @property {boolean} round whether spin is not seen by edges
 * @property {import('three').BufferGeometry} geometry
 * @property {(ofPiece: (piece: number) => number) => void} setValues of the pieces
 */

/** @param {import('../data/run.js').Run} run @returns {Batch[]} of all pieces that are no half-spaces */
export function makeBatches(run) {
  const groups = new Map();
  for (let piece = 0; piece < run.pieces; ++piece) {
    const mesh = run.pieceMesh[piece];
    if (run.scene.meshes[mesh].kind === 'half-space') continue;
    const wall = run.mobility[run.pieceBody[piece]] !== DYNAMIC;
    const key = `${mesh} ${wall}`;
    if (!groups.has(key)) groups.set(key, { mesh, wall, pieces: [] });
    groups.get(key).pieces.push(piece);
  }
  const batches = [];
  const rare = new Map();
  for (const group of groups.values()) {
    group.triangles = triangulate(run.scene.meshes[group.mesh]);
    group.round = isRound(run.scene.meshes[group.mesh]);
    if (group.pieces.length > FEW) {
      batches.push(instanced(run, group));
    } else {
      const key = `${group.wall} ${group.round}`;
      rare.set(key, [...(rare.get(key) ?? []), group]);
    }
  }
  for (const list of rare.values()) batches.push(merged(run, list));
  return batches;
}

const isRound = (mesh) => mesh.kind === 'smooth' || (mesh.kind === 'polygon' && mesh.vertices.length > 3 * 20);

function instanced(run, { wall, round, triangles, pieces }) {
  const geometry = new InstancedBufferGeometry();
  setTriangles(geometry, triangles);
  geometry.instanceCount = pieces.length;
  const arrays = pieceArrays(pieces.length);
  pieces.forEach((piece, k) => fillPiece(run, arrays, k, piece));
  for (const [name, size] of Object.entries(SIZES)) {
    geometry.setAttribute(name, new InstancedBufferAttribute(arrays[name], size));
  }
  return { wall, round, geometry, setValues: (ofPiece) => {
    pieces.forEach((piece, k) => { arrays.iValue[k] = ofPiece(piece); });
    geometry.attributes.iValue.needsUpdate = true;
  } };
}

function merged(run, groups) {
  const corners = groups.reduce((sum, g) => sum + g.pieces.length * g.triangles.corners, 0);
  const all = {
    position: new Float32Array(3 * corners), normal: new Float32Array(3 * corners),
    edge: new Float32Array(3 * corners), corners,
    index: new Uint32Array(groups.reduce((sum, g) => sum + g.pieces.length * g.triangles.index.length, 0)),
  };
  const arrays = pieceArrays(corners);
  const owner = new Uint32Array(corners);
  let at = 0;
  let indices = 0;
  for (const { triangles, pieces } of groups) {
    for (const piece of pieces) {
      for (const corner of triangles.index) all.index[indices++] = at + corner;
      for (const name of ['position', 'normal', 'edge']) all[name].set(triangles[name], 3 * at);
      for (let k = 0; k < triangles.corners; ++k, ++at) {
        fillPiece(run, arrays, at, piece);
        owner[at] = piece;
      }
    }
  }
  const geometry = new BufferGeometry();
  setTriangles(geometry, all);
  for (const [name, size] of Object.entries(SIZES)) {
    geometry.setAttribute(name, new BufferAttribute(arrays[name], size));
  }
  return { wall: groups[0].wall, round: groups[0].round, geometry, setValues: (ofPiece) => {
    owner.forEach((piece, k) => { arrays.iValue[k] = ofPiece(piece); });
    geometry.attributes.iValue.needsUpdate = true;
  } };
}

function setTriangles(geometry, triangles) {
  for (const name of ['position', 'normal', 'edge']) {
    geometry.setAttribute(name, new BufferAttribute(triangles[name], 3));
  }
  geometry.setIndex(new BufferAttribute(triangles.index, 1));
}

function pieceArrays(count) {
  return Object.fromEntries(Object.entries(SIZES).map(([name, size]) => [name, new Float32Array(size * count)]));
}

function fillPiece(run, arrays, k, piece) {
  const m = run.pieces;
  arrays.iBody[k] = run.pieceBody[piece];
  for (let axis = 0; axis < 3; ++axis) {
    // Shapes of the plane have no thickness; their normals must not be divided by zero.
    arrays.iStretch[3 * k + axis] = run.pieceStretch[axis * m + piece] || 1;
    arrays.iPlace[3 * k + axis] = run.piecePosition[axis * m + piece];
  }
  for (let c = 0; c < 4; ++c) {
    arrays.iTurn[4 * k + c] = run.pieceOrientation[((c + 1) % 4) * m + piece];  // stored w first
  }
}
