import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const alias = { 'styled-system': fileURLToPath(new URL('./styled-system', import.meta.url)) };

export default defineConfig({
  test: {
    // At its end a worker stops the servers and the browser that its journeys shared.
    teardownTimeout: 60_000,
    projects: [
      {
        resolve: { alias },
        test: {
          name: 'machines',
          environment: 'node',
          include: ['test/{app,flows,contract,services,router,support,inspector,traces}/**/*.test.ts'],
          setupFiles: ['test/support/scenarios.setup.ts'],
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
        },
      },
      {
        test: {
          name: 'server',
          environment: 'node',
          include: ['test/{server,scripts}/**/*.test.ts'],
          globalSetup: ['test/support/preparedData.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
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
          testTimeout: 60_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 15_000, interval: 50 } },
        },
      },
    ],
  },
});
