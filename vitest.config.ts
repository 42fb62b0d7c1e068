import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longestFirst.ts';

const quickPasswordCost = fileURLToPath(new URL('./test/support/quickPasswordCost.ts', import.meta.url));
const alias = { 'styled-system': fileURLToPath(new URL('./styled-system', import.meta.url)) };

export default defineConfig({
  test: {
    // At its end a worker stops the servers and the browser that its journeys shared.
    teardownTimeout: 60_000,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        resolve: { alias },
        test: {
          name: 'machines',
          environment: 'node',
          include: ['test/{app,flows,contract,router,support,inspector,traces}/**/*.test.ts'],
          setupFiles: ['test/support/scenarios.setup.ts'],
          // Charts keep nothing outside their actors. Loading them once for all files is half of the time.
          isolate: false,
          // The fuzz of SQL and the largest trace take seconds on a busy machine.
          testTimeout: 30_000,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'services',
          environment: 'node',
          include: ['test/services/**/*.test.ts'],
          // Services keep the session, caches and client libraries in their modules: the setup forgets them after each file.
          setupFiles: ['test/support/services.setup.ts'],
          isolate: false,
          // Limits find what hangs, as everywhere here.
          testTimeout: 30_000,
        },
      },
      {
        plugins: [react()],
        resolve: { alias },
        test: {
          name: 'views',
          environment: 'happy-dom',
          include: ['test/views/**/*.test.{ts,tsx}', 'test/flows/**/*.test.tsx', 'test/support/**/*.view.test.tsx'],
          setupFiles: ['test/support/views.setup.ts'],
          // React, the views and the browser's stand-in are loaded once; the setup gives each file a new page.
          isolate: false,
          // A path takes dozens of steps through a real view.
          testTimeout: 30_000,
        },
      },
      {
        resolve: { alias: [{ find: /^\.\/passwordCost\.ts$/, replacement: quickPasswordCost }] },
        test: {
          name: 'server',
          environment: 'node',
          include: ['test/{server,scripts}/**/*.test.ts'],
          globalSetup: ['test/support/preparedData.ts'],
          // The engine's program is compiled once for all files.
          isolate: false,
          // Limits find what hangs, as for the journeys below; `npm run bench` measures speed.
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'browser',
          environment: 'node',
          include: ['test/browser/**/*.test.ts'],
          globalSetup: ['test/support/preparedData.ts'],
          // What a worker has started, a browser and servers, is there for its next file too.
          isolate: false,
          // Limits find what hangs; they say nothing of speed, which `npm run bench` measures. A wait ends after a minute.
          testTimeout: 300_000,
          hookTimeout: 300_000,
          expect: { poll: { timeout: 60_000, interval: 50 } },
        },
      },
    ],
  },
});
