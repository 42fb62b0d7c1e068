import type { Plugin } from 'vite';
import { expect, it } from 'vitest';
import { unusedSchemas } from '../../scripts/vite/unusedSchemas.ts';
import { memoryBuild } from '../support/memoryBuild.ts';

const modules = {
  '/src/app.ts': `import { pageSchema } from '/src/contract/page.ts'; console.log(pageSchema);`,
  '/src/contract/page.ts': `
    import * as v from 'valibot';
    const cursorSchema = v.object({ place: v.pipe(v.number(), v.integer()) });
    export const pageSchema = v.object({ next: v.nullable(cursorSchema) });
    export const requestSchema = v.object({ askedFor: v.optional(v.nullable(cursorSchema), null) });
    export const text = 'v.object(';`,
};

/** The code of a build of these modules, whose library is in another file. */
const built = (...plugins: Plugin[]) => memoryBuild(modules, ['valibot'], plugins);

it('a schema that nothing in the browser reads is not in the build', async () => {
  expect(await built()).toContain('askedFor');
  const code = await built(unusedSchemas());
  expect(code).not.toContain('askedFor');
  expect(code).toContain('place');
});
