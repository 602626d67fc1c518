// Colour maps, made in Oklab (B. Ottosson, 2020), where distances are about as large as they look.
// The sequential map climbs evenly in lightness, so it can be read without colour vision and in print.

const STEPS = 256;

/** sRGB bytes of a colour of Oklab, its chroma reduced until it can be shown. */
function rgb(lightness, chroma, hueDegrees) {
  const hue = (hueDegrees * Math.PI) / 180;
  for (let c = chroma; ; c *= 0.97) {
    const linear = linearRgb(lightness, c * Math.cos(hue), c * Math.sin(hue));
    if (c < 1e-3 || linear.every((x) => x >= -1e-4 && x <= 1.0001)) return linear.map(encode);
  }
}

function linearRgb(L, a, b) {
  const l = (L + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (L - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (L - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

function encode(x) {
  const y = Math.min(Math.max(x, 0), 1);
  return Math.round(255 * (y <= 0.0031308 ? 12.92 * y : 1.055 * y ** (1 / 2.4) - 0.055));
}

function table(colourAt) {
  const bytes = new Uint8Array(4 * STEPS);
  for (let k = 0; k < STEPS; ++k) bytes.set([...colourAt(k), 255], 4 * k);
  return bytes;
}

/** Smooth curve through values at 0, 1/4, 1/2, 3/4 and 1 (Catmull-Rom). */
function curve(points, t) {
  const k = Math.min(Math.floor(4 * t), 3);
  const u = 4 * t - k;
  const at = (i) => points[i] ?? 2 * points[k + (i < 0 ? 0 : 1)] - points[k + (i < 0 ? 1 : 0)];
  const [a, b, c, d] = [at(k - 1), at(k), at(k + 1), at(k + 2)];
  return b + (u / 2) * (c - a + u * (2 * a - 5 * b + 4 * c - d + u * (3 * (b - c) + d - a)));
}

/** Violet over blue and green to yellow. */
export const SEQUENTIAL = table((k) => {
  const t = k / (STEPS - 1);
  return rgb(0.4 + 0.53 * t, curve([0.17, 0.14, 0.105, 0.145, 0.18], t), curve([305, 268, 205, 152, 105], t));
});

/** Blue over light grey to orange: for quantities with a sign. */
export const DIVERGING = table((k) => {
  const t = (2 * k) / (STEPS - 1) - 1;
  return rgb(0.9 - 0.42 * Math.abs(t) ** 1.1, 0.19 * Math.abs(t) ** 0.9, t < 0 ? 255 : 48);
});

// Hues and lightnesses both differ, neighbours most.
const CATEGORIES = [
  [0.66, 0.12, 245], [0.75, 0.14, 70], [0.6, 0.12, 165], [0.6, 0.17, 25], [0.85, 0.13, 100], [0.55, 0.15, 300],
  [0.8, 0.08, 215], [0.7, 0.13, 350], [0.78, 0.14, 130], [0.5, 0.1, 255], [0.58, 0.09, 60], [0.82, 0.06, 320],
].map((colour) => rgb(...colour));

export const CATEGORY_COUNT = CATEGORIES.length;
export const CATEGORICAL = table((k) => CATEGORIES[k % CATEGORY_COUNT]);

/** CSS colour of entry k of a map. */
export const cssColour = (map, k) => `rgb(${map[4 * k]}, ${map[4 * k + 1]}, ${map[4 * k + 2]})`;
