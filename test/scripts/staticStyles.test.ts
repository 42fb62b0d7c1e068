import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';
import { build, type Rolldown } from 'vite';
import { describe, expect, test } from 'vitest';
import { staticStyles } from '../../scripts/vite/staticStyles.ts';

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
const styledSystem = `${root}/styled-system`;
/** A view that exists only here. */
const viewId = `${root}/src/views/made-for-a-test.tsx`;

async function builtWith(
  sourcemap: boolean,
  view: string,
  written?: (names: string) => string,
): Promise<Rolldown.OutputChunk> {
  const output = await build({
    configFile: false,
    logLevel: 'silent',
    resolve: { alias: { 'styled-system': styledSystem } },
    plugins: [
      staticStyles(styledSystem, written),
      {
        name: 'made',
        enforce: 'pre',
        resolveId: (id) => (id === viewId ? id : undefined),
        load: (id) => (id === viewId ? view : undefined),
      },
    ],
    build: { write: false, minify: false, sourcemap, lib: { entry: viewId, formats: ['es'] } },
  });
  const [{ output: chunks }] = output as [Rolldown.RolldownOutput];
  return chunks[0];
}

const built = async (view: string): Promise<string> => (await builtWith(false, view)).code;

describe('static styles', () => {
  test('what follows an edited call is found in the source, where the build has source maps', async () => {
    const view = `import { css } from 'styled-system/css';\nexport const look = css({ color: 'text' }), after = 'found';`;
    const { code, map } = await builtWith(true, view);
    const lines = code.split('\n');
    const line = lines.findIndex((text) => text.includes('"found"'));
    const entry = new SourceMap({ ...map!, sourceRoot: '' }).findEntry(line, lines[line]!.indexOf('"found"'));
    const found = "'found'";
    expect(entry).toMatchObject({ originalLine: 1, originalColumn: view.split('\n')[1]!.indexOf(found) });
    expect((await builtWith(false, view)).map).toBeNull();
  });

  test('a literal call becomes its class names, and what would compute them is gone', async () => {
    const code = await built(
      `import { css, cx } from 'styled-system/css'; export const look = cx(css({ color: 'text', mdDown: { padding: '2' } }), 'own');`,
    );
    expect(code).toContain('"c_text mdDown:p_2"');
    expect(code).not.toContain('createCss');
  });

  test('several literal arguments are merged as they are at run time', async () => {
    expect(
      await built(
        `import { css } from 'styled-system/css'; export const look = css({ color: 'text' }, { color: 'muted' });`,
      ),
    ).toContain('"c_muted"');
  });

  test('a call that needs a value stays a call', async () => {
    const code = await built(
      `import { css } from 'styled-system/css'; export const look = (color: 'text') => css({ color });`,
    );
    expect(code).toMatch(/css\(\{ color \}\)/);
    expect(code).toContain('createCss');
  });

  test('a call that needs a value is refused where names are written in another way', async () => {
    const view = `import { css } from 'styled-system/css'; export const look = (color: 'text') => css({ color });`;
    await expect(builtWith(false, view, (names) => `<${names}>`)).rejects.toThrow('are literal');
  });
});
