import { fileURLToPath } from 'node:url';
import pandacss from '@pandacss/dev/postcss';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Hot-swapping a machine would leave the running root actor on the old chart, so a change there reloads the page. */
const reloadOnMachineChange: Plugin = {
  name: 'reload-on-machine-change',
  hotUpdate({ file }) {
    if (!file.includes('/src/machines/')) return undefined;
    this.environment.hot.send({ type: 'full-reload' });
    return [];
  },
};

export default defineConfig({
  plugins: [react(), reloadOnMachineChange],
  resolve: { alias: { 'styled-system': fileURLToPath(new URL('./styled-system', import.meta.url)) } },
  // Panda writes the rules of every style it finds into the layers that src/views/theme/styles.css declares.
  css: { postcss: { plugins: [pandacss()] } },
  build: {
    target: 'es2023',
    sourcemap: 'hidden',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
