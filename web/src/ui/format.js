// Numbers for people.

/** A few digits, with a power of ten where the number is very large or small. */
export function short(x, digits = 4) {
  if (!Number.isFinite(x)) return Number.isNaN(x) ? '–' : x > 0 ? '∞' : '−∞';
  const size = Math.abs(x);
  if (x === 0) return '0';
  if (size < 1e-3 || size >= 1e6) {
    const [mantissa, exponent] = x.toExponential(digits - 1).split('e');
    return `${minus(String(Number(mantissa)))}·10${superscript(Number(exponent))}`;
  }
  return minus(String(Number(x.toPrecision(digits))));
}

const minus = (text) => text.replace('-', '−');
const superscript = (n) => [...String(n)].map((c) => '⁻⁰¹²³⁴⁵⁶⁷⁸⁹'['-0123456789'.indexOf(c)]).join('');

/** @param {number} x @param {string} unit */
export const withUnit = (x, unit, digits) => short(x, digits) + (unit ? ` ${unit}` : '');

/** Time with as many decimals as tell frames apart. */
export function clock(time, spacing) {
  const decimals = Math.min(Math.max(Math.ceil(-Math.log10(spacing || 1)) + 1, 0), 8);
  return `${time.toFixed(decimals)} s`;
}
