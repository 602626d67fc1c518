// Records of frames.scree (docs/reference/frames.md): header of the file, header of a record, contents.
import { crc32, inflate } from './bytes.js';

export const FILE_HEADER_BYTES = 16;
const RECORD_HEADER_BYTES = 32;
const MAGIC = 'scree\nfr';
const VERSION = 1;

const text = (bytes, at, count) => String.fromCharCode(...bytes.subarray(at, at + count));

/** Throws unless the bytes start like a file of frames. @param {Uint8Array} bytes */
export function checkFileHeader(bytes) {
  if (bytes.length < FILE_HEADER_BYTES) throw new Error(`only ${bytes.length} bytes: there is no header`);
  if (text(bytes, 0, 8) !== MAGIC) throw new Error('this is no file of frames: it does not start with "scree"');
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const version = view.getUint32(8, true);
  if (version !== VERSION) throw new Error(`version ${version} of the format; this page reads version ${VERSION}`);
  if (view.getUint32(12, true) !== 0x01020304) throw new Error('wrong byte order mark');
}

/**
 * Contents of the record at `at`, checked and decoded.
 * @param {Uint8Array} bytes @param {number} at @param {string} kind which must be there
 * @returns {Promise<{contents: Uint8Array, end: number}>}
 */
export async function readRecord(bytes, at, kind) {
  if (at + RECORD_HEADER_BYTES > bytes.length) throw new Error(`the record ${kind} is missing`);
  const view = new DataView(bytes.buffer, bytes.byteOffset + at, RECORD_HEADER_BYTES);
  if (crc32(bytes.subarray(at, at + 28)) !== view.getUint32(28, true)) {
    throw new Error(`the header of the record ${kind} is damaged (wrong checksum)`);
  }
  const found = text(bytes, at, 4);
  if (found !== kind) throw new Error(`a record ${found} where ${kind} should be`);
  const encoding = view.getUint32(4, true);
  const stored = Number(view.getBigUint64(8, true));
  const decoded = Number(view.getBigUint64(16, true));
  const begin = at + RECORD_HEADER_BYTES;
  if (begin + stored > bytes.length) {
    throw new Error(`the record ${kind} is cut off: ${bytes.length - begin} of ${stored} bytes are there`);
  }
  const raw = bytes.subarray(begin, begin + stored);
  if (crc32(raw) !== view.getUint32(24, true)) throw new Error(`the record ${kind} is damaged (wrong checksum)`);
  const end = begin + Math.ceil(stored / 8) * 8;
  if (encoding === 0) return { contents: raw, end };
  if (encoding !== 1) throw new Error(`the record ${kind} has the unknown encoding ${encoding}`);
  try {
    return { contents: await inflate(raw, decoded), end };
  } catch (error) {
    throw new Error(`the record ${kind} cannot be decoded: ${error.message}`);
  }
}
