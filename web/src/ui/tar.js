// Archives in the format of POSIX ustar: a block of 512 bytes on each file, its bytes, zeros up to a whole block.

const BLOCK = 512;

/** @param {string} name @param {Uint8Array} bytes @returns {Uint8Array[]} header, contents, filling */
export function tarEntry(name, bytes) {
  const header = new Uint8Array(BLOCK);
  const put = (at, text) => header.set(new TextEncoder().encode(text), at);
  const octal = (number, digits) => `${number.toString(8).padStart(digits, '0')}\0`;
  put(0, name.slice(0, 99));
  put(100, octal(0o644, 7));
  put(108, octal(0, 7));
  put(116, octal(0, 7));
  put(124, octal(bytes.length, 11));
  put(136, octal(0, 11));
  put(148, '        ');
  put(156, '0');
  put(257, 'ustar\x0000');
  put(148, `${header.reduce((sum, byte) => sum + byte, 0).toString(8).padStart(6, '0')}\0 `);
  return [header, bytes, new Uint8Array((BLOCK - (bytes.length % BLOCK)) % BLOCK)];
}

/** What ends an archive. */
export const tarEnd = () => new Uint8Array(2 * BLOCK);
