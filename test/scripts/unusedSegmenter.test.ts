import type { Plugin } from 'vite';
import { expect, it } from 'vitest';
import { unusedSegmenter } from '../../scripts/vite/unusedSegmenter.ts';
import { memoryBuild } from '../support/memoryBuild.ts';

/** The code of a build that has one command of the editor's library. */
const built = (name: string, ...plugins: Plugin[]) =>
  memoryBuild(
    { '/command.ts': `import { ${name} } from '@codemirror/commands'; console.log(${name});` },
    [/^@(?:codemirror\/(?!commands)|lezer)/],
    plugins,
  );

it('what finds words is in a build only with the commands that use it', async () => {
  expect(await built('defaultKeymap')).toContain('Segmenter');
  expect(await built('defaultKeymap', unusedSegmenter())).not.toContain('Segmenter');
  expect(await built('cursorSubwordForward', unusedSegmenter())).toContain('Segmenter');
});
