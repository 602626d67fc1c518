// The programs that draw bodies. A body's place and orientation lie in a texture, two texels each, so
// that a new frame is one upload; where pieces sit in their bodies never changes.

const POSE = /* glsl */ `
uniform highp sampler2D bodies;   // (x, y, z, value), (quaternion x, y, z, w); all zero: absent
attribute float iBody;            // number of the body
attribute vec3 iStretch;          // mesh to body: stretch, orientation, position
attribute vec4 iTurn;
attribute vec3 iPlace;
attribute float iValue;           // value of the piece, for fields that differ within a body

vec3 turn(vec4 q, vec3 v) { return v + 2.0 * cross(q.xyz, cross(q.xyz, v) + q.w * v); }
vec4 bodyTexel(float body, int half_) {
  int k = 2 * int(body + 0.5) + half_;
  int width = textureSize(bodies, 0).x;
  return texelFetch(bodies, ivec2(k % width, k / width), 0);
}
`;

const PLACE = /* glsl */ `
  vec4 place = bodyTexel(iBody, 0);
  vec4 spin = bodyTexel(iBody, 1);
  if (dot(spin, spin) < 0.5) { gl_Position = vec4(2.0, 2.0, 2.0, 1.0); return; }
  spin = normalize(spin);
  vec3 world = place.xyz + turn(spin, iPlace + turn(iTurn, iStretch * position));
`;

const CLIP = /* glsl */ `
uniform vec4 clip;                // shown where dot(clip.xyz, x) <= clip.w
`;

export const SHADOW_SAMPLER = /* glsl */ `
uniform highp sampler2DShadow shadowMap;
uniform float shadowOn;
float lit(vec4 p, float slope) {
  if (shadowOn < 0.5) return 1.0;
  vec3 c = p.xyz / p.w * 0.5 + 0.5;
  if (any(lessThan(c, vec3(0.0))) || any(greaterThan(c, vec3(1.0)))) return 1.0;
  float texel = 1.0 / float(textureSize(shadowMap, 0).x);
  float sum = 0.0;
  for (int i = -1; i <= 1; ++i) for (int j = -1; j <= 1; ++j) {
    sum += texture(shadowMap, vec3(c.xy + vec2(i, j) * texel * 1.2, c.z - 0.0008 - 0.0016 * slope));
  }
  return sum / 9.0;
}
`;

export const bodyVertex = /* glsl */ `
${POSE}
attribute vec3 edge;
uniform vec2 range;               // of the field: lowest, over its width
uniform float pieceValues;
uniform float picked;
uniform mat4 shadowMatrix;
varying vec3 vNormal;
varying vec3 vWorld;
varying vec3 vEdge;
varying vec3 vLocal;
varying vec4 vShadow;
flat varying float vValue;
flat varying float vPicked;
void main() {
  ${PLACE}
  vec3 n = turn(spin, turn(iTurn, normal / iStretch));
  vNormal = n;
  vWorld = world;
  vEdge = edge;
  vLocal = position;
  vValue = clamp(((pieceValues > 0.5 ? iValue : place.w) - range.x) * range.y, 0.0, 1.0);
  vPicked = abs(iBody - picked) < 0.5 ? 1.0 : 0.0;
  vShadow = shadowMatrix * vec4(world, 1.0);
  gl_Position = projectionMatrix * viewMatrix * vec4(world, 1.0);
}`;

export const bodyFragment = /* glsl */ `
${CLIP}
${SHADOW_SAMPLER}
uniform sampler2D colours;
uniform vec3 plain;               // colour where no field is shown
uniform float coloured;
uniform float opacity;
uniform float edges;              // how dark edges are
uniform float flatLight;          // 1 in the plane
uniform float marks;              // shades octants, so that the spin of round bodies is seen
uniform vec3 light;
uniform float ambient;
varying vec3 vNormal;
varying vec3 vWorld;
varying vec3 vEdge;
varying vec3 vLocal;
varying vec4 vShadow;
flat varying float vValue;
flat varying float vPicked;
void main() {
  if (dot(clip.xyz, vWorld) > clip.w) discard;
  vec3 base = coloured > 0.5 ? texelFetch(colours, ivec2(int(vValue * 255.0 + 0.5), 0), 0).rgb : plain;
  if (vPicked > 0.5) base = vec3(1.0, 0.25, 0.55);
  base *= base;                                       // about linear
  vec3 view = isOrthographic ? vec3(0.0, 0.0, 1.0) : normalize(cameraPosition - vWorld);
  // The cut through a body shows the insides of its far faces: drawn flat, they look like the cut.
  vec3 n = gl_FrontFacing ? normalize(vNormal) : clip.xyz;
  if (flatLight > 0.5) n = vec3(0.0, 0.0, 1.0);
  float slope = 1.0 - max(dot(n, light), 0.0);
  float sun = flatLight > 0.5 ? 1.0 : max(dot(n, light), 0.0) * (gl_FrontFacing ? lit(vShadow, slope) : 0.55);
  float sky = 0.5 + 0.5 * n.z;
  float rim = pow(1.0 - max(dot(n, view), 0.0), 3.0);
  float shade = flatLight > 0.5 ? 1.0 : ambient * (0.42 + 0.58 * sky) + 0.78 * sun;
  vec3 colour = base * shade + (flatLight > 0.5 ? 0.0 : 0.06 * rim);
  if (marks > 0.5) {
    vec3 w = max(fwidth(vLocal), 1e-6);
    vec3 s = clamp(vLocal / w, -1.0, 1.0);
    colour *= flatLight > 0.5 ? 0.94 + 0.06 * s.x * s.y : 0.92 + 0.08 * s.x * s.y * s.z;
  }
  float alpha = opacity;
  vec3 w = max(fwidth(vEdge), 1e-6);
  vec3 near = 1.0 - smoothstep(w * 0.6, w * 1.5, vEdge);
  float size = max(w.x, max(w.y, w.z));
  float line = max(near.x, max(near.y, near.z)) * (1.0 - smoothstep(0.07, 0.4, size));
  if (!gl_FrontFacing && opacity > 0.99) line = 0.0;
  if (vPicked > 0.5 && flatLight < 0.5) colour += 0.08;
  // Dark bodies have light edges.
  float dark = 1.0 - smoothstep(0.03, 0.09, dot(base, vec3(0.21, 0.72, 0.07)));
  colour = mix(colour, mix(colour * (1.0 - edges), colour + 0.13 * edges * (0.4 + shade), dark), line);
  alpha = mix(alpha, max(alpha, min(1.0, alpha * 4.0)), line);
  gl_FragColor = vec4(sqrt(clamp(colour, 0.0, 1.0)), alpha);
}`;

export const depthVertex = /* glsl */ `
${POSE}
varying vec3 vWorld;
flat varying float vBody;
void main() {
  ${PLACE}
  vWorld = world;
  vBody = iBody;
  gl_Position = projectionMatrix * viewMatrix * vec4(world, 1.0);
}`;

export const depthFragment = /* glsl */ `
${CLIP}
varying vec3 vWorld;
void main() {
  if (dot(clip.xyz, vWorld) > clip.w) discard;
  gl_FragColor = vec4(1.0);
}`;

/** Writes the body's number plus one as a colour. */
export const pickFragment = /* glsl */ `
${CLIP}
varying vec3 vWorld;
flat varying float vBody;
void main() {
  if (dot(clip.xyz, vWorld) > clip.w) discard;
  int k = int(vBody + 0.5) + 1;
  gl_FragColor = vec4(float(k & 255), float((k >> 8) & 255), float((k >> 16) & 255), 255.0) / 255.0;
}`;
