// What does not change during a run: the records SCEN and BODY of frames.scree.
import { ArrayReader } from './bytes.js';
import { checkFileHeader, FILE_HEADER_BYTES, readRecord } from './records.js';

export const DYNAMIC = 0;
export const MOBILITY_NAMES = ['dynamic', 'kinematic', 'fixed'];
const MESH_KINDS = ['polyhedron', 'smooth', 'polygon', 'half-space'];

/**
 * @typedef {object} Run
 * @property {object} scene the JSON of SCEN
 * @property {number} count bodies
 * @property {number} pieces
 * @property {boolean} planar 2-D
 * @property {Uint32Array} name @property {Float32Array} mass @property {Float32Array} moments
 * @property {Float32Array} radius @property {Float32Array} volume @property {Uint32Array} pieceBegin
 * @property {Uint32Array} pieceMesh @property {Float32Array} pieceStretch @property {Float32Array} piecePosition
 * @property {Float32Array} pieceOrientation @property {Uint32Array} pieceMaterial @property {Uint8Array} mobility
 * @property {Uint32Array} pieceBody body of each piece
 * @property {number} typicalRadius m, median of the particles
 */

/** @param {Uint8Array} head header of the file, SCEN and BODY @returns {Promise<Run>} */
export async function readRun(head) {
  checkFileHeader(head);
  const scenRecord = await readRecord(head, FILE_HEADER_BYTES, 'SCEN');
  const scene = readScene(scenRecord.contents);
  const bodyRecord = await readRecord(head, scenRecord.end, 'BODY');
  return readBodies(scene, bodyRecord.contents);
}

function readScene(contents) {
  let scene;
  try {
    scene = JSON.parse(new TextDecoder().decode(contents));
  } catch (error) {
    throw new Error(`the record SCEN is not JSON: ${error.message}`);
  }
  for (const key of ['bodies', 'pieces', 'names', 'materials', 'meshes', 'periodic']) {
    if (scene[key] === undefined) throw new Error(`the record SCEN has no "${key}"`);
  }
  scene.meshes.forEach((mesh, k) => checkMesh(mesh, `SCEN: meshes[${k}]`));
  return scene;
}

function checkMesh(mesh, where) {
  if (!MESH_KINDS.includes(mesh.kind)) throw new Error(`${where}: unknown kind "${mesh.kind}"`);
  if (mesh.kind === 'half-space') return;
  if (!Array.isArray(mesh.vertices) || !Array.isArray(mesh.faces)) {
    throw new Error(`${where}: vertices or faces are missing`);
  }
  const count = mesh.vertices.length / 3;
  for (const face of mesh.faces) {
    if (face.length < 3 || face.some((v) => !(v >= 0 && v < count))) {
      throw new Error(`${where}: a face names a vertex that is not there (${count} vertices)`);
    }
  }
}

/** @returns {Run} */
function readBodies(scene, contents) {
  const n = scene.bodies;
  const m = scene.pieces;
  const reader = new ArrayReader(contents);
  const take = (type, count, name) => reader.take(type, count, name);
  const run = { scene, count: n, pieces: m, planar: scene.dimension === 2 };
  try {
    run.name = take(Uint32Array, n, 'name');
    run.mass = take(Float32Array, n, 'mass');
    run.moments = take(Float32Array, 3 * n, 'moments');
    run.radius = take(Float32Array, n, 'radius');
    run.volume = take(Float32Array, n, 'volume');
    run.pieceBegin = take(Uint32Array, n + 1, 'piece_begin');
    run.pieceMesh = take(Uint32Array, m, 'piece_mesh');
    run.pieceStretch = take(Float32Array, 3 * m, 'piece_stretch');
    run.piecePosition = take(Float32Array, 3 * m, 'piece_position');
    run.pieceOrientation = take(Float32Array, 4 * m, 'piece_orientation');
    run.pieceMaterial = take(Uint32Array, m, 'piece_material');
    run.mobility = take(Uint8Array, n, 'mobility');
  } catch (error) {
    throw new Error(`the record BODY ${error.message}`);
  }
  checkNumbers(run.pieceMesh, scene.meshes.length, 'piece_mesh');
  checkNumbers(run.pieceMaterial, scene.materials.length, 'piece_material');
  checkNumbers(run.name, scene.names.length, 'name');
  run.pieceBody = bodiesOfPieces(run);
  run.typicalRadius = medianRadius(run);
  return run;
}

function checkNumbers(numbers, limit, name) {
  const bad = numbers.findIndex((k) => k >= limit);
  if (bad >= 0) throw new Error(`the record BODY: ${name}[${bad}] is ${numbers[bad]}, should be below ${limit}`);
}

function bodiesOfPieces(run) {
  const owner = new Uint32Array(run.pieces);
  if (run.pieceBegin[0] !== 0 || run.pieceBegin[run.count] !== run.pieces) {
    throw new Error('the record BODY: piece_begin does not cover all pieces');
  }
  for (let i = 0; i < run.count; ++i) {
    if (run.pieceBegin[i] > run.pieceBegin[i + 1]) throw new Error('the record BODY: piece_begin does not ascend');
    owner.fill(i, run.pieceBegin[i], run.pieceBegin[i + 1]);
  }
  return owner;
}

function medianRadius(run) {
  const free = run.radius.filter((r, i) => run.mobility[i] === DYNAMIC && Number.isFinite(r) && r > 0);
  const all = free.length ? free : run.radius.filter((r) => Number.isFinite(r) && r > 0);
  return all.length ? all.sort()[all.length >> 1] : 1;
}
