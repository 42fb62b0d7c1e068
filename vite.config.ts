import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { bootScript } from './scripts/vite/bootScript.ts';
import { chartDescriptions } from './scripts/vite/chartDescriptions.ts';
import { charts } from './scripts/vite/charts.ts';
import { chunkGroups } from './scripts/vite/chunks.ts';
import { markedNames } from './scripts/vite/classNames.ts';
import { compileHints } from './scripts/vite/compileHints.ts';
import { guidesSearch } from './scripts/vite/guidesSearch.ts';
import { icons } from './scripts/vite/icons.ts';
import { languageCopy } from './scripts/vite/languageCopy.ts';
import { isLocalBuild } from './scripts/vite/localBuild.ts';
import { minified } from './scripts/vite/minified.ts';
import { panda } from './scripts/vite/panda.ts';
import { precompress } from './scripts/vite/precompress.ts';
import { staticStyles } from './scripts/vite/staticStyles.ts';
import { unusedSchemas } from './scripts/vite/unusedSchemas.ts';
import { unusedSegmenter } from './scripts/vite/unusedSegmenter.ts';

const styledSystem = fileURLToPath(new URL('./styled-system', import.meta.url));

/** Hot-swapping a machine would leave the running root actor on the old chart, so a change there reloads the page. */
const reloadOnMachineChange: Plugin = {
  name: 'reload-on-machine-change',
  hotUpdate({ file }) {
    if (!file.includes('/src/machines/')) return undefined;
    this.environment.hot.send({ type: 'full-reload' });
    return [];
  },
};

/** What every bundle of the sources needs. `written`: how its code has class names, where it is not as Panda does. */
const common = (written?: (names: string) => string) => ({
  plugins: [staticStyles(styledSystem, written), react()],
  resolve: {
    alias: [
      { find: 'styled-system', replacement: styledSystem },
      // The shim is for a React without the hook.
      { find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' },
    ],
  },
});

export default defineConfig({
  ...common(),
  plugins: [
    panda(),
    common(markedNames).plugins,
    chartDescriptions(),
    charts(),
    bootScript(),
    icons(),
    languageCopy(),
    unusedSchemas(),
    unusedSegmenter(),
    guidesSearch(common),
    minified(),
    compileHints(),
    precompress(),
    reloadOnMachineChange,
  ],
  build: {
    target: 'es2023',
    // They take a fifth of the build's time.
    sourcemap: !isLocalBuild && 'hidden',
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // The page names its entry alone: a browser without scripts would report everything else as refused.
      resolveDependencies: (_, files, { hostType }) => (hostType === 'html' ? [] : files),
    },
    rolldownOptions: {
      output: {
        // The entry names every file. A hash compresses least badly in few letters.
        hashCharacters: 'hex',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        codeSplitting: {
          groups: chunkGroups(),
        },
      },
    },
  },
});
