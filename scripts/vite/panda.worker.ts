import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { parentPort } from 'node:worker_threads';
import config from '../../panda.config.ts';
import type { FromPanda } from './panda.ts';

const require = createRequire(import.meta.url);
// A package of the declared one, which has no name for it.
const { codegen, loadConfigAndCreateContext } = createRequire(require.resolve('@pandacss/dev'))(
  '@pandacss/node',
) as typeof import('@pandacss/node');

const say = (message: FromPanda) => parentPort!.postMessage(message);

// Without the views at first: the style system depends on the configuration alone, and the build waits for it.
const panda = await loadConfigAndCreateContext({
  cwd: resolve(import.meta.dirname, '../..'),
  config: { include: [] },
});
await codegen(panda);
say({ type: 'styleSystem' });

panda.config.include = config.include ?? [];
// A file without this import has no styles, and half of the views are such files.
const styled = panda
  .getFiles()
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }))
  .filter(({ text }) => text.includes('styled-system'));
for (const { path, text } of styled) panda.project.addSourceFile(path, text);
for (const { path } of styled) panda.project.parseSourceFile(path, panda.parserOptions.encoder);
const sheet = panda.createSheet();
panda.appendBaselineCss(sheet);
say({ type: 'rules', css: panda.getCss(sheet) });
