// Bytes and the numbers in them: base64, zlib, CRC-32, half-precision numbers.

const CRC_TABLE = (() => {
  const table = new Uint32Array(256);
  for (let i = 0; i < 256; ++i) {
    let c = i;
    for (let bit = 0; bit < 8; ++bit) c = c & 1 ? (c >>> 1) ^ 0xedb88320 : c >>> 1;
    table[i] = c;
  }
  return table;
})();

/** CRC-32 of zlib. @param {Uint8Array} bytes @returns {number} */
export function crc32(bytes) {
  let c = 0xffffffff;
  for (let i = 0; i < bytes.length; ++i) c = CRC_TABLE[(c ^ bytes[i]) & 0xff] ^ (c >>> 8);
  return (c ^ 0xffffffff) >>> 0;
}

/** @param {string} text base64; throws when it is not. @returns {Uint8Array} */
export function fromBase64(text) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
  const characters = atob(text.trim());
  const bytes = new Uint8Array(characters.length);
  for (let i = 0; i < bytes.length; ++i) bytes[i] = characters.charCodeAt(i);
  return bytes;
}

/** Undoes zlib; throws when the bytes are not zlib's or are not `expected` many once decoded. */
export async function inflate(bytes, expected) {
  const { readable, writable } = new DecompressionStream('deflate');
  const writer = writable.getWriter();
  // Bytes that are not zlib's make reading fail, which is reported; the writing end fails with it.
  writer.write(bytes).catch(() => {});
  writer.close().catch(() => {});
  const reader = readable.getReader();
  const out = new Uint8Array(expected);
  let filled = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    if (filled + value.length > expected) {
      reader.cancel();
      throw new Error(`more than the ${expected} bytes it should have once decoded`);
    }
    out.set(value, filled);
    filled += value.length;
  }
  if (filled !== expected) throw new Error(`${filled} bytes once decoded, should be ${expected}`);
  return out;
}

/** Value of every half-precision number. */
export const HALF = (() => {
  const table = new Float32Array(65536);
  for (let h = 0; h < 65536; ++h) {
    const exponent = (h >> 10) & 31;
    const fraction = h & 1023;
    const size = exponent === 0 ? fraction * 2 ** -24
      : exponent < 31 ? (1 + fraction / 1024) * 2 ** (exponent - 15)
      : fraction ? NaN : Infinity;
    table[h] = h & 0x8000 ? -size : size;
  }
  return table;
})();

/** Takes arrays off bytes one after the other, each filled up to a multiple of 4 bytes. */
export class ArrayReader {
  /** @param {Uint8Array} bytes @param {number} start */
  constructor(bytes, start = 0) {
    this.bytes = bytes;
    this.at = start;
  }

  /** @param type constructor of a typed array @param {number} count @param {string} name for messages */
  take(type, count, name) {
    const size = count * type.BYTES_PER_ELEMENT;
    if (this.at + size > this.bytes.length) {
      throw new Error(`ends within the array "${name}" (${this.bytes.length} bytes, ${this.at + size} needed)`);
    }
    const start = this.bytes.byteOffset + this.at;
    this.at += (size + 3) & ~3;
    // Arrays within the file are aligned; those in a buffer of someone else may not be.
    return start % type.BYTES_PER_ELEMENT === 0
      ? new type(this.bytes.buffer, start, count)
      : new type(this.bytes.slice(start - this.bytes.byteOffset, start - this.bytes.byteOffset + size).buffer);
  }
}
