import type { Plugin } from 'vite';

/** Files most of whose functions are called as soon as they arrive. Of the editor's library, only a part is. */
const calledOnLoad: ReadonlySet<string> = new Set([
  'index',
  'workspace',
  'projects',
  'project',
  'home',
  'sql',
  'forms',
  'widgets',
]);

/** V8 reads it at the very beginning of a file: https://v8.dev/blog/explicit-compile-hints. */
const hint = '//# allFunctionsCalledOnLoad\n';

/**
 * Has Chromium compile the functions of a file while it arrives, beside the page's thread. Otherwise that thread compiles
 * each when it is first called, which takes a quarter of a page's start.
 */
export const compileHints = (): Plugin => ({
  name: 'compile-hints',
  apply: 'build',
  generateBundle: {
    // After Vite, which puts its own code at the beginning.
    order: 'post',
    handler(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk' || !calledOnLoad.has(file.name)) continue;
        file.code = hint + file.code;
        const map = bundle[`${file.fileName}.map`];
        if (map?.type !== 'asset') continue;
        const { mappings, ...rest } = JSON.parse(String(map.source)) as { mappings: string };
        map.source = JSON.stringify({ ...rest, mappings: `;${mappings}` });
      }
    },
  },
});
