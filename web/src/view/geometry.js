// Triangles of the meshes of a run, with normals and with marks for the edges that are to be drawn.

/**
 * @typedef {object} Triangles
 * @property {Float32Array} position 3 per corner @property {Float32Array} normal 3 per corner
 * @property {Float32Array} edge 3 per corner: barycentric coordinates, raised by 1 opposite to sides that are no edge
 * @property {Uint32Array} index three corners per triangle
 * @property {number} corners
 */

/** @param {object} mesh of SCEN, not a half-space @returns {Triangles} */
export function triangulate(mesh) {
  const normals = mesh.faces.map((face) => faceNormal(mesh.vertices, face));
  const normalAt = mesh.kind === 'smooth' ? smoothNormals(mesh, normals) : (f) => normals[f];
  const isEdge = mesh.kind === 'smooth' ? rims(mesh) : () => true;
  const corners = new Map();  // corners that are alike are kept once: curved surfaces are drawn faster
  const index = [];
  mesh.faces.forEach((face, f) => {
    for (let k = 1; k + 1 < face.length; ++k) {
      const triangle = [face[0], face[k], face[k + 1]];
      // Side i lies opposite to corner i. The sides of a fan within its face are no edges.
      const drawn = [
        isEdge(f, face[k], face[k + 1]),
        k + 2 === face.length && isEdge(f, face[k + 1], face[0]),
        k === 1 && isEdge(f, face[0], face[k]),
      ];
      triangle.forEach((v, corner) => {
        const edge = drawn.includes(true) ? drawn.map((line, side) => (side === corner ? 1 : 0) + (line ? 0 : 1)) : [2, 2, 2];
        const key = `${v} ${mesh.kind === 'smooth' ? partOf(mesh, f) : f} ${edge}`;
        if (!corners.has(key)) {
          corners.set(key, { number: corners.size, position: mesh.vertices.slice(3 * v, 3 * v + 3), normal: normalAt(f, v), edge });
        }
        index.push(corners.get(key).number);
      });
    }
  });
  const flat = (name) => Float32Array.from([...corners.values()].flatMap((corner) => corner[name]));
  return {
    position: flat('position'), normal: flat('normal'), edge: flat('edge'), index: Uint32Array.from(index), corners: corners.size,
  };
}

/** Newell's normal, as long as the face is large. */
function faceNormal(vertices, face) {
  const n = [0, 0, 0];
  for (let k = 0; k < face.length; ++k) {
    const a = 3 * face[k];
    const b = 3 * face[(k + 1) % face.length];
    n[0] += (vertices[a + 1] - vertices[b + 1]) * (vertices[a + 2] + vertices[b + 2]);
    n[1] += (vertices[a + 2] - vertices[b + 2]) * (vertices[a] + vertices[b]);
    n[2] += (vertices[a] - vertices[b]) * (vertices[a + 1] + vertices[b + 1]);
  }
  return n;
}

const partOf = (mesh, f) => mesh.parts?.[f] ?? 0;

/** Means over the faces of the same part around a vertex. */
function smoothNormals(mesh, normals) {
  const sums = new Map();
  const key = (f, v) => partOf(mesh, f) * (mesh.vertices.length / 3) + v;
  mesh.faces.forEach((face, f) => face.forEach((v) => {
    const sum = sums.get(key(f, v)) ?? [0, 0, 0];
    normals[f].forEach((x, axis) => { sum[axis] += x; });
    sums.set(key(f, v), sum);
  }));
  return (f, v) => sums.get(key(f, v));
}

/** Edges of a smooth mesh lie where faces of different parts meet. */
function rims(mesh) {
  const parts = new Map();
  mesh.faces.forEach((face, f) => face.forEach((v, k) => {
    parts.set(`${v},${face[(k + 1) % face.length]}`, partOf(mesh, f));
  }));
  return (f, v, w) => {
    const other = parts.get(`${w},${v}`);
    return other !== undefined && other !== partOf(mesh, f);
  };
}
