import { build, type Plugin, type Rolldown } from 'vite';
import { expect, it } from 'vitest';
import { unusedSegmenter } from '../../scripts/vite/unusedSegmenter.ts';

/** The code of a build that has one command of the editor's library. */
async function built(name: string, ...plugins: Plugin[]): Promise<string> {
  const id = '/command.ts';
  const { output } = (await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'in-memory',
        enforce: 'pre',
        resolveId: (asked) => (asked === id ? id : null),
        load: (asked) =>
          asked === id ? `import { ${name} } from '@codemirror/commands'; console.log(${name});` : null,
      },
      ...plugins,
    ],
    build: { write: false, rolldownOptions: { input: id, external: [/^@(?:codemirror\/(?!commands)|lezer)/] } },
  })) as Rolldown.RolldownOutput;
  return output[0].code;
}

it('what finds words is in a build only with the commands that use it', async () => {
  expect(await built('defaultKeymap')).toContain('Segmenter');
  expect(await built('defaultKeymap', unusedSegmenter())).not.toContain('Segmenter');
  expect(await built('cursorSubwordForward', unusedSegmenter())).toContain('Segmenter');
});
