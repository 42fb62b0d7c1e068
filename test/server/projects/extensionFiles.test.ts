import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Extension } from '@electric-sql/pglite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { unpackExtensions, type ExtensionFile } from '../../../server/projects/engines/embedded/extensionFiles.ts';

interface Entry {
  name: string;
  text?: string;
  prefix?: string;
  kind?: string;
}

/** An archive as `tar` writes it: a header of 512 bytes for each, and contents filled up to multiples of that. */
function tarOf(entries: readonly Entry[]): Buffer {
  const parts = entries.flatMap(({ name, text = '', prefix = '', kind = '0' }) => {
    const header = Buffer.alloc(512);
    header.write(name, 0);
    header.write(`${text.length.toString(8).padStart(11, '0')}\0`, 124);
    header.write(kind, 156);
    header.write(prefix, 345);
    return [header, Buffer.concat([Buffer.from(text), Buffer.alloc((512 - (text.length % 512)) % 512)])];
  });
  return Buffer.concat([...parts, Buffer.alloc(1024)]);
}

let folder: string;
let target: string;
let files: ExtensionFile[];
const read = (name: string) => readFile(join(target, name), 'utf8');
const long = 'x'.repeat(513);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'basechart-extensions-'));
  target = join(folder, 'unpacked', 'deeper');
  const bundle = join(folder, 'bundle.tar.gz');
  const archive = tarOf([
    { name: './share', kind: '5' },
    { name: './share/empty.sql' },
    { name: './share/block.sql', text: 'y'.repeat(512) },
    { name: './share/long.sql', text: long },
    { name: 'lib.so', prefix: 'lib/postgresql', text: 'binary' },
    { name: '../outside.sql', text: 'select 1' },
    { name: 'share/../../outside.sql', text: 'select 1' },
    { name: 'share/link', kind: '2' },
    {
      name: 'share/hstore.control',
      text: "comment = 'pairs'\nsuperuser = true\n  trusted = false\nrelocatable = true\n\n",
    },
  ]);
  await writeFile(bundle, gzipSync(archive));
  const extension: Extension = { name: 'hstore', setup: async () => ({ bundlePath: pathToFileURL(bundle) }) };
  files = await unpackExtensions({ hstore: extension }, target);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('unpacks every regular file, whatever its length, and says where it is', async () => {
  expect(files.map(({ enginePath, file, size }) => [enginePath, file, size])).toEqual([
    ['/pglite/share/empty.sql', 'share/empty.sql', 0],
    ['/pglite/share/block.sql', 'share/block.sql', 512],
    ['/pglite/share/long.sql', 'share/long.sql', 513],
    ['/pglite/lib/postgresql/lib.so', 'lib/postgresql/lib.so', 6],
    ['/pglite/share/hstore.control', 'share/hstore.control', expect.any(Number)],
  ]);
  expect([await read('share/empty.sql'), await read('share/long.sql'), await read('lib/postgresql/lib.so')]).toEqual([
    '',
    long,
    'binary',
  ]);
});

it('writes nothing outside its folder, and follows no links', async () => {
  expect((await readdir(folder, { recursive: true })).filter((name) => /outside|link/.test(name))).toEqual([]);
});

it('lets developers enable an extension, whatever it says of superusers', async () => {
  expect(await read('share/hstore.control')).toBe("comment = 'pairs'\nrelocatable = true\ntrusted = true\n");
});

it('says which extension brings no bundle', async () => {
  const bare: Extension = { name: 'bare', setup: async () => ({}) };
  await expect(unpackExtensions({ bare }, target)).rejects.toThrow('The extension bare brings no bundle.');
});
