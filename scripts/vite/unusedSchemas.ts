import type { Plugin } from 'vite';

const sources = /\/src\/contract\/.*\.ts$/;
const calls = /(?<![.\w'"`/])v\.(?=[A-Za-z]+\()/g;

/**
 * Leaves out of the build the schemas that only the server reads with. Valibot says of its functions that a call does
 * nothing but give a value; the bundler hears it only where it stands beside the call.
 */
export const unusedSchemas = (): Plugin => ({
  name: 'unused-schemas',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: sources },
    handler: (code) =>
      code.includes(`from 'valibot'`) ? { code: code.replaceAll(calls, '/* @__PURE__ */ v.'), map: null } : null,
  },
});
