import type { Plugin } from 'vite';

/** Icons as the library has them: each shape of one has a random key. */
const icons = /\/node_modules\/lucide-react\/dist\/esm\/icons\/[\w-]+\.mjs$/;

/** Counts the shapes of an icon instead: React needs keys that differ within it, and nothing compresses random ones. */
export const iconKeys = (): Plugin => ({
  name: 'icon-keys',
  transform: {
    filter: { id: icons },
    handler(code) {
      let shapes = 0;
      // The second is a statement without effect.
      const counted = code.replaceAll(/key: "\w+"/g, () => `key: ${shapes++}`).replace(/^__iconData\.node;$/m, '');
      return { code: counted, map: null };
    },
  },
});
