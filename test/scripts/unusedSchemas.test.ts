import { build, type Plugin, type Rolldown } from 'vite';
import { expect, it } from 'vitest';
import { unusedSchemas } from '../../scripts/vite/unusedSchemas.ts';

const modules: Record<string, string> = {
  '/src/app.ts': `import { pageSchema } from '/src/contract/page.ts'; console.log(pageSchema);`,
  '/src/contract/page.ts': `
    import * as v from 'valibot';
    const cursorSchema = v.object({ place: v.pipe(v.number(), v.integer()) });
    export const pageSchema = v.object({ next: v.nullable(cursorSchema) });
    export const requestSchema = v.object({ askedFor: v.optional(v.nullable(cursorSchema), null) });
    export const text = 'v.object(';`,
};

const inMemory: Plugin = {
  name: 'in-memory',
  enforce: 'pre',
  resolveId: (id) => (id in modules ? id : null),
  load: (id) => modules[id] ?? null,
};

/** The code of a build of these modules, whose library is in another file. */
async function built(...plugins: Plugin[]): Promise<string> {
  const { output } = (await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [inMemory, ...plugins],
    build: { write: false, rolldownOptions: { input: '/src/app.ts', external: ['valibot'] } },
  })) as Rolldown.RolldownOutput;
  return output[0].code;
}

it('a schema that nothing in the browser reads is not in the build', async () => {
  expect(await built()).toContain('askedFor');
  const code = await built(unusedSchemas());
  expect(code).not.toContain('askedFor');
  expect(code).toContain('place');
});
