import { gunzipSync } from 'node:zlib';

const blockSize = 512;

/**
 * @param {Buffer} header
 * @param {number} from
 * @param {number} length
 */
function textAt(header, from, length) {
  const field = header.subarray(from, from + length);
  const end = field.indexOf(0);
  return field.toString('utf8', 0, end === -1 ? length : end);
}

/**
 * @param {Buffer} header
 * @param {number} from
 * @param {number} length
 */
function octalAt(header, from, length) {
  const text = textAt(header, from, length).trim();
  if (!/^[0-7]*$/.test(text)) throw new Error(`The archive has a number that is not octal: ${text}`);
  return Number.parseInt(text || '0', 8);
}

/**
 * The fields that precede a file whose name is long, or not ASCII: `length key=value`, each on a line.
 * @param {Buffer} data
 * @returns {Map<string, string>}
 */
function extendedFields(data) {
  const fields = new Map();
  for (let at = 0; at < data.length;) {
    const length = Number.parseInt(data.toString('latin1', at, at + 12), 10);
    if (!(length > 0)) throw new Error('The archive has an extended header that cannot be read.');
    const [, key, value] = /^\d+ ([^=]+)=([^]*)\n$/.exec(data.toString('utf8', at, at + length)) ?? [];
    fields.set(key, value);
    at += length;
  }
  return fields;
}

/**
 * Refuses a path that leads out of the folder it belongs to.
 * @param {string} path
 */
export function assertInside(path) {
  if (/^[/\\]|^$|\0|(?:^|[/\\])\.\.?(?:[/\\]|$)/.test(path))
    throw new Error(`The path leads out of its folder: ${path}`);
}

/**
 * The files of a package as a registry serves it, without the folder that they are all in. It has no links, as npm
 * would write none.
 * @param {Buffer} compressed
 * @returns {Generator<{ path: string, mode: number, data: Buffer }>}
 */
export function* filesOf(compressed) {
  // An archive ends with its size. In one piece, none of it is copied.
  const size = compressed.readUInt32LE(compressed.length - 4);
  const archive = gunzipSync(compressed, { chunkSize: Math.max(1024, size + 1) });
  /** @type {Map<string, string>} */
  let extended = new Map();
  for (let at = 0; at + blockSize <= archive.length && archive[at] !== 0;) {
    const header = archive.subarray(at, at + blockSize);
    const length = Number(extended.get('size') ?? octalAt(header, 124, 12));
    const data = archive.subarray(at + blockSize, at + blockSize + length);
    if (data.length !== length) throw new Error('The archive is cut off.');
    at += blockSize + Math.ceil(length / blockSize) * blockSize;
    const type = String.fromCharCode(header[156] ?? 0);
    if (type === 'x') {
      extended = extendedFields(data);
      continue;
    }
    // Fields for all files: npm's own archives have none that matter.
    if (type === 'g') continue;
    const prefix = textAt(header, 257, 5) === 'ustar' ? textAt(header, 345, 155) : '';
    const name = extended.get('path') ?? `${prefix && `${prefix}/`}${textAt(header, 0, 100)}`;
    extended = new Map();
    if (type === '5') continue;
    if (type !== '0' && type !== '\0') throw new Error(`The archive has something that is no file: ${name}`);
    const path = name.slice(name.indexOf('/') + 1);
    assertInside(path);
    yield { path, mode: octalAt(header, 100, 8), data };
  }
}
