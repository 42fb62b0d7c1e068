import type { Plugin } from 'vite';

const made = /const segmenter = ([^;]+);/;

/**
 * Leaves out of the build what CodeMirror finds words of Chinese and Japanese with, for commands that the editors do not
 * have: the browser would load its data of languages before the editor is seen, which takes 10 ms. Its library says
 * that making it has no effect, but not that looking whether the browser has it has none.
 */
export const unusedSegmenter = (): Plugin => ({
  name: 'unused-segmenter',
  apply: 'build',
  transform: {
    filter: { id: /\/@codemirror\/commands\/dist\/index\.js$/ },
    handler(code) {
      if (!made.test(code)) throw new Error('The library of the editor’s commands makes no segmenter any more.');
      return { code: code.replace(made, 'const segmenter = /* @__PURE__ */ (() => $1)();'), map: null };
    },
  },
});
