import { SourceMap } from 'node:module';
import { build, type Rolldown } from 'vite';
import { describe, expect, test } from 'vitest';
import { compileHints } from '../../scripts/vite/compileHints.ts';

/** A file of the build with that name, made of two lines. */
async function built(name: string): Promise<{ code: string; map: SourceMap }> {
  const id = '/made.js';
  const output = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      compileHints(),
      {
        name: 'made',
        resolveId: (source) => (source === id ? id : undefined),
        load: (source) => (source === id ? 'globalThis.first = 1;\nglobalThis.second = 2;\n' : undefined),
      },
    ],
    build: { write: false, minify: false, sourcemap: 'hidden', rolldownOptions: { input: { [name]: id } } },
  });
  const { output: files } = output as Rolldown.RolldownOutput;
  const code = files.find((file) => file.type === 'chunk')!.code;
  const map = files.find((file) => file.fileName.endsWith('.map')) as Rolldown.OutputAsset;
  return { code, map: new SourceMap(JSON.parse(String(map.source))) };
}

describe('compile hints', () => {
  test('the entry begins with one, and its source map still finds every line', async () => {
    const { code, map } = await built('index');
    const lines = code.split('\n');
    expect(lines[0]).toBe('//# allFunctionsCalledOnLoad');
    const line = lines.findIndex((text) => text.startsWith('globalThis.second'));
    expect(map.findEntry(line, 0)).toMatchObject({ originalLine: 1 });
  });

  test('a file of which only a part runs has none', async () => {
    expect((await built('editor')).code).not.toContain('allFunctionsCalledOnLoad');
  });
});
