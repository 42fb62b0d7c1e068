import type { Plugin } from 'vite';

const copies = [
  // What completes: it loads after a text has been seen.
  { source: '@codemirror/lang-sql', importer: /\/src\/views\/sql\/editor\/completion\.ts$/ },
  // What colors uses nothing of it, and a file of the build takes along what its modules import.
  { source: '@codemirror/autocomplete', importer: /\/node_modules\/@codemirror\/lang-sql\/dist\/\w+\.js$/ },
];

/**
 * The library of SQL colors a text and completes it, all in one module, which belongs to one file of the build: with it,
 * everything that completes would load before a text is seen. So some modules are there twice, each reduced to what is
 * used of it.
 */
export const languageCopy = (): Plugin => ({
  name: 'language-copy',
  apply: 'build',
  enforce: 'pre',
  async resolveId(source, importer, options) {
    if (importer === undefined || !copies.some((one) => one.source === source && one.importer.test(importer)))
      return null;
    const found = await this.resolve(source, importer, { ...options, skipSelf: true });
    return found && { ...found, id: `${found.id}?copy`, moduleSideEffects: false };
  },
});
